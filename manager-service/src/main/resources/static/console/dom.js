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

/** What belongs to the reader, not to the picture. */
const KEPT = new Set(["open", "style"]);

/**
 * Makes an element say what another one says, and changes nothing else of it: focus, selection, open details and how
 * far somebody has scrolled stay as they are. Children with a data-key are found again by it, the others by their place.
 */
export function become(old, next) {
  if (old.nodeType !== next.nodeType || old.nodeName !== next.nodeName) {
    old.replaceWith(next);
    return next;
  }
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== next.data) {
      old.data = next.data;
    }
    return old;
  }
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !KEPT.has(name)) {
      old.removeAttribute(name);
    }
  }
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) !== value) {
      old.setAttribute(name, value);
    }
  }
  becomeChildren(old, [...next.childNodes]);
  return old;
}

const keyOf = (node) => node.dataset?.key;

/** The same for what is inside. */
export function becomeChildren(parent, children) {
  const keyed = new Map([...parent.childNodes].filter(keyOf).map((child) => [keyOf(child), child]));
  let place = parent.firstChild;
  for (const child of children) {
    const key = keyOf(child);
    const match = key ? keyed.get(key) : place && !keyOf(place) ? place : null;
    if (!match) {
      parent.insertBefore(child, place);
      continue;
    }
    keyed.delete(key);
    if (match === place) {
      place = place.nextSibling;
    } else {
      parent.insertBefore(match, place);
    }
    become(match, child);
  }
  while (place) {
    const rest = place.nextSibling;
    place.remove();
    place = rest;
  }
}

/**
 * Makes a parent's children show these items, in this order; a change costs what changed. The one who makes elements is
 * given the one before, and may keep it.
 */
export function show(parent, items, nameOf, make, drop = () => {}) {
  const known = parent.known ?? (parent.known = new Map());
  const wanted = new Set(items.map(nameOf));
  for (const [name, entry] of known) {
    if (!wanted.has(name)) {
      drop(entry.element);
      entry.element.remove();
      known.delete(name);
    }
  }
  let after = null;
  for (const item of items) {
    const name = nameOf(item);
    let entry = known.get(name);
    if (!entry) {
      entry = { element: make(item) };
      known.set(name, entry);
    } else if (entry.item !== item && JSON.stringify(entry.item) !== JSON.stringify(item)) {
      const made = make(item, entry.element);
      entry.element = made === entry.element ? made : become(entry.element, made);
    }
    entry.item = item;
    const place = after ? after.nextSibling : parent.firstChild;
    if (entry.element !== place) {
      parent.insertBefore(entry.element, place);
    }
    after = entry.element;
  }
}

/** 1 h 5 min, 3 min 20 s, 4 min, 12 s. */
export function duration(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) {
    return `${seconds} s`;
  }
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? pair(minutes, "min", seconds % 60, "s") : pair(Math.floor(minutes / 60), "h", minutes % 60, "min");
}

const pair = (large, its, small, theirs) => (small ? `${large} ${its} ${small} ${theirs}` : `${large} ${its}`);

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
const CALENDAR = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric" });

/** On the reader's clock, and calendar if it was another day. */
export function clock(time) {
  const date = new Date(time);
  const today = date.toDateString() === new Date().toDateString();
  return today ? CLOCK.format(date) : `${CALENDAR.format(date)}, ${CLOCK.format(date)}`;
}

/** A moment, which tells exactly on being pointed at. */
export const moment = (text) => h("time", { datetime: text, title: text }, clock(text));

const INSTANT = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/;

/** Words of the manager, for a reader: with moments on the reader's clock, and lists without brackets. */
export const prose = (text) =>
  text
    .split(INSTANT)
    .map((part, i) => (i % 2 ? moment(part) : part.replace(/\[([^\]]*)\]/g, "$1")))
    .filter((part) => part !== "");

/** A state in a word, with a colour that says no more than the word. */
export const badge = (mood, text) => h("span", { class: `badge ${mood}` }, text);

export const workloadLink = (key) => h("a", { href: `/console/workloads/${key}` }, key);

/** By code units: these are names, not words of a language. */
export const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
