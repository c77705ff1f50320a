import { Stream } from "./stream.js";
import { compare, h, show } from "./dom.js";
import { fleet } from "./fleet.js";
import { orchestration } from "./orchestration.js";
import { queues } from "./queues.js";
import { workload } from "./workload.js";

/** What the server has told so far. Every page is a function of it. */
const state = { heard: false, time: null, clusters: [], groups: {}, queues: {}, decisions: [] };
/** As many decisions as the server keeps. */
const DECISIONS = 1000;
const page = document.getElementById("page");
const connection = document.getElementById("connection");
const routes = [
  [/^\/console\/?$/, "Fleet", fleet],
  [/^\/console\/fleet$/, "Fleet", fleet],
  [/^\/console\/orchestration$/, "Orchestration", orchestration],
  [/^\/console\/queues$/, "Queues", queues],
  [/^\/console\/workloads\/([^/]+)\/([^/]+)$/, "Workload", workload],
];
let current = null;

function open() {
  const path = decodeURIComponent(location.pathname);
  const route = routes.find(([pattern]) => pattern.test(path)) ?? routes[0];
  document.title = `${route[1]} · Turnstile`;
  for (const link of document.querySelectorAll("nav a")) {
    link.toggleAttribute("aria-current", false);
    if (link.textContent === route[1]) {
      link.setAttribute("aria-current", "page");
    }
  }
  current?.close?.();
  page.replaceChildren();
  current = route[2](page, state, ...(path.match(route[0]) ?? []).slice(1));
  if (state.heard) {
    current.changed();
  } else {
    page.prepend(h("p", { class: "notice calm", id: "first" }, "Waiting for the manager-service."));
  }
  if (connection.dataset.state === "lost") {
    warn();
  }
}

function go(url) {
  history.pushState(null, "", url);
  open();
  // Where a reader begins, without hiding the title under what stays on top.
  page.focus({ preventScroll: true });
  scrollTo(0, 0);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='/console']");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
    event.preventDefault();
    go(link.href);
  }
});
addEventListener("popstate", open);
document.getElementById("find").addEventListener("submit", (event) => {
  event.preventDefault();
  const [namespace, name] = event.target.workload.value.trim().split("/");
  if (namespace && name) {
    go(`/console/workloads/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`);
  } else {
    event.target.workload.setCustomValidity("namespace/name");
    event.target.workload.reportValidity();
    event.target.workload.setCustomValidity("");
  }
});

/** On whatever page the reader is, for as long as nothing is heard. */
function warn() {
  if (!document.getElementById("lost")) {
    page.prepend(
      h("p", { class: "notice", id: "lost", role: "alert" },
        "The manager-service can not be reached. What is shown is the last that was heard; the page comes back by itself."),
    );
  }
}

/** Names to choose from, as long as somebody may be choosing. */
function suggest() {
  const input = document.getElementById("find-workload");
  if (document.activeElement === input) {
    show(document.getElementById("known-workloads"), Object.keys(state.groups).sort(compare), (key) => key,
      (key) => h("option", { value: key }));
  }
}
document.getElementById("find-workload").addEventListener("focus", suggest);

function say(status, text) {
  if (connection.textContent !== text) {
    connection.textContent = text;
  }
  connection.dataset.state = status;
}

new Stream({
  changed(message) {
    if (message.whole) {
      Object.assign(state, { clusters: [], groups: {}, queues: {}, decisions: [] });
    }
    state.time = message.time;
    state.clusters = message.clusters ?? state.clusters;
    for (const name of ["groups", "queues"]) {
      for (const [key, value] of Object.entries(message[name] ?? {})) {
        if (value === null) {
          delete state[name][key];
        } else {
          state[name][key] = value;
        }
      }
    }
    state.decisions = [...state.decisions, ...(message.decisions ?? [])].slice(-DECISIONS);
    suggest();
    state.heard = true;
    document.getElementById("first")?.remove();
    document.getElementById("lost")?.remove();
    say("live", "live");
    current.changed();
  },
  lost(reason) {
    say("lost", `not connected: ${reason}`);
    warn();
  },
  refused(reason) {
    say("lost", "not signed in");
    const dialog = document.getElementById("sign-in");
    document.getElementById("sign-in-reason").textContent = reason;
    if (!dialog.open) {
      dialog.showModal();
    }
    return new Promise((resolve) =>
      dialog.addEventListener("close", () => {
        sessionStorage.setItem("token", document.getElementById("token").value.trim());
        resolve();
      }, { once: true }),
    );
  },
});
open();
// What is counted in seconds moves although nothing was said.
setInterval(() => state.heard && connection.dataset.state === "live" && current.tick?.(), 1000);
