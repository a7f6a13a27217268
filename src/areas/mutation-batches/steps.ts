/** Turns the events of a batch into the steps that undo them. */
import { statement } from "../../../db";
import { refused } from "../../http/errors";
import { type JsonObject, parsed } from "../cards";
import { changesOf, type FieldChange } from "./fields";
import type { OperationName } from "./model";

/** What undoes one event. */
export type Step = {
  /** The event's place in the journal. */
  seq: number;
  eventId: string;
  eventType: string;
  op: OperationName;
  /** The card or relation that is changed back; null when the event doesn't name it. */
  subject: string | null;
  payload: JsonObject;
  /** What was kept for the rollback beside the payload. */
  undo: JsonObject | null;
  /** Of `restore_card_fields`: what is put back, and for each other field why it is not. */
  changes: readonly FieldChange[];
  unreadable: Readonly<Record<string, string>>;
  /** Why the event can't be undone. */
  reason?: string;
};

type Row = {
  seq: number;
  id: string;
  event_type: string;
  data: string | null;
  card_id: string | null;
  undo: string | null;
};

/** A batch with more events than this is not rolled back in one go. */
const MOST_EVENTS = 50_000;

const inverses: Record<string, OperationName> = {
  "card.created": "delete_card",
  "card.archived": "restore_card",
  "card.restored": "archive_card",
  "card.updated": "restore_card_fields",
  "relation.created": "delete_relation",
  "relation.upserted": "delete_relation",
  "relation.updated": "restore_relation_fields",
  "relation.deleted": "restore_relation",
};

const summary = /^card\.(archived|deleted)\.(batch|bulk)$/;

/** The cards that the batch made. What it did to them since needs no undoing, as they go. */
export const madeBy = (steps: readonly Step[]): ReadonlySet<string | null> =>
  new Set(steps.filter((step) => step.op === "delete_card").map((step) => step.subject));

/** Whether nothing is lost when an event is not undone: it only sums up others, or tells of a card that came and went. */
export const isNoLoss = (step: Step, made: ReadonlySet<string | null>): boolean =>
  summary.test(step.eventType) || (step.eventType === "card.deleted" && made.has(step.subject));

function whyUnsupported(eventType: string): string {
  if (summary.test(eventType)) return "It sums up what happened to each card, which is undone card by card";
  if (eventType === "card.deleted") return "A card that was deleted for good can't be brought back";
  if (eventType.startsWith("card.approval_status.")) return "An approval has to be given or taken by somebody";
  if (eventType.startsWith("rollback.")) return "A rollback is not rolled back";
  return "This kind of change can't be rolled back";
}

/** Why an event of a kind that can be undone can't be undone this time. */
function whyUntold(op: OperationName, told: ReturnType<typeof changesOf>, undo: JsonObject | null): string | undefined {
  if (op === "restore_card_fields" && !told) return "The event doesn't tell what the fields held before";
  if ((op === "restore_relation" || op === "restore_relation_fields") && !undo)
    return "The event doesn't tell what the relation held before";
  return undefined;
}

/** What an event tells of fields. A card that was no longer or not yet active is restored, too; that is no archiving to undo. */
function fieldsTold(eventType: string, payload: JsonObject, undo: JsonObject | null): ReturnType<typeof changesOf> {
  if (eventType === "card.updated") return changesOf(payload);
  if (eventType === "card.restored" && undo) return changesOf({ changes: { status: { old: undo["status"] } } });
  return undefined;
}

function stepOf({ seq, id, event_type, data, card_id, undo: kept }: Row): Step {
  const payload = parsed(data);
  const undo = kept === null ? null : parsed(kept);
  const told = fieldsTold(event_type, payload, undo);
  const inverse = told ? "restore_card_fields" : inverses[event_type];
  const reason = inverse ? whyUntold(inverse, told, undo) : whyUnsupported(event_type);
  const named = typeof payload["id"] === "string" ? payload["id"] : null;
  return {
    seq,
    eventId: id,
    eventType: event_type,
    op: inverse && !reason ? inverse : "unsupported",
    subject: named ?? (event_type.startsWith("card.") ? card_id : null),
    payload,
    undo,
    changes: told?.changes ?? [],
    unreadable: told?.unreadable ?? {},
    ...(reason && { reason }),
  };
}

/**
 * The steps that undo a batch, newest event first.
 * @throws Problem 400 when there are too many
 */
export function stepsOf(batchId: string): Step[] {
  const rows = statement<Row, [string, number]>(
    "SELECT seq, id, event_type, data, card_id, undo FROM events WHERE batch_id = ? ORDER BY seq DESC LIMIT ?",
  ).all(batchId, MOST_EVENTS + 1);
  if (rows.length > MOST_EVENTS)
    throw refused(`The batch has more than ${MOST_EVENTS} events, which is too much to be rolled back in one go`);
  return rows.map(stepOf);
}

/** Whether a step changes a relation back; the others that are supported change cards. */
export const isOfRelation = (step: Step): boolean => step.op.includes("relation");

/** A text of a step's payload, as the id of an end of a relation. */
export const told = (step: Step, field: string): string => {
  const value = step.payload[field];
  return typeof value === "string" ? value : "";
};
