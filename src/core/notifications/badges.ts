/** What waits for a user, as numbers beside the menu. An area that has work for users counts it here. */

/** The numbers that front ends show. */
export type Badge = "open_todos" | "pending_surveys";

const counters: Record<Badge, ((userId: string) => number)[]> = { open_todos: [], pending_surveys: [] };

/** Has a function counted in; called by the area that keeps what it counts. */
export function countBadge(badge: Badge, count: (userId: string) => number): void {
  if (!counters[badge].includes(count)) counters[badge].push(count);
}

/** How much of each kind waits for a user. */
export const badgeCounts = (userId: string): Record<Badge, number> => {
  const sum = (badge: Badge) => counters[badge].reduce((total, count) => total + count(userId), 0);
  return { open_todos: sum("open_todos"), pending_surveys: sum("pending_surveys") };
};
