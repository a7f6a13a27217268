/** Events of a card in words, and changes of its fields as differences. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type Field, fieldsOf, optionLabel } from "../metamodel/fields";
import { type CardType, labelOf, typesQuery } from "../metamodel/queries";
import type { Schemas } from "../server/client";

type HistoryEvent = Schemas["HistoryEvent"];

/** A field, with its value before and after a change. */
export type Difference = { key: string; label: string; before: string; after: string };

/** A changed field with what it was: one of the card itself, or one of its attributes or phases. */
export type ChangedField = Difference & { place: Place; former: unknown; latter: unknown; field: Field };
type Place = "card" | "attributes" | "lifecycle";

/** Returns the name of a changed field in events, such as `attributes.size`. */
export const pathOf = ({ place, key }: Pick<ChangedField, "place" | "key">): string =>
  place === "card" ? key : `${place}.${key}`;

const LONGEST = 200;

/** Returns a value as a text of bounded length. */
function textOf(value: unknown, label: (key: string) => string): string {
  if (value === null || value === undefined) return "";
  const text = Array.isArray(value)
    ? value.map((one) => label(String(one))).join(", ")
    : typeof value === "object"
      ? Object.values(value).filter(Boolean).join(", ")
      : label(String(value));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

type FieldChanges = Record<string, { old: unknown; new: unknown; place: Place }>;

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** Returns the changed fields of an event; attributes and phases each by themselves. */
function changesOf(data: Record<string, unknown>): FieldChanges {
  const changed: FieldChanges = {};
  for (const [key, value] of Object.entries(asObject(data["changes"]))) {
    const { old: before, new: after } = asObject(value);
    if (key !== "attributes" && key !== "lifecycle") {
      changed[key] = { old: before, new: after, place: "card" };
      continue;
    }
    const was = asObject(before);
    const is = asObject(after);
    for (const part of new Set([...Object.keys(was), ...Object.keys(is)]))
      if (JSON.stringify(was[part]) !== JSON.stringify(is[part]))
        changed[part] = { old: was[part], new: is[part], place: key };
  }
  return changed;
}

/** Functions that put events into words, in the language of the page. */
export function useHistoryWords() {
  const { t } = useLingui();
  const { data: types = [] } = useQuery(typesQuery);
  const fields = new Map(types.flatMap((type: CardType) => fieldsOf(type).map((field) => [field.key, field] as const)));
  const names: Record<string, string> = {
    name: t`Name`,
    description: t`Description`,
    subtype: t`Subtype`,
    parent_id: t`Parent`,
    external_id: t`External id`,
    alias: t`Alias`,
    approval_status: t`Approval`,
    status: t`Status`,
    plan: t`Plan`,
    phaseIn: t`Phase in`,
    active: t`Active`,
    phaseOut: t`Phase out`,
    endOfLife: t`End of life`,
  };
  const labelFor = (key: string) => {
    const field = fields.get(key);
    return field ? labelOf(field) : (names[key] ?? key);
  };
  const differenceOf = (key: string, before: unknown, after: unknown): Difference => ({
    key,
    label: labelFor(key),
    before: textOf(before, (one) => optionLabel(fields.get(key), one)),
    after: textOf(after, (one) => optionLabel(fields.get(key), one)),
  });
  const differencesOf = ({ data }: Pick<HistoryEvent, "data">): ChangedField[] =>
    Object.entries(changesOf(data ?? {})).map(([key, { old: former, new: latter, place }]) => ({
      ...differenceOf(key, former, latter),
      field: fields.get(key) ?? { key, label: labelFor(key), type: place === "lifecycle" ? "date" : "text" },
      place,
      former,
      latter,
    }));
  const sentences: Record<string, (data: Record<string, unknown>) => string> = {
    "card.created": () => t`Card created`,
    "card.updated": (data) => t`${Object.keys(changesOf(data)).map(labelFor).join(", ")} changed`,
    "card.archived": () => t`Archived`,
    "card.restored": () => t`Brought back`,
    "card.deleted": () => t`Deleted`,
    "card.approval_status.approve": () => t`Approved`,
    "card.approval_status.reject": () => t`Rejected`,
    "card.approval_status.reset": () => t`Made a draft again`,
    "card.tagged": (data) => t`Tag ${String(data["tag_name"] ?? data["name"] ?? "")} added`,
    "card.untagged": (data) => t`Tag ${String(data["tag_name"] ?? data["name"] ?? "")} taken away`,
    "relation.created": (data) => t`Related: ${String(data["summary"] ?? "")}`,
    "relation.upserted": (data) => t`Related: ${String(data["summary"] ?? "")}`,
    "relation.updated": (data) => t`Relation changed: ${String(data["summary"] ?? "")}`,
    "relation.deleted": (data) => t`Relation taken away: ${String(data["summary"] ?? "")}`,
    "comment.created": () => t`Commented`,
    "comment.updated": () => t`Comment changed`,
    "comment.deleted": () => t`Comment deleted`,
    "stakeholder.added": (data) => t`${String(data["user_display_name"] ?? "")} assigned`,
    "stakeholder.removed": (data) => t`${String(data["user_display_name"] ?? "")} has a part no longer`,
  };
  const subjects: Record<string, string> = {
    risk: t`Risk changed`,
    todo: t`Task changed`,
    document: t`Links changed`,
    file: t`Files changed`,
    ppm: t`Project changed`,
    adr: t`Decision changed`,
    soaw: t`Statement of work changed`,
    diagram: t`Diagram changed`,
    process: t`Process changed`,
    survey: t`Survey answered`,
    metamodel: t`Metamodel changed`,
    settings: t`Settings changed`,
    role: t`Role changed`,
    calculation: t`Calculation changed`,
    user: t`Account changed`,
    token: t`Access token changed`,
    invitation: t`Invitation changed`,
    impersonation: t`Seen as another role`,
    tag: t`Tags changed`,
    notification: t`Notifications changed`,
    web: t`Portal changed`,
    eol: t`End of life changed`,
    bookmark: t`View changed`,
    saved: t`Saved report changed`,
    catalogue: t`Catalogue changed`,
    servicenow: t`ServiceNow connection changed`,
    migration: t`Migration changed`,
    analysis: t`Analysis changed`,
    duplicate: t`Duplicates decided`,
    assessment: t`Assessment changed`,
    compliance: t`Finding changed`,
    workspace: t`Workspace transferred`,
    backup: t`Backup changed`,
    rollback: t`Undone`,
  };
  const sentenceOf = ({ event_type, data }: Pick<HistoryEvent, "event_type" | "data">): string =>
    sentences[event_type]?.(data ?? {}) ??
    subjects[event_type.split(/[._]/)[0] ?? ""] ??
    event_type.replaceAll(/[._]/g, " ");
  return { sentenceOf, differencesOf, differenceOf, labelFor };
}
