import { badge, duration, h, prose, show } from "./dom.js";
import { quota } from "./quota.js";

const MOODS = { Connected: "good", Connecting: "warn", Lost: "bad" };

/** Clusters with health, lag, quota and counts. */
export function fleet(page, state) {
  const summary = h("p", { class: "quiet", role: "status" });
  const cards = h("div", { class: "cards" });
  page.append(h("div", { class: "title" }, h("h1", {}, "Fleet"), summary), cards);
  return {
    changed() {
      const lost = state.clusters.filter((cluster) => cluster.state !== "Connected").length;
      const text = state.clusters.length === 0
        ? "No worker cluster has joined yet: create a MultiKueueCluster that names its kubeconfig."
        : `${state.clusters.length} clusters, ${lost === 0 ? "all connected" : `${lost} not connected`}`;
      if (summary.textContent !== text) {
        summary.textContent = text;
      }
      show(cards, state.clusters, (cluster) => cluster.name, card);
    },
  };
}

function card(cluster) {
  const count = (name, value) => h("div", { class: value ? null : "none" }, h("dt", {}, name), h("dd", {}, String(value)));
  return h("section", { class: "card", "aria-label": cluster.name },
    h("header", {},
      h("h2", {}, cluster.name),
      badge(MOODS[cluster.state] ?? "warn", cluster.state),
      cluster.lagMillis === null ? null : h("span", { class: "quiet lag" }, `answers in ${short(cluster.lagMillis)}`)),
    cluster.message ? h("p", { class: "trouble" }, ...prose(cluster.message)) : null,
    h("dl", { class: "counts" },
      count("pending", cluster.counts.pending),
      count("gated", cluster.counts.gated),
      count("preempting", cluster.counts.preempting),
      count("running", cluster.counts.running)),
    cluster.quotas.map(quota),
    cluster.message ? h("p", { class: "quiet" }, "Counts and quota as they were last seen.") : null);
}

const short = (milliseconds) => (milliseconds < 1000 ? `${milliseconds} ms` : duration(milliseconds));
