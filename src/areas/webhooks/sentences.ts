/** Events as sentences for chats: who did what to what, and which fields of it. */
import { changedFieldsIn } from "../../core/journal/differences";
import type { JsonObject } from "../../platform/json";
import type { JournalRow } from "./journal";
import { linkTo } from "./links";

/** A sentence in its parts, none of which is escaped yet. */
export type Sentence = { who: string; verb: string; subject: string; link: string; details: string };

/** Types of events whose verb is not their last word. */
const verbs: Record<string, string> = {
  "card.approval_status.approve": "approved",
  "card.approval_status.reject": "rejected",
  "card.approval_status.reset": "made a draft again:",
  "card.archived.batch": "archived",
  "card.archived.bulk": "archived several cards:",
  "card.deleted.batch": "deleted",
  "card.deleted.bulk": "deleted several cards:",
  "comment.created": "commented on",
  "stakeholder.added": "assigned somebody to",
  "stakeholder.removed": "took somebody's part away in",
};

const LONGEST = 200;
const MAX_FIELDS = 8;

const textIn = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value.slice(0, LONGEST).toWellFormed() : undefined;

/** Returns the name of what an event is about; without one the kind of it. */
function subjectOf({ event_type, card_name }: JournalRow, payload: JsonObject): string {
  const { source_name, target_name, name, title } = payload;
  const ends = [textIn(source_name), textIn(target_name)].filter((end) => end !== undefined);
  if (ends.length === 2) return ends.join(" → ");
  const kind = event_type.split(".").slice(0, -1).join(" ").replaceAll("_", " ");
  const own = textIn(name) ?? textIn(title);
  if (event_type.startsWith("card.")) return textIn(card_name) ?? own ?? "a card";
  const thing = own === undefined ? kind : `${kind} ${own}`;
  return card_name === null ? thing : `${thing} (${textIn(card_name)})`;
}

/** Returns an event as a sentence. */
export function sentenceOf(row: JournalRow, payload: JsonObject): Sentence {
  const { event_type: type, user_display_name: who } = row;
  const fields = (changedFieldsIn(payload) ?? []).map((field) => field.slice(field.indexOf(".") + 1));
  const more = fields.length > MAX_FIELDS ? ` and ${fields.length - MAX_FIELDS} more` : "";
  return {
    who: who ?? "Stoa",
    verb: verbs[type] ?? type.slice(type.lastIndexOf(".") + 1).replaceAll("_", " "),
    subject: subjectOf(row, payload),
    link: linkTo(row),
    details: fields.slice(0, MAX_FIELDS).join(", ") + more,
  };
}
