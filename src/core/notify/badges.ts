/** What waits for a user, as numbers beside the menu. An area that has work for users extends the points here. */
import { extensionPoint } from "../extension-point";

/** Asked how many open todos a user has. */
export const openTodos = extensionPoint<[userId: string], number>();
/** Asked how many surveys wait for a user's answer. */
export const pendingSurveys = extensionPoint<[userId: string], number>();

/** How much of each kind waits for a user. */
export function badgeCounts(userId: string): { open_todos: number; pending_surveys: number } {
  const sum = (asked: typeof openTodos) => asked(userId).reduce((total, { result }) => total + result, 0);
  return { open_todos: sum(openTodos), pending_surveys: sum(pendingSurveys) };
}
