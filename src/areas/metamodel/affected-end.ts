/** The end of a relation that is affected when the card at its other end fails, is retired or changes. */
import type { RelationType } from "./types";

export type AffectedEnd = NonNullable<RelationType["affected_end"]>;

/** Built-in relation types whose target depends on their source. */
const targets = [
  "relPlatformToObjective relPlatformToApp relPlatformToITC relInitiativeToObjective relAppToBC relAppToBizCtx",
  "relITCToPlatform relProviderToInitiative relProviderToApp relProviderToITC relProcessToBC relProcessToObjective",
  "relProcessToBizCtx",
]
  .join(" ")
  .split(" ");

/** The relation types that express an owner, a change or a place in a classification, and not a dependency. */
const none = [
  "relInitiativeToPlatform relInitiativeToBC relInitiativeToApp relInitiativeToInterface relInitiativeToDataObj",
  "relInitiativeToITC relOrgToObjective relOrgToInitiative relOrgToBizCtx relOrgToITC relITCToTechCat relBizCtxToBC",
  "relProcessToOrg relProcessToInitiative relAppSuccessor relITCSuccessor relInitiativeSuccessor relPlatformSuccessor",
  "relProcessSuccessor relInterfaceSuccessor relDataObjectSuccessor",
]
  .join(" ")
  .split(" ");

const builtIn = new Map<string, AffectedEnd>([
  ...targets.map((key) => [key, "target"] as const),
  ...none.map((key) => [key, "none"] as const),
  // An application provides the interface or uses it.
  ["relAppToInterface", "both"],
]);

/** Returns the affected end of a relation type. Without one of its own it is the source, as in "uses" or "depends on". */
export const affectedEnd = ({ key, affected_end }: Pick<RelationType, "key" | "affected_end">): AffectedEnd =>
  affected_end ?? builtIn.get(key) ?? "source";
