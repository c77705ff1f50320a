import { h, show, workloadLink } from "./dom.js";
import { quota } from "./quota.js";

/** The cohort tree of each cluster, with who waits in its queues. */
export function queues(page, state) {
  const clusters = h("div", { class: "rows" });
  page.append(h("h1", {}, "Queues"), clusters);
  return {
    changed() {
      const items = Object.values(state.queues).sort((a, b) => a.cluster.localeCompare(b.cluster));
      show(clusters, items, (item) => item.cluster, (item) =>
        h("section", { class: "row", "aria-label": item.cluster },
          h("h2", {}, item.cluster),
          item.roots.length === 0
            ? h("p", { class: "quiet" }, "No ClusterQueue here.")
            : h("ul", { class: "tree" }, item.roots.map((root) => node(root, item.cluster)))));
    },
  };
}

function node(each, cluster) {
  return h("li", {},
    h("h3", {}, `${each.kind} ${each.name}`),
    each.kind === "Cohort"
      ? null
      : h("p", { class: "quiet" }, `${each.pending} pending, ${each.admitted} admitted${each.says ? `: ${each.says}` : ""}`),
    each.quotas.map(quota),
    each.next.length === 0
      ? null
      : h("ol", { class: "next", "aria-label": `Next in ${each.name} of ${cluster}` },
          each.next.map((item) => h("li", {}, item.known ? workloadLink(item.key) : item.key, ` priority ${item.priority}`, item.says ? `: ${item.says}` : ""))),
    each.children.length === 0 ? null : h("ul", {}, each.children.map((child) => node(child, cluster))));
}
