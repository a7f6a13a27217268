/** The plan of an initiative as it is read at once. */
import { listTasks } from "../tasks/list";
import { listDependencies } from "./dependencies";
import { completionOf, listItems } from "./list";

/**
 * Returns the items, tasks and dependencies of an initiative, each in their order, and its completion, as JSON.
 * @throws Problem 404
 */
export function planOf(initiativeId: string): string {
  const members = [
    `"items":[${listItems(initiativeId).join(",")}]`,
    `"tasks":[${listTasks(initiativeId).join(",")}]`,
    `"dependencies":${JSON.stringify(listDependencies(initiativeId))}`,
    `"completion":${completionOf(initiativeId)}`,
  ];
  return `{${members.join(",")}}`;
}
