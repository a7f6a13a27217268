/** The notation of the demo landscape's plans: trees of text. */

/** A task of a plan. */
export type DemoTask = { title: string; status: "todo" | "in_progress" | "done" | "blocked"; months: [number, number] };
/** An item of a plan, with its tasks and what is below it. */
export type DemoItem = { title: string; isMilestone: boolean; tasks: DemoTask[]; items: DemoItem[] };

const TASK = /^- (.+); (todo|in_progress|done|blocked); (-?\d+) (-?\d+)$/;

/**
 * The items of a plan, which is written like a tree: what stands further to the right lies below the line above. A line with
 * a dash is a task: its title, status, first and last month. One with an exclamation mark is a milestone.
 */
export function planOf(plan: string): DemoItem[] {
  const root: DemoItem = { title: "", isMilestone: false, tasks: [], items: [] };
  const open = [{ indent: -1, item: root }];
  for (const line of plan.split("\n").filter((text) => text.trim() !== "")) {
    const text = line.trim();
    const indent = line.indexOf(text);
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    const above = open.at(-1)?.item ?? root;
    const [, title, status, first, last] = TASK.exec(text) ?? [];
    if (title !== undefined) {
      above.tasks.push({ title, status: status as DemoTask["status"], months: [Number(first), Number(last)] });
      continue;
    }
    const item: DemoItem = { title: text.replace(/^! /, ""), isMilestone: text.startsWith("! "), tasks: [], items: [] };
    above.items.push(item);
    open.push({ indent, item });
  }
  return root.items;
}
