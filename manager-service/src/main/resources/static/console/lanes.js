import { clock, duration, h, prose, s } from "./dom.js";

/** What a lane is made of, and what that means. */
const PARTS = [
  ["waiting", "waits"],
  ["signalled", "needs preemption, gate closed"],
  ["open", "gate open, may preempt"],
  ["preempting", "preempting"],
  ["admitted", "admitted"],
  ["left", "time left"],
];

/** Steps between the marks of the axis, in seconds. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 86400];

/** What has been takes that much of the width where a time slot runs; the slot's rest has the remainder. */
const PAST = 76;

export const legend = () =>
  h("ul", { class: "legend" }, PARTS.map(([part, words]) =>
    h("li", {}, s("svg", { width: 12, height: 12, "aria-hidden": "true" }, s("rect", { class: part, width: 12, height: 12, rx: 3 })), words)));

/**
 * The replicas of a workload over time, one lane each. The past is to scale; of a time slot that runs, only what is
 * left, against the whole: five minutes ahead would leave no room for the two seconds that matter.
 */
export function lanes(group, now) {
  const start = Date.parse(group.since);
  const end = Math.max(now.getTime(), start + 1000);
  const slots = group.replicas.some((replica) => left(replica, now) > 0);
  const width = slots ? PAST : 100;
  const x = (time) => (width * Math.min(Math.max(0, time - start), end - start)) / (end - start);
  return [
    ...group.replicas.flatMap((replica) => [h("span", { class: "cluster" }, replica.cluster), lane(replica, start, now, x, slots)]),
    h("span", { class: "axis-name" }),
    axis(start, end, x, slots),
  ];
}

function lane(replica, start, now, x, slots) {
  const admitted = moments(replica.admitted);
  const cuts = [
    ["waiting", start, first(replica.signalled, replica.opened, replica.admitted) ?? now.getTime()],
    ["signalled", moments(replica.signalled), first(replica.opened, replica.admitted) ?? now.getTime()],
    [replica.preempting ? "preempting" : "open", moments(replica.opened), admitted ?? now.getTime()],
    ["admitted", admitted, now.getTime()],
  ].filter(([, from, to]) => from !== null && to > from);
  return h("div", { class: "lane" },
    s("svg", { width: "100%", height: 14, "aria-hidden": "true" },
      s("rect", { class: "ground", width: percent(x(now.getTime())), height: 14, rx: 3 }),
      cuts.map(([part, from, to]) => s("rect", { class: part, x: percent(x(from)), width: percent(Math.max(0.5, x(to) - x(from))), height: 14 })),
      slots ? s("rect", { class: "left", x: percent(PAST), width: percent(rest(replica, now)), height: 14 }) : null,
      slots ? s("line", { class: "now", x1: percent(PAST), x2: percent(PAST), y1: 0, y2: 14 }) : null),
    h("span", { class: "text" }, words(replica, now)));
}

function axis(start, end, x, slots) {
  const seconds = (end - start) / 1000;
  const step = STEPS.find((each) => seconds / each <= 4) ?? STEPS.at(-1);
  const marks = [];
  // Not too near to the words at both ends.
  for (let at = step; at < seconds * 0.88; at += step) {
    if (at > seconds * 0.12) {
      marks.push(at);
    }
  }
  return s("svg", { class: "axis", width: "100%", height: 18, "aria-hidden": "true" },
    s("text", { x: 0, y: 13 }, clock(start)),
    marks.map((at) => s("text", { x: percent(x(start + at * 1000)), y: 13, "text-anchor": "middle" }, `+${duration(at * 1000)}`)),
    s("text", { x: percent(slots ? PAST : 100), y: 13, "text-anchor": "end" }, "now"));
}

const percent = (part) => `${part.toFixed(2)}%`;
const moments = (text) => (text ? Date.parse(text) : null);
const first = (...texts) => texts.map(moments).find((time) => time !== null) ?? null;
const left = (replica, now) => (replica.until ? Date.parse(replica.until) - now.getTime() : 0);

/** What is left of the slot, as a part of the room that is kept for it. */
function rest(replica, now) {
  const slot = replica.until ? Date.parse(replica.until) - Date.parse(replica.opened) : 0;
  return slot > 0 ? Math.max(0, Math.min(1, left(replica, now) / slot)) * (100 - PAST) : 0;
}

function words(replica, now) {
  const time = left(replica, now);
  return [...prose(replica.says), ...(time > 0 ? [` · ${duration(time)} left`] : [])];
}
