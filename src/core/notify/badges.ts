/** Counts of pending work of a user, shown in the menu. Areas with work for users extend these points. */
import { extensionPoint } from "../extension-point";

/** Counts a user's open todos. */
export const openTodos = extensionPoint<[userId: string], number>();
/** Counts the surveys that a user has yet to answer. */
export const pendingSurveys = extensionPoint<[userId: string], number>();

/** Returns the user's counts of pending work. */
export function badgeCounts(userId: string): { open_todos: number; pending_surveys: number } {
  const sum = (point: typeof openTodos) => point(userId).reduce((total, { result }) => total + result, 0);
  return { open_todos: sum(openTodos), pending_surveys: sum(pendingSurveys) };
}
