/** The words of changes, in the language of the page. */
import { t } from "@lingui/core/macro";
import { type Difference, useHistoryWords } from "../../cards/history-words";
import type { ComparedCard, Change as Way } from "./queries";

export const WAYS: readonly Way[] = ["added", "changed", "archived", "restored", "deleted"];

/** Returns the words of the ways in which a card differs. */
export const wayWords = (): Record<Way, string> => ({
  added: t`Added`,
  changed: t`Changed`,
  archived: t`Archived`,
  restored: t`Brought back`,
  deleted: t`Deleted`,
});

/** Way → the class of its sign. */
const TONES: Record<Way, string> = {
  added: "good",
  changed: "info",
  archived: "warn",
  restored: "good",
  deleted: "bad",
};

/** Shows the way in which a card differs. */
export function WaySign({ way }: { way: Way }) {
  return <span className={`compare-way ${TONES[way]}`}>{wayWords()[way]}</span>;
}

type FieldChange = ComparedCard["changes"][number];

/** Returns the fields that say more than the way in which a card differs does. */
export const tellingChanges = ({ change, changes }: ComparedCard): FieldChange[] =>
  changes.filter(({ field }) => field !== "status" || change === "changed");

const nameOf = (value: unknown) =>
  typeof value === "object" && value !== null && "name" in value ? value.name : value;

/** Returns a function from a field that differs to its name and its values as texts. */
export function useDifferences(): (change: FieldChange) => Difference {
  const { differenceOf } = useHistoryWords();
  return ({ field, old: before, new: after }) => {
    const key = field.replace(/^(attributes|lifecycle)\./, "").replace(/^parent$/, "parent_id");
    return { ...differenceOf(key, nameOf(before), nameOf(after)), key: field };
  };
}

/** Returns how many relations of a card were added, removed and changed, as a short text such as `+2 −1`. */
export function relationsText({ relations, more_relations: more }: ComparedCard): string {
  const count = (way: string) => relations.filter(({ change }) => change === way).length;
  const [added, removed, changed] = [count("added"), count("removed"), count("changed")];
  return [added > 0 && `+${added}`, removed > 0 && `−${removed}`, changed > 0 && `~${changed}`, more > 0 && `… ${more}`]
    .filter(Boolean)
    .join(" ");
}
