/** Storing a change that was made in the database of a scenario. */
import type { Actor } from "../access/actor";
import { publish } from "../journal/journal";
import { writingTask } from "../threads/tasks";
import { requireChangeable } from "./access";
import { type ChangeRow, changedInside, createChange } from "./rows";

/** A change of a scenario that is to be stored: its body in whatever memory. */
export type NewChange = Omit<ChangeRow, "position" | "merged_seq" | "scenario_id" | "user_id" | "body"> & {
  body: Uint8Array | null;
};

type StoredChange = { id: string; actor: Actor; change: NewChange };

/** Stores a change as the last one of a scenario. Publishes `scenario.changed`. @throws Problem 404, 403, 409 */
export const storing = writingTask("scenarios.store", ({ id, actor, change }: StoredChange): void => {
  const scenario = requireChangeable(actor, id);
  const body = change.body && Buffer.from(change.body);
  createChange({ ...change, body, scenario_id: id, user_id: actor.userId });
  publish(actor, { type: "scenario.changed", data: changedInside(scenario, change.events) });
});
