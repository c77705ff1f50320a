import { h, s } from "./dom.js";

/** Quota of one flavor and resource: a bar, and the same in words. */
export function quota({ flavor, resource, nominal, used, borrowed, lent, filled, over, away }) {
  const more = [borrowed ? `${borrowed} borrowed` : null, lent ? `${lent} lent` : null].filter(Boolean).join(", ");
  return h("div", { class: "quota" },
    h("div", { class: "words" },
      h("span", {}, `${resource} in ${flavor}`),
      h("span", {}, `${used} of ${nominal}`, more ? h("span", { class: "more" }, `, ${more}`) : null)),
    // filled, over and away are fractions of the bar; the words above say the same.
    s("svg", { class: "bar", width: "100%", height: 8, "aria-hidden": "true" },
      s("rect", { class: "all", width: "100%", height: 8, rx: 4 }),
      s("rect", { class: "used", width: `${100 * filled}%`, height: 8, rx: 4 }),
      over > 0 ? s("rect", { class: "borrowed", x: `${100 * filled}%`, width: `${100 * over}%`, height: 8, rx: 4 }) : null,
      away > 0 ? s("rect", { class: "away", x: `${100 * (1 - away)}%`, width: `${100 * away}%`, height: 8, rx: 4 }) : null));
}
