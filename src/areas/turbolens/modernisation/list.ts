/** The list of recommendations. */
import { desc } from "drizzle-orm";
import { db, tables } from "../../../../db";
import { type Actor, may } from "../../../core/access/actor";
import type { Modernization } from "./model";
import { COST_FACT } from "./rules";

const { modernizations } = tables;

/** Recommendations of a list. */
const MAX_LISTED = 5_000;

/** Lists the recommendations, those of the latest run first, the most urgent first. */
export function listModernizations(actor: Actor): Modernization[] {
  const seesCosts = may(actor, "costs.view");
  const rows = db
    .select()
    .from(modernizations)
    .orderBy(desc(modernizations.analysed_at), modernizations.seq)
    .limit(MAX_LISTED)
    .all();
  const listed = rows.map(({ seq: _, created_at: __, updated_at: ___, facts, ...row }) => {
    const all = facts === null ? [] : (JSON.parse(facts) as string[]);
    return { ...row, facts: all };
  });
  return seesCosts ? listed : listed.flatMap(withoutCosts);
}

/** Returns a recommendation without what says of costs; none when that is all that led to it. */
function withoutCosts(row: Modernization): Modernization[] {
  const facts = row.facts.filter((fact) => fact !== COST_FACT);
  return facts.length === 0 && row.facts.length > 0 ? [] : [{ ...row, facts }];
}
