import { badge, duration, h, show } from "./dom.js";
import { quota } from "./quota.js";

const MOODS = { Connected: "good", Connecting: "warn", Lost: "bad", Refused: "bad" };

/** Clusters with health, lag, quota and counts. */
export function fleet(page, state) {
  const summary = h("p", { class: "quiet" });
  const cards = h("div", { class: "cards" });
  page.append(h("h1", {}, "Fleet"), summary, cards);
  return {
    changed() {
      const lost = state.clusters.filter((cluster) => cluster.state !== "Connected").length;
      summary.textContent = state.clusters.length === 0
        ? "No MultiKueueCluster is there yet; docs: join a cluster."
        : `${state.clusters.length} clusters, ${lost === 0 ? "all connected" : `${lost} not connected`}`;
      show(cards, state.clusters, (cluster) => cluster.name, card);
    },
  };
}

function card(cluster) {
  const count = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, String(value)));
  return h("section", { class: "card", "aria-label": cluster.name },
    h("header", {},
      h("h2", {}, cluster.name),
      badge(MOODS[cluster.state] ?? "warn", cluster.state),
      cluster.lagMillis === null ? null : h("span", { class: "quiet" }, `answers in ${duration0(cluster.lagMillis)}`)),
    cluster.message ? h("p", {}, cluster.message) : null,
    h("dl", { class: "counts" },
      count("pending", cluster.counts.pending),
      count("gated", cluster.counts.gated),
      count("preempting", cluster.counts.preempting),
      count("running", cluster.counts.running)),
    cluster.quotas.map(quota));
}

const duration0 = (milliseconds) => (milliseconds < 1000 ? `${milliseconds} ms` : duration(milliseconds));
