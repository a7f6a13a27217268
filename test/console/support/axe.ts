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

/**
 * Finds violations of accessibility in a page as it is, by axe.
 * @param only "colours" asks what differs from one theme to the other and nothing else, which takes less time
 * @returns one text for each element
 */
export async function violationsIn(tab: Tab, only?: "colours"): Promise<string[]> {
  // By the debugger and not as an element, which the page's policy forbids.
  if (!(await tab.evaluate(() => "axe" in globalThis))) await tab.evaluate(axe.source);
  const found = await tab.evaluate(
    ({ rules, runOnly }) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(document, { rules, runOnly, resultTypes: ["violations"] }),
    only ? { runOnly: OF_COLOURS } : { rules: LEFT_OUT },
  );
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
