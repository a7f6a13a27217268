/** The words of changes, in the language of the page. */
import { t } from "@lingui/core/macro";
import { Archive, ArchiveRestore, type LucideIcon, Pencil, Plus, Trash2 } from "lucide-react";
import { type Difference, useHistoryWords } from "../../cards/history-words";
import { approvals } from "../../cards/listed-fields";
import { day, number } from "../../language/format";
import { subtypeLabel } from "../../metamodel/fields";
import { type CardType, labelOf, useTypes } from "../../metamodel/queries";
import { Icon } from "../../ui/icon";
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

/** Way → the class of its sign, and its shape. */
const SIGNS: Record<Way, [tone: string, shape: LucideIcon]> = {
  added: ["good", Plus],
  changed: ["", Pencil],
  archived: ["warn", Archive],
  restored: ["good", ArchiveRestore],
  deleted: ["bad", Trash2],
};

/** Shows the way in which a card differs, with its shape. */
export function WaySign({ way }: { way: Way }) {
  const [tone, shape] = SIGNS[way];
  return (
    <span className={`st compare-way ${tone}`}>
      <Icon of={shape} size={14} />
      {wayWords()[way]}
    </span>
  );
}

type FieldChange = ComparedCard["changes"][number];

/** Returns the fields that say more than the way in which a card differs does. */
export const tellingChanges = ({ change, changes }: ComparedCard): FieldChange[] =>
  changes.filter(({ field }) => field !== "status" || change === "changed");

const nameOf = (value: unknown) =>
  typeof value === "object" && value !== null && "name" in value ? value.name : value;

const DAY = /^\d{4}-\d\d-\d\d$/;
const PEOPLE = "stakeholders.";

/** Returns a value as the page of a card shows it: words in the place of keys, days in the language of the page. */
function shownValue(field: string, value: unknown, types: ReadonlyMap<string, CardType>): unknown {
  if (typeof value === "boolean") return value ? t`yes` : t`no`;
  if (typeof value === "number") return number(value);
  if (typeof value !== "string") return nameOf(value);
  if (field === "approval_status") return approvals().find((one) => one.value === value)?.label ?? value;
  if (field === "status") return value === "ARCHIVED" ? t`Archived` : t`Active`;
  if (field === "type") return labelOf(types.get(value) ?? { label: value });
  if (field === "subtype") {
    const owner = [...types.values()].find(({ subtypes }) => subtypes.some(({ key }) => key === value));
    return subtypeLabel(owner, value);
  }
  const isDated = field.startsWith("lifecycle.") || field.startsWith("attributes.");
  return isDated && DAY.test(value) ? day(value) : value;
}

/** Gives a function from a field that differs to its name and its values as texts. */
export function useDifferences(): (change: FieldChange) => Difference {
  const { differenceOf } = useHistoryWords();
  const types = useTypes();
  return ({ field, old, new: now }) => {
    const key = field.replace(/^(attributes|lifecycle)\./, "").replace(/^parent$/, "parent_id");
    const difference = differenceOf(key, shownValue(field, old, types), shownValue(field, now, types));
    const role = field.startsWith(PEOPLE) ? field.slice(PEOPLE.length) : undefined;
    const label = field === "tags" ? t`Tags` : role === undefined ? difference.label : t`People as ${role}`;
    return { ...difference, label, key: field };
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
