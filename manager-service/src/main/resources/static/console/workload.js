import { badge, h, moment, show } from "./dom.js";
import { authorization } from "./stream.js";

/** Why one workload does not run, cluster by cluster, and what became of it so far. */
export function workload(page, state, namespace, name) {
  const key = `${namespace}/${name}`;
  const says = h("p", {});
  const places = h("div", { class: "rows" });
  const history = h("ol", { class: "trail", tabindex: "0", "aria-label": "History" });
  page.append(h("h1", {}, key), says, places, h("h2", {}, "History"), history);
  let asked = "";
  async function ask() {
    const response = await fetch(`/console/api/workloads/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`, {
      headers: { ...authorization(), Accept: "application/json" },
    });
    if (response.status === 404) {
      says.textContent = "There is no such workload on the manager's cluster; it may be finished and gone.";
      show(places, [], (place) => place.cluster, place);
      return;
    }
    if (!response.ok) {
      says.textContent = (await response.text()).trim();
      return;
    }
    const answer = await response.json();
    says.textContent = answer.says;
    show(places, answer.places, (each) => each.cluster, place);
    show(history, answer.history, (entry) => entry.time + entry.says, (entry) =>
      h("li", {}, moment(entry.time), h("span", {}, entry.says)));
  }
  const refresh = () => {
    const now = JSON.stringify(state.groups[key] ?? state.time);
    if (now !== asked) {
      asked = now;
      // The stream says it when the server is gone.
      ask().catch((error) => (says.textContent ||= error.message));
    }
  };
  return { changed: refresh };
}

function place(each) {
  return h("section", { class: "row", "aria-label": each.cluster },
    h("header", {}, h("h2", {}, each.cluster), badge(each.mood, each.state)),
    each.reasons.length === 0 ? null : h("ul", {}, each.reasons.map((reason) => h("li", {}, reason))),
    h("div", { class: "scroll" },
      h("table", {},
        h("thead", {}, h("tr", {}, ["Condition", "Status", "Reason", "Message", "Since"].map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, each.conditions.map((condition) =>
          h("tr", {},
            h("th", { scope: "row" }, condition.type),
            h("td", {}, condition.status),
            h("td", {}, condition.reason),
            h("td", {}, condition.message),
            h("td", {}, moment(condition.since))))))));
}
