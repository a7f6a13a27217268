/** The notation of the demo landscape's plans: trees of text. */
import type { Person } from "./people";

/** A task of a plan. */
export type DemoTask = {
  title: string;
  status: "todo" | "in_progress" | "done" | "blocked";
  months: [number, number];
  /** The person who works on it; whoever keeps the plan when left out. */
  who?: Person;
};
/** An item of a plan, with its tasks and what is below it. */
export type DemoItem = {
  title: string;
  /** The month of a milestone, counted from the month of loading; other items have none. */
  milestone?: number;
  tasks: DemoTask[];
  items: DemoItem[];
};

const TASK = /^- (.+); (todo|in_progress|done|blocked); (-?\d+) (-?\d+)(?: @(\w+))?$/;
const MILESTONE = /^! (.+); (-?\d+)$/;

/**
 * Returns the items of a plan, which is written like a tree: what stands further to the right lies below the line above. A
 * line with a dash is a task: its title, status, first and last month, and who works on it. One with an exclamation mark is
 * a milestone, with its month.
 */
export function planOf(plan: string): DemoItem[] {
  const root: DemoItem = { title: "", tasks: [], items: [] };
  const open = [{ indent: -1, item: root }];
  for (const line of plan.split("\n").filter((text) => text.trim() !== "")) {
    const text = line.trim();
    const indent = line.indexOf(text);
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    const above = open.at(-1)?.item ?? root;
    const [, title, status, first, last, who] = TASK.exec(text) ?? [];
    if (title !== undefined) {
      const months: [number, number] = [Number(first), Number(last)];
      above.tasks.push({ title, status: status as DemoTask["status"], months, ...(who && { who: who as Person }) });
      continue;
    }
    const [, milestone, month] = MILESTONE.exec(text) ?? [];
    const item: DemoItem = milestone
      ? { title: milestone, milestone: Number(month), tasks: [], items: [] }
      : { title: text, tasks: [], items: [] };
    above.items.push(item);
    open.push({ indent, item });
  }
  return root.items;
}
