import { badge, duration, h, moment, s, show, workloadLink } from "./dom.js";

const PARTS = [
  ["waiting", "waits"],
  ["signalled", "needs preemption, gate closed"],
  ["open", "gate open, may preempt"],
  ["admitted", "admitted"],
];

const LANE_HEIGHT = 36;

/** Every waiting workload as a row, its replicas as lanes over time. */
export function orchestration(page, state) {
  const summary = h("p", { class: "quiet" });
  const rows = h("div", { class: "rows" });
  page.append(
    h("h1", {}, "Orchestration"),
    summary,
    h("ul", { class: "legend" }, PARTS.map(([part, words]) =>
      h("li", {}, s("svg", { viewBox: "0 0 12 12", "aria-hidden": "true" }, s("rect", { class: part, width: 12, height: 12 })), words))),
    rows);
  // Only rows that are seen have lanes, and are drawn anew: a thousand workloads on twenty clusters are twenty thousand.
  const visible = new Set();
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) {
        visible.add(target);
        if (target.missed) {
          draw(target, target.missed);
        }
        target.tick(new Date());
      } else {
        visible.delete(target);
      }
    }
  }, { rootMargin: "400px" });
  return {
    changed() {
      const groups = Object.values(state.groups).sort(byNeed);
      const waiting = groups.filter((group) => group.state === "waiting").length;
      summary.textContent = `${waiting} waiting, ${groups.length - waiting} running`;
      show(rows, groups, (group) => group.key, (group, before) => {
        if (before && !visible.has(before)) {
          before.missed = group;
          return before;
        }
        const element = row(group);
        if (before) {
          element.tick(new Date());
        }
        watch.observe(element);
        return element;
      }, (element) => {
        watch.unobserve(element);
        visible.delete(element);
      });
    },
    tick() {
      for (const element of visible) {
        element.tick(new Date());
      }
    },
    close: () => watch.disconnect(),
  };
}

/** Those who wait first, the most urgent of them first, then by name: never by chance. */
function byNeed(a, b) {
  return (a.state === "waiting" ? 0 : 1) - (b.state === "waiting" ? 0 : 1)
    || b.priority - a.priority
    || compare(a.since, b.since)
    || compare(a.key, b.key);
}

/** By code units: these are names, not words of a language. */
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

function row(group) {
  const element = h("section", { class: "row", "aria-label": group.key });
  draw(element, group);
  return element;
}

function draw(element, group) {
  const lanes = h("div", { class: "lanes" });
  const open = element.querySelector("details")?.open ?? false;
  element.replaceChildren(
    h("header", {},
      h("h2", {}, workloadLink(group.key)),
      badge(group.state === "waiting" ? "warn" : "good", group.state === "waiting" ? "waiting" : `runs in ${group.winner}`),
      h("span", { class: "quiet" }, `${group.clusterQueue}, priority ${group.priority}`)),
    h("p", { class: "says" }, group.says),
    lanes,
    h("details", { open },
      h("summary", {}, `Trail (${group.trail.length})`),
      h("ol", { class: "trail", tabindex: "0", "aria-label": `Trail of ${group.key}` },
        [...group.trail].reverse().map((entry) => h("li", {}, moment(entry.time), h("span", {}, entry.says))))));
  element.missed = null;
  element.tick = (time) =>
    lanes.replaceChildren(...group.replicas.flatMap((replica) => [
      h("span", { class: "cluster" }, replica.cluster),
      lane(group, replica, time),
    ]));
  // As high as its lanes will make it, so that nothing jumps when they come.
  lanes.style.minHeight = `${LANE_HEIGHT * group.replicas.length}px`;
}

function lane(group, replica, now) {
  const start = Date.parse(group.since);
  const ends = group.replicas.map((each) => (each.until ? Date.parse(each.until) : 0));
  const end = Math.max(now.getTime(), start + 1000, ...ends);
  const x = (time) => (100 * (time - start)) / (end - start);
  const rest = Date.parse(replica.admitted ?? "") || now.getTime();
  const cuts = [
    ["waiting", start, first(replica.signalled, replica.opened, replica.admitted) ?? now.getTime()],
    ["signalled", moments(replica.signalled), first(replica.opened, replica.admitted) ?? now.getTime()],
    ["open", moments(replica.opened), rest],
    ["admitted", moments(replica.admitted), now.getTime()],
  ].filter(([, from, to]) => from !== null && to > from);
  return h("div", { class: "lane" },
    s("svg", { viewBox: "0 0 100 12", preserveAspectRatio: "none", "aria-hidden": "true" },
      cuts.map(([part, from, to]) => s("rect", { class: part, x: x(from), width: Math.max(0.4, x(to) - x(from)), height: 12 }))),
    h("span", { class: "text" }, words(replica, now)));
}

const moments = (text) => (text ? Date.parse(text) : null);
const first = (...texts) => texts.map(moments).find((time) => time !== null) ?? null;

function words(replica, now) {
  const left = replica.until ? Date.parse(replica.until) - now.getTime() : 0;
  return replica.says + (left > 0 ? `, ${duration(left)} left` : "");
}
