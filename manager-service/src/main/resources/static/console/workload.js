import { badge, become, becomeChildren, duration, h, moment, prose, show } from "./dom.js";
import { lanes, legend } from "./lanes.js";
import { authorization } from "./stream.js";

/** Why one workload does not run, cluster by cluster, flavor by flavor, and what became of it so far. */
export function workload(page, state, namespace, name) {
  const key = `${namespace}/${name}`;
  const says = h("p", { class: "lead", role: "status" });
  const facts = h("p", { class: "quiet" });
  const picture = h("div", { class: "row picture", hidden: true }, legend(), h("div", { class: "lanes" }));
  const places = h("div", { class: "rows" });
  const history = h("ol", { class: "trail whole", "aria-label": "History" });
  page.append(h("h1", {}, key), says, facts, picture, places, h("h2", { class: "part" }, "History"), history);
  let asked = null;
  let created = null;
  async function ask() {
    const response = await fetch(`/console/api/workloads/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`, {
      headers: { ...authorization(), Accept: "application/json" },
      cache: "no-store",
    });
    if (response.status === 404) {
      gone();
      return;
    }
    if (!response.ok) {
      says.textContent = (await response.text()).trim();
      return;
    }
    const answer = await response.json();
    created = answer;
    becomeChildren(says, prose(answer.says).map(node));
    tellFacts();
    show(places, answer.places, (each) => each.cluster, place);
    tell(answer.history);
  }
  function gone() {
    says.textContent = "There is no such workload on the manager's cluster; it may be finished and gone.";
    created = null;
    facts.textContent = "";
    show(places, [], (each) => each.cluster, place);
    tell(state.decisions.filter((each) => each.key === key).map((each) => ({ ...each, where: "" })).reverse());
  }
  const tell = (lines) => show(history, lines, (line) => line.time + line.where + line.says, (line) =>
    h("li", {}, moment(line.time), h("span", {}, line.where ? h("b", {}, line.where, " ") : null, ...prose(line.says))));
  function tellFacts() {
    if (created) {
      facts.textContent = `${created.clusterQueue ? `ClusterQueue ${created.clusterQueue}, ` : ""}LocalQueue ${created.localQueue} · priority ${created.priority}`
        + ` · ${duration(Date.now() - Date.parse(created.created))} old`;
    }
  }
  function draw() {
    const group = state.groups[key];
    picture.hidden = !group || group.replicas.length === 0;
    if (!picture.hidden) {
      become(picture.querySelector(".lanes"), h("div", { class: "lanes" }, lanes(group, new Date())));
    }
  }
  return {
    changed() {
      draw();
      // Asked again when the group has changed; a workload that is no group, whenever anything has.
      const now = JSON.stringify(state.groups[key] ?? state.time);
      if (now !== asked) {
        asked = now;
        // The stream says it when the server is gone.
        ask().catch((error) => (says.textContent ||= error.message));
      }
    },
    tick() {
      draw();
      tellFacts();
    },
  };
}

const node = (part) => (typeof part === "string" ? document.createTextNode(part) : part);

function place(each) {
  return h("section", { class: "row", "aria-label": each.cluster },
    h("header", {}, h("h2", {}, each.cluster), badge(each.mood, each.state), each.line ? h("span", { class: "quiet" }, each.line) : null),
    h("p", { class: "says" }, ...prose(each.says)),
    each.flavors.length === 0 ? null : flavors(each.flavors),
    each.reasons.length === 0
      ? null
      : h("ul", { class: "reasons" }, each.reasons.map((reason) => h("li", {}, ...prose(reason)))),
    each.conditions.length === 0 ? null : conditions(each));
}

function flavors(lines) {
  const sets = new Set(lines.map((line) => line.podSet)).size > 1;
  return h("div", { class: "scroll" },
    h("table", { class: "flavors" },
      h("thead", {}, h("tr", {},
        [sets ? "Pods" : null, "Flavor"].filter(Boolean).map((text) => h("th", { scope: "col" }, text)),
        ["Wants", "Free"].map((text) => h("th", { scope: "col", class: "number" }, text)),
        h("th", { scope: "col" }, "Fits?"))),
      h("tbody", {}, lines.map((line) => h("tr", {},
        sets ? h("td", {}, line.podSet) : null,
        h("th", { scope: "row" }, line.flavor || "none"),
        h("td", { class: "number" }, `${line.wanted} ${line.resource}`),
        h("td", { class: "number" }, line.free || "–"),
        h("td", {}, h("span", { class: `mark ${line.mood}` }, line.says)))))));
}

const conditions = (each) =>
  h("details", {},
    h("summary", {}, `Conditions (${each.conditions.length})`),
    h("div", { class: "scroll" },
      h("table", {},
        h("thead", {}, h("tr", {}, ["Condition", "Status", "Reason", "Message", "Since"].map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, each.conditions.map((condition) =>
          h("tr", { "data-key": condition.type },
            h("th", { scope: "row" }, condition.type),
            h("td", {}, condition.status),
            h("td", {}, condition.reason),
            h("td", {}, condition.message),
            h("td", {}, moment(condition.since))))))));
