import { h, s } from "./dom.js";

/** Quota of one flavor and resource: a bar, and the same in words. */
export function quota({ flavor, resource, nominal, used, borrowed, lent, filled, over }) {
  const more = [borrowed ? `${borrowed} borrowed` : null, lent ? `${lent} lent` : null].filter(Boolean).join(", ");
  return h("div", { class: "quota" },
    h("div", { class: "words" },
      h("span", {}, `${resource} in ${flavor}`),
      h("span", {}, `${used} of ${nominal}${more ? `, ${more}` : ""}`)),
    // filled and over are fractions of the bar; the words above say the same.
    s("svg", { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
      s("rect", { class: "all", width: 100, height: 10 }),
      s("rect", { class: "used", width: 100 * filled, height: 10 }),
      s("rect", { class: "borrowed", x: 100 * filled, width: 100 * over, height: 10 })));
}
