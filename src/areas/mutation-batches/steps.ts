/** Derives the steps that undo a batch from its events. */
import { statement } from "../../../db";
import { eventDefinition, type Payload, type Undo } from "../../core/journal/event-types";
import { definedInverses, type Inverse, type Step, type UndoneEvent } from "../../core/undo";
import { refused } from "../../http/errors";
import { parseObject } from "../../platform/json";

/** A step that an inverse executes; `op` is the inverse's name. */
export type SupportedStep = Step & { op: string; inverse: Inverse };
type Lossless = Extract<Undo, { not: string }>["lossless"];
/** A step that stands for an event that can't be undone. */
type UnsupportedStep = Step & { op: "unsupported"; inverse?: undefined; reason: string; lossless?: Lossless };
export type BatchStep = SupportedStep | UnsupportedStep;

export const isSupported = (step: BatchStep): step is SupportedStep => step.inverse !== undefined;

type Row = {
  seq: number;
  id: string;
  event_type: string;
  author_id: string | null;
  data: string | null;
  card_id: string | null;
  undo: string | null;
};

/**
 * A batch with more events than this is not rolled back: all of it is undone or nothing, in one transaction, which holds the write
 * lock for a second or two at this size. It is twice what one bulk request may create.
 */
const MAX_EVENTS = 20_000;

/** Returns the id of what an event is about; only an event about a card may leave it to its `card_id`. */
function subjectOf(payload: Payload, cardId: string | null, inverse: Inverse | undefined): string | null {
  if (typeof payload["id"] === "string") return payload["id"];
  return inverse && inverse.subject.idField !== "card_id" ? null : cardId;
}

const NOT_UNDONE: Undo = { not: "This kind of change can't be rolled back" };

const losslessly = (inverse: Inverse | undefined, event: UndoneEvent): { lossless?: Lossless } =>
  inverse?.lossless?.(event) ? { lossless: "always" } : {};

function stepOf({ seq, id, event_type, author_id, data, card_id, undo: storedUndo }: Row): BatchStep {
  const undo = storedUndo === null ? null : parseObject(storedUndo);
  const event: UndoneEvent = {
    seq,
    eventId: id,
    eventType: event_type,
    authorId: author_id,
    payload: parseObject(data),
    undo,
  };
  const how = eventDefinition(event_type)?.undo ?? NOT_UNDONE;
  const op = "not" in how ? "unsupported" : typeof how.by === "string" ? how.by : how.by(undo);
  const inverse = definedInverses().get(op);
  const step = { ...event, subject: subjectOf(event.payload, card_id, inverse) };
  const read = inverse?.read?.(event);
  if (inverse && typeof read !== "string") return { ...step, data: read, op, inverse };
  const { not, lossless } = "not" in how ? how : { not: read as string, ...losslessly(inverse, event) };
  return { ...step, data: undefined, op: "unsupported", reason: not, lossless };
}

/** Returns the number of events of a batch, and the last of them. */
const sizeOf = (batchId: string): { count: number; last: number | null } =>
  statement<{ count: number; last: number | null }, [string]>(
    "SELECT count(*) AS count, max(seq) AS last FROM events WHERE batch_id = ?",
  ).get(batchId) as { count: number; last: number | null };

/** The steps of a batch that were read before the write lock is there, and its events then. */
let readBefore: { batchId: string; size: ReturnType<typeof sizeOf>; steps: BatchStep[] } | undefined;

/** Reads the steps of a batch, unless there are too many, for the next `stepsOf` on this thread. */
export function readStepsAhead(batchId: string): void {
  const size = sizeOf(batchId);
  readBefore = size.count > MAX_EVENTS ? undefined : { batchId, size, steps: readSteps(batchId) };
}

/**
 * Returns the steps that undo a batch, newest event first.
 * @throws Problem 400 when there are too many
 */
export function stepsOf(batchId: string): BatchStep[] {
  const before = readBefore;
  readBefore = undefined;
  const isRead = before?.batchId === batchId && Bun.deepEquals(before.size, sizeOf(batchId));
  return isRead ? before.steps : readSteps(batchId);
}

function readSteps(batchId: string): BatchStep[] {
  const rows = statement<Row, [string, number]>(
    "SELECT seq, id, event_type, author_id, data, card_id, undo FROM events WHERE batch_id = ? ORDER BY seq DESC LIMIT ?",
  ).all(batchId, MAX_EVENTS + 1);
  if (rows.length > MAX_EVENTS)
    throw refused(
      `The batch has more than ${MAX_EVENTS} events: a rollback undoes everything or nothing, and others would wait too long for so much`,
    );
  const events = new Set(rows.map(({ id }) => id));
  return rows.map(stepOf).map((step) => (isUndoneWith(step, events) ? { ...step, lossless: "always" } : step));
}

/** Checks whether a step stands for the rollback of one of the events that are undone with it, which therefore loses nothing. */
const isUndoneWith = ({ op, eventType, payload }: BatchStep, events: ReadonlySet<string>): boolean =>
  op === "unsupported" && eventType.startsWith("rollback.") && events.has(String(payload["event_id"]));

/** Returns the ids of what the batch created. Other changes of it need no undoing, as it is deleted. */
export const createdBy = (steps: readonly BatchStep[]): ReadonlySet<string | null> =>
  new Set(steps.filter((step) => step.inverse?.effect === "deletes").map((step) => step.subject));

/** Checks whether nothing is lost when an event is not undone. */
export const isLossless = (step: BatchStep, created: ReadonlySet<string | null>): boolean =>
  !isSupported(step) &&
  (step.lossless === "always" || (step.lossless === "ifCreatedInBatch" && created.has(step.subject)));
