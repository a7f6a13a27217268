/** Finds the parts of a page that are cut, or lie outside of its window. */
import type { Page as Tab } from "playwright-core";

/**
 * Finds what nobody can reach in the window as it is: a page that scrolls sideways, and verbs that lie outside of the window
 * or of a box that cuts them and can't be scrolled or panned.
 * @returns one text for each element
 */
export const unreachableIn = (tab: Tab): Promise<string[]> =>
  tab.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide in ${clientWidth}`] : [];
    const scrolls = /auto|scroll/;

    /** Returns the part of an element that can be brought into view, by the boxes around it. */
    function isReachable(element: Element): boolean {
      const { left, right, width } = element.getBoundingClientRect();
      if (width === 0) return true;
      for (let box = element.parentElement; box; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (style.clipPath !== "none" || style.visibility === "hidden") return true;
        if (scrolls.test(style.overflowX) || box.hasAttribute("data-pans")) return true;
        const edges = box === document.body ? { left: 0, right: clientWidth } : box.getBoundingClientRect();
        const isCutting = style.overflowX !== "visible" || box === document.body;
        if (isCutting && (left < edges.left - 1 || right > edges.right + 1) && width <= edges.right - edges.left + 1)
          return false;
        if (isCutting && (right <= edges.left || left >= edges.right)) return false;
      }
      return true;
    }

    const verbs = document.querySelectorAll(
      "a[href],button,input,select,textarea,[role=button],[role=radio],[role=tab]",
    );
    for (const verb of verbs)
      if (verb.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isReachable(verb))
        found.push(verb.outerHTML.slice(0, 160));
    return found;
  });
