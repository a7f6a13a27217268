/** Figures of states that were read a moment ago: they are the same as long as nothing in the state has changed. */
import type { Actor } from "../../core/access/actor";
import type { ReadState } from "../../core/states/two";
import type { Task } from "../../core/threads/tasks";
import { MINUTE, today } from "../../platform/clock";
import { metamodel } from "../metamodel";
import type { Figure } from "../reports";

/** Figures that are remembered at most, and for how many milliseconds: they also follow from settings, such as the source of ends of life. */
const MAX_REMEMBERED = 64;
const LONGEST = 2 * MINUTE;

type RememberedFigures = { figures: Figure[]; until: number; metamodel: unknown };

const remembered = new Map<string, RememberedFigures>();

/** Returns text for all in an actor that decides what they see. */
const rightsOf = ({ userId, role, permissions }: Actor): string => JSON.stringify([userId, role, permissions]);

/**
 * Returns the figures of a state as an actor sees them, from memory where they are.
 * @param task reads them
 * @throws what the task throws
 */
export async function figuresIn(
  { run, version }: ReadState,
  actor: Actor,
  task: Task<{ actor: Actor }, Figure[]>,
): Promise<Figure[]> {
  const key = [task.name, version, today(), rightsOf(actor)].join("\n");
  const known = remembered.get(key);
  if (known && known.until > Date.now() && known.metamodel === metamodel()) return known.figures;
  const current = metamodel();
  const figures = await run(task, { actor: { ...actor } });
  remembered.delete(key);
  remembered.set(key, { figures, until: Date.now() + LONGEST, metamodel: current });
  for (const oldest of remembered.keys()) {
    if (remembered.size <= MAX_REMEMBERED) break;
    remembered.delete(oldest);
  }
  return figures;
}
