import { badge, become, becomeChildren, clock, compare, h, moment, prose, show, workloadLink } from "./dom.js";
import { lanes, legend } from "./lanes.js";

const LANE_HEIGHT = 40;
const AXIS_HEIGHT = 22;

/** Every waiting workload as a row, its replicas as lanes over time; and all decisions, which can be scrolled back. */
export function orchestration(page, state) {
  const summary = h("p", { class: "quiet" });
  const rows = h("div", { class: "rows" });
  const filter = h("input", { type: "search", id: "filter", placeholder: "name, queue or cluster", autocomplete: "off", spellcheck: "false" });
  filter.value = new URLSearchParams(location.search).get("filter") ?? "";
  const decisions = h("ol", { class: "trail all", tabindex: "0", "aria-label": "Decisions" });
  const none = h("p", { class: "quiet" }, "None yet. They appear when a workload would have to preempt in a worker cluster.");
  const nothing = h("p", { class: "notice calm", hidden: true });
  page.append(
    h("div", { class: "title" }, h("h1", {}, "Orchestration"), summary,
      h("p", { class: "filter" }, h("label", { for: "filter" }, "Show only"), filter)),
    legend(),
    nothing, rows,
    h("h2", { class: "part" }, "Decisions"), none, decisions);
  // Only rows that are seen have lanes, and are drawn again: a thousand workloads on twenty clusters are twenty thousand.
  const visible = new Set();
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) {
        visible.add(target);
        draw(target, true);
      } else {
        visible.delete(target);
      }
    }
  }, { rootMargin: "400px" });
  function changed() {
    const wanted = filter.value.trim().toLowerCase();
    const all = Object.values(state.groups);
    const groups = all.filter((group) => matches(group, wanted)).sort(byNeed);
    const waiting = all.filter((group) => group.state === "waiting").length;
    summary.textContent = `${waiting} waiting, ${all.length - waiting} running`;
    nothing.hidden = groups.length > 0;
    nothing.textContent = wanted ? "None of that name." : "Nothing is dispatched now. A workload appears here when quota is reserved for it and its queue sends it to other clusters.";
    show(rows, groups, (group) => group.key, (group, before) => {
      const element = before ?? h("section", { class: "row", "aria-label": group.key });
      element.group = group;
      draw(element, visible.has(element));
      if (!before) {
        watch.observe(element);
      }
      return element;
    }, (element) => {
      watch.unobserve(element);
      visible.delete(element);
    });
    none.hidden = state.decisions.length > 0;
    show(decisions, [...state.decisions].reverse().filter((each) => each.key.toLowerCase().includes(wanted)),
      (each) => each.time + each.key + each.says,
      (each) => h("li", {}, moment(each.time), h("span", {}, workloadLink(each.key), " ", ...prose(each.says))));
  }
  filter.addEventListener("input", () => {
    const url = new URL(location.href);
    filter.value ? url.searchParams.set("filter", filter.value) : url.searchParams.delete("filter");
    history.replaceState(null, "", url);
    changed();
  });
  return {
    changed,
    tick() {
      for (const element of visible) {
        time(element);
      }
    },
    close: () => watch.disconnect(),
  };
}

const matches = (group, wanted) =>
  !wanted ||
  [group.key, group.clusterQueue, group.winner, ...group.replicas.map((replica) => replica.cluster)].some((name) =>
    name.toLowerCase().includes(wanted));

/** Those who wait first, the most urgent of them first, then by name: never by chance. */
function byNeed(a, b) {
  return (a.state === "waiting" ? 0 : 1) - (b.state === "waiting" ? 0 : 1)
    || b.priority - a.priority
    || compare(a.since, b.since)
    || compare(a.key, b.key);
}

function draw(element, seen) {
  const group = element.group;
  const drawn = seen ? h("div", { class: "lanes" }, lanes(group, new Date())) : element.querySelector(".lanes") ?? h("div", { class: "lanes" });
  becomeChildren(element, [
    h("header", {},
      h("h2", {}, workloadLink(group.key)),
      badge(group.state === "waiting" ? "warn" : "good", group.state === "waiting" ? "waiting" : `runs in ${group.winner}`),
      h("span", { class: "quiet" }, `${group.clusterQueue} · priority ${group.priority} · since ${clock(group.since)}`)),
    h("p", { class: "says" }, ...prose(group.says)),
    drawn,
    h("details", {},
      h("summary", {}, `Trail (${group.trail.length})`),
      h("ol", { class: "trail", tabindex: "0", "aria-label": `Trail of ${group.key}` },
        [...group.trail].reverse().map((entry) =>
          h("li", { "data-key": entry.time + entry.says }, moment(entry.time), h("span", {}, ...prose(entry.says)))))),
  ]);
  // As high as its lanes will make it, so that nothing jumps when they come.
  element.querySelector(".lanes").style.minHeight = `${LANE_HEIGHT * group.replicas.length + AXIS_HEIGHT}px`;
}

/** What moves although nothing was said. */
function time(element) {
  const old = element.querySelector(".lanes");
  become(old, h("div", { class: "lanes" }, lanes(element.group, new Date())));
}
