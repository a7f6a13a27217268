/** The answer to a comparison: it is made by reader threads, one for each state. */
import { type Actor, require } from "../../core/access/actor";
import { onTwoStates } from "../../core/states/two";
import { invalid } from "../../http/errors";
import { held } from "../../http/request-context";
import { tableHeaders } from "../../http/tables";
import { now, today } from "../../platform/clock";
import { costKeys } from "./cost-keys";
import type { CompareQuery, Comparison } from "./model";
import { comparing, comparingAsFile, readingFormer } from "./tasks";

/** Returns an instant that is not in the future: of the end of today, now. @throws Problem 422 */
function pastInstant(name: "from" | "to", instant: string): string {
  const latest = now();
  if (instant <= latest) return instant;
  if (instant.startsWith(today())) return latest;
  throw invalid(["query", name], "must not be in the future", "value_error", instant);
}

/** Returns the instants that are compared; the present without `to`. @throws Problem 422 */
function instantsOf(query: CompareQuery): { from: string; to: string | undefined } {
  const from = pastInstant("from", query.from);
  const to = query.to === undefined ? undefined : pastInstant("to", query.to);
  if (to !== undefined && from > to)
    throw invalid(["query", "from"], "must not be after `to`", "value_error", query.from);
  return { from, to };
}

/**
 * Compares the landscape at two instants, as a page or as a file.
 * @throws Problem 422 for instants or filters that are invalid, 403 for what the actor may not see or export, 429 and 503
 */
export async function compare(actor: Actor, query: CompareQuery, request: Request): Promise<Comparison | Response> {
  const { from: _, to: __, change, figures, page, page_size, format, bom, ...filters } = query;
  if (format !== "json") require(actor, "inventory.export");
  const instants = instantsOf(query);
  const asked = { filters, change, figures: figures && format === "json" };
  const asker = { userId: actor.userId, signal: request.signal };
  const plainActor = { ...actor };
  return held(request, () =>
    onTwoStates(instants, asker, async ({ from, to, knownSince }) => {
      const former = await from.run(readingFormer, { actor: plainActor, asked });
      const compared = { actor: plainActor, asked, former, formerFile: from.path, today: costKeys() };
      if (format !== "json") {
        const bytes = await to.run(comparingAsFile, { ...compared, format, bom });
        return new Response(bytes, { headers: tableHeaders({ name: "comparison" }, format) });
      }
      const answer = await to.run(comparing, { ...compared, page, page_size });
      return { from: knownSince ?? instants.from, to: instants.to ?? now(), known_since: knownSince, ...answer };
    }),
  );
}
