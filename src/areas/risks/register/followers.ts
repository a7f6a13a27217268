/** The extension point of later areas that follow risks. */
import { extensionPoint } from "../../../core/extension-point";
import type { Author } from "../../../core/journal/journal";
import type { RiskRow } from "./rows";

/** Called when the status of a risk changes, and before it is deleted (`after` is undefined): what refers to it follows. */
export const riskChanging = extensionPoint<[author: Author, before: RiskRow, after: RiskRow | undefined]>();

/** Lets those follow who follow the status of a risk, if it has changed. */
export function followStatus(author: Author, before: RiskRow, after: RiskRow): void {
  if (after.status !== before.status) riskChanging(author, before, after);
}
