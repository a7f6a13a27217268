/** axe in the tab of a person. */
import axe from "axe-core";
import type { Page as Tab } from "playwright-core";

/** Rules that are left out → why. */
const LEFT_OUT = {
  // The pages before the frame are one landmark and nothing else.
  region: { enabled: false },
};

/** Finds violations of accessibility in a page as it is, by axe. @returns one text for each element */
export async function violationsIn(tab: Tab): Promise<string[]> {
  // By the debugger and not as an element, which the page's policy forbids.
  await tab.evaluate(axe.source);
  const found = await tab.evaluate(
    (rules) => (globalThis as unknown as { axe: typeof axe }).axe.run(document, { rules, resultTypes: ["violations"] }),
    LEFT_OUT,
  );
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
