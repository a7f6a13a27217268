/**
 * Undoing events: an area declares inverses of its changes, and its events name the inverse that undoes them. A rollback
 * derives its steps, the rights that they need and their results from what the installed areas declare.
 *
 * The idea: nobody stores former states of tables. An event holds what its inverse needs, and the inverse is one more change
 * by the area's own rules. The area of batches knows no other area: it walks through the events of a batch, newest first.
 *
 * Pitfalls:
 * - The world has changed since. An inverse compares with what is there: `unchanged` when everything is as it would make it,
 *   `skipped` with a reason when it can't be done. It never throws for what somebody did in the meantime.
 * - A plan is a rehearsal: the same inverses run in a transaction that is rolled back. An inverse has no effect outside of
 *   the database.
 * - Rights are those of whoever undoes, today; `hiddenKeys` keeps costs out of what they are shown and what they change.
 * - Only an inverse that says so (`publishes`) may publish events; each step of a rollback is an event of its own by itself.
 * - The `undo` of a deletion's event holds everything that the deletion takes along, or `not` says why it is lost.
 *
 * Notes for its users: write the inverse next to the change, in the area's `undo.ts`; `core/row-inverses.ts` declares those of
 * rows that are created, updated and deleted. Test it after a change by somebody else, without the right, and twice.
 */
import type { z } from "zod";
import type { Actor } from "./access/actor";
import type { CardPermissionKey, PermissionKey } from "./access/permissions";
import { type EventDefinition, event, type Payload } from "./journal/event-types";

/** A kind of thing that inverses change. */
export type Subject = {
  /** The field of results that holds its id. */
  idField: `${string}_id`;
  /** The table of its rows. */
  table: string;
  /** The condition that a row has one of the ids in the list that is the parameter; unless it is given, `id` is looked up. */
  hasIdIn?: string;
  /** Fields that results of its steps may have in addition to those that all have. */
  resultFields?: z.ZodRawShape;
  /** True when a change is published as several events, whose equal obstacles count as one. */
  severalEvents?: true;
};

/** An event that is to be undone. */
export type UndoneEvent = {
  /** Its place in the journal. */
  seq: number;
  eventId: string;
  eventType: string;
  authorId: string | null;
  payload: Payload;
  /** The data that was stored for the rollback in addition to the payload. */
  undo: Payload | null;
};

/**
 * A step that undoes one event: the subject's id, null when the event names none, and what the inverse has read
 * off the event.
 */
export type Step<D = unknown> = UndoneEvent & { subject: string | null; data: D };
/** A step whose event names its subject. */
export type SubjectStep<D = unknown> = Step<D> & { subject: string };

/** The outcome of a step. */
export type Outcome = {
  status: "ok" | "skipped";
  /** The reason why it was skipped. */
  reason?: string;
  /** True when it was skipped because everything is already as the step would make it. */
  harmless?: true;
  /** Field that could not be restored → why. */
  notRestored?: Record<string, string>;
  /** Ids without which the step fails as `…_not_found`: no obstacle when the batch created one of them. */
  needs?: readonly string[];
  /** An obstacle in addition to the reasons above, with the cards concerned. */
  obstacle?: { reason: string; card_ids: string[] };
  /** Values of the subject's `resultFields`. */
  result?: object;
};

export const done: Outcome = { status: "ok" };
export const skipped = (reason: string, more: Partial<Outcome> = {}): Outcome => ({
  status: "skipped",
  reason,
  ...more,
});
/** Returns a step that finds everything as it would make it. */
export const unchanged = (reason: string): Outcome => skipped(reason, { harmless: true });

/** A collection that the steps of a rollback fill, and that is dealt with once at its end. */
export type Collection<C> = { start: () => C; finish: (collected: C) => void };

/** A rollback that is being executed. */
export type Rollback = {
  /** The user who rolls back; their events belong to the batch of the rollback. */
  actor: Actor;
  /** Ids of what later batches changed. */
  touched: ReadonlySet<string>;
  /**
   * True when one of some cards was changed after an event, by a batch that is neither rolled back nor part of
   * this.
   */
  changedSince: (cardIds: readonly string[], seq: number) => boolean;
  /** The collection of a kind, with what the steps have collected so far. */
  collected: <C>(kind: Collection<C>) => C;
};

/**
 * The right that a step needs: a permission of the application, a card permission on any one of some cards, or a
 * decision of the area for things that have an owner.
 */
type StepPermission =
  | PermissionKey
  | { card: CardPermissionKey; onAnyOf: (step: SubjectStep) => readonly string[] }
  | { mayUndo: (actor: Actor, step: SubjectStep) => boolean };

/** A way of undoing events, for the `undo` of an area. Methods run in the transaction of the rollback. */
export type Inverse<D = unknown> = {
  subject: Subject;
  /** It is needed while the subject exists, or is to exist again; nothing happens to a subject that is gone. */
  permission: StepPermission;
  /** The permission that is enough for its author while nobody else has changed the subject since. */
  ownPermission?: PermissionKey;
  /** True when its execution publishes events; the steps before it are published before. */
  publishes?: true;
  /** True when it deletes its subject, which the batch created, or creates it again. */
  effect?: "deletes" | "creates";
  /** The reasons that a user can clear away; without force, they refuse the rollback. */
  clearable?: readonly string[];
  /** Reads what the step needs off its event; a text says why the event can't be undone. */
  read?(event: UndoneEvent): D | string;
  /** True when nothing is lost where `read` refuses an event, because its subject follows from something else. */
  lossless?(event: UndoneEvent): boolean;
  /** Looks up which values of steps the actor must not see, as keys of attributes. */
  hiddenKeys?(actor: Actor, steps: readonly Step<D>[]): (step: Step<D>) => readonly string[];
  /** True when a step would change something that is hidden from the actor, and is therefore refused. */
  changesHidden?(step: Step<D>, hiddenKeys: readonly string[]): boolean;
  /** The values that a step restores, and the keys of those that are objects. */
  describe?(
    step: Step<D>,
    hiddenKeys: readonly string[],
  ): { fields?: Record<string, unknown>; keys?: Record<string, string[]> };
} & (
  | { undo(rollback: Rollback, step: SubjectStep<D>): Outcome }
  /** Executes steps that follow one another, together. */
  | { undoTogether(rollback: Rollback, steps: readonly SubjectStep<D>[]): Outcome[] }
);

/** Name of an inverse → the inverse. */
export type Inverses = Record<string, Inverse>;

/** Declares an inverse; the type of its steps' data follows from `read`. */
export const inverse = <D>(definition: Inverse<D>): Inverse => definition as Inverse;

let inverses: ReadonlyMap<string, Inverse> = new Map();

/** Makes known the inverses that areas declare. */
export function defineInverses(all: readonly Inverses[]): void {
  inverses = new Map(all.flatMap((declared) => Object.entries(declared)));
}

/** Returns every inverse, by its name, in the order of the areas. */
export const definedInverses = (): ReadonlyMap<string, Inverse> => inverses;

/** Returns the kinds of thing that inverses change. */
export const definedSubjects = (): Subject[] => [...new Set([...inverses.values()].map(({ subject }) => subject))];

/** The payload of a `rollback.*` event: a step of a rollback with its outcome. */
export type RollbackPayload = { event_id: string; op: string; outcome: Outcome["status"] } & Payload;

type RollbackEvents = Record<`rollback.${string}`, EventDefinition<RollbackPayload>>;

/** Returns the types of events that record the steps of rollbacks: one for each inverse. */
export const rollbackEvents = (all: readonly Inverses[]): RollbackEvents =>
  Object.fromEntries(
    all.flatMap((declared) =>
      Object.keys(declared).map((name) => [
        `rollback.${name}`,
        event<RollbackPayload>("admin.events", { undo: { not: "A rollback is not rolled back" } }),
      ]),
    ),
  );

declare module "./area-definitions" {
  interface AreaDefinitions {
    undo: { events: RollbackEvents };
  }
}
