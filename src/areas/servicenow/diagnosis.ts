/** The findings about instances of ServiceNow. */
import { type Finding, fine, problem } from "../../core/diagnostics/finding";
import { connectionRows, listConnections } from "./connections";
import { failureOf } from "./probe";

/** Asks each active instance whether it answers. */
export function examineInstances(): Promise<Finding[]> {
  const active = listConnections().filter(({ is_active }) => is_active);
  return Promise.all(
    active.map(async ({ id, name }) => {
      const failure = await failureOf(connectionRows.require(id));
      return failure === undefined
        ? fine("ServiceNow", `The connection ${name} works.`)
        : problem("ServiceNow", `${name}: ${failure}`, "Test the connection in the settings, and correct it.");
    }),
  );
}
