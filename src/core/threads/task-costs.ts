/** The past costs of tasks, which decide on their order and their memory. */

/** The cost of a task: milliseconds, and bytes of its result. */
export type TaskCost = { took: number; bytes: number };

/** The share of what is known that each new observation replaces: some calls of a task take far longer than others. */
const WEIGHT = 0.3;

/** The costs of tasks by name. A name is one of the operations and tasks that the areas declare, so there are some hundreds. */
export type TaskCosts = {
  /** The expected cost of a task; undefined before its first end. */
  of(task: string): TaskCost | undefined;
  /** Notes what is known after a call; one that was refused or cancelled says nothing of the bytes. */
  note(task: string, cost: Partial<TaskCost>): void;
};

/** Creates an empty record of costs. */
export function createTaskCosts(): TaskCosts {
  const costs = new Map<string, TaskCost>();
  return {
    of: (task) => costs.get(task),
    note(task, noted) {
      const before = costs.get(task) ?? { took: noted.took ?? 0, bytes: noted.bytes ?? 0 };
      const { took, bytes } = { ...before, ...noted };
      const towards = (old: number, observed: number) => old + (observed - old) * WEIGHT;
      // Too little memory hurts more than too much: a large result counts at once.
      costs.set(task, { took: towards(before.took, took), bytes: Math.max(bytes, towards(before.bytes, bytes)) });
    },
  };
}
