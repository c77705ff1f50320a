const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

/** An element; text goes in as text, never as markup. */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** A graphic element. */
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/**
 * Makes a parent's children show these items, in this order. An item that is, or says, what it was keeps its element,
 * so that focus, selection and open details stay where they are and a change costs what changed. Whoever makes elements
 * is given the one before, and may keep it.
 */
export function show(parent, items, keyOf, make, drop = () => {}) {
  const known = parent.known ?? (parent.known = new Map());
  const wanted = new Set(items.map(keyOf));
  for (const [key, entry] of known) {
    if (!wanted.has(key)) {
      drop(entry.element);
      entry.element.remove();
      known.delete(key);
    }
  }
  let after = null;
  for (const item of items) {
    const key = keyOf(item);
    let entry = known.get(key);
    if (!entry || (entry.item !== item && JSON.stringify(entry.item) !== JSON.stringify(item))) {
      const element = make(item, entry?.element);
      if (entry && entry.element !== element) {
        keepOpen(entry.element, element);
        drop(entry.element);
        entry.element.replaceWith(element);
      }
      entry = { element };
      known.set(key, entry);
    }
    entry.item = item;
    const place = after ? after.nextSibling : parent.firstChild;
    if (entry.element !== place) {
      parent.insertBefore(entry.element, place);
    }
    after = entry.element;
  }
}

function keepOpen(before, after) {
  const old = before.querySelectorAll("details");
  after.querySelectorAll("details").forEach((details, i) => {
    details.open = old[i]?.open ?? false;
    const list = details.querySelector(".trail");
    if (list && old[i]) {
      // Scrolled back to read: the reader stays there.
      requestAnimationFrame(() => (list.scrollTop = old[i].scrolled ?? 0));
      list.addEventListener("scroll", () => (details.scrolled = list.scrollTop), { passive: true });
      details.scrolled = old[i].scrolled;
    }
  });
}

/** 1 h 5 min, 3 min 20 s, 12 s. */
export function duration(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) {
    return `${seconds} s`;
  }
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A moment, on the reader's clock. */
export const moment = (text) => h("time", { datetime: text, title: text }, new Date(text).toLocaleTimeString());

/** A state in a word, with a colour that says no more than the word. */
export const badge = (mood, text) => h("span", { class: `badge ${mood}` }, text);

export const workloadLink = (key) => h("a", { href: `/console/workloads/${key}` }, key);
