import { compare, h, prose, show, workloadLink } from "./dom.js";
import { quota } from "./quota.js";

/** The cohort tree of each cluster, with who waits in its queues. */
export function queues(page, state) {
  const clusters = h("div", { class: "rows" });
  page.append(
    h("div", { class: "title" }, h("h1", {}, "Queues"),
      h("ul", { class: "legend" }, [["used", "used"], ["borrowed", "borrowed"], ["away", "lent"]].map(([part, words]) =>
        h("li", {}, h("i", { class: `swatch ${part}` }), words)))),
    clusters);
  return {
    changed() {
      // The manager's own first: that is where work comes in.
      const items = Object.values(state.queues).sort((a, b) => (b.cluster === "manager") - (a.cluster === "manager") || compare(a.cluster, b.cluster));
      show(clusters, items, (item) => item.cluster, (item) =>
        h("section", { class: "row", "aria-label": item.cluster },
          h("h2", {}, item.cluster),
          item.roots.length === 0
            ? h("p", { class: "quiet" }, "No ClusterQueue here, or none that may be seen.")
            : h("ul", { class: "tree" }, item.roots.map((root) => branch(root, item.cluster)))));
    },
  };
}

function branch(each, cluster) {
  return h("li", { "data-key": `${each.kind} ${each.name}` },
    h("div", { class: "node" },
      h("div", {},
        h("h3", {}, h("span", { class: "quiet" }, each.kind), ` ${each.name}`),
        h("p", { class: "quiet" }, `${each.pending} pending, ${each.admitted} admitted`),
        each.says ? h("p", { class: "mark bad" }, each.says) : null),
      h("div", {}, each.quotas.map(quota))),
    each.next.length === 0
      ? null
      : h("ol", { class: "next", "aria-label": `Next in ${each.name} of ${cluster}` },
          each.next.map((item) => h("li", { "data-key": item.key },
            item.known ? workloadLink(item.key) : h("b", {}, item.key),
            h("span", { class: "quiet" }, ` priority ${item.priority}`),
            item.says ? h("p", {}, ...prose(item.says)) : null))),
    each.children.length === 0 ? null : h("ul", {}, each.children.map((child) => branch(child, cluster))));
}
