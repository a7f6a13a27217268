/** axe in the tab of a person. */
import axe from "axe-core";
import type { Page as Tab } from "playwright-core";

/** Rules that are left out → why. */
const LEFT_OUT = {
  // The pages before the frame are one landmark and nothing else.
  region: { enabled: false },
};

/** Rules about colours: what a theme changes and nothing else does. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** The parts of a page that axe can be asked about: all rules, those about colours, or all rules within the page, without its frame. */
export type AxePart = "colours" | "page";

/**
 * Finds violations of accessibility in a page as it is, by axe.
 * @param only "colours" asks what differs from one theme to the other and nothing else, "page" leaves out the frame, which is the
 * same around all pages; both take less time
 * @returns one text for each element
 */
export async function violationsIn(tab: Tab, only?: AxePart): Promise<string[]> {
  // By the debugger and not as an element, which the page's policy forbids.
  if (!(await tab.evaluate(() => "axe" in globalThis))) await tab.evaluate(axe.source);
  const found = await tab.evaluate(
    ({ options, within }) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(document.querySelector(within) ?? document, {
        ...options,
        resultTypes: ["violations"],
      }),
    {
      options: only === "colours" ? { runOnly: OF_COLOURS } : { rules: LEFT_OUT },
      within: only === "page" ? "main" : ":root",
    },
  );
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
