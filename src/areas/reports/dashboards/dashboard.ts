/** The landscape in figures. */

import { type Condition, clause, currentPhase, phases, valuesOf, where } from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import { today } from "../../../platform/clock";
import { oneDecimal } from "../../../platform/rounding";
import { fragment, rowsOf } from "../rows";
import { latestEvents } from "./activity";
import { trendsOf } from "./snapshots";

const EVENTS = 20;

type PhaseRow = [
  phase: string | null,
  cards: number,
  quality: number,
  below25: number,
  below50: number,
  below75: number,
];

/** Returns the figures of the cards in each phase. */
export function figuresByPhase(population: readonly Condition[]): PhaseRow[] {
  const phase = currentPhase(today());
  const below = [25, 50, 75].map((limit) => `sum(c.data_quality < ${limit})`).join(", ");
  return rowsOf<PhaseRow>(
    fragment(
      `SELECT ${phase.sql}, count(*), sum(c.data_quality), ${below} FROM cards c ${clause(population)} GROUP BY 1`,
      ...phase.values,
      ...valuesOf(population),
    ),
  );
}

/** Returns the number of active cards by a column of the stored counts. */
export const countsBy = (column: "type" | "approval_status"): Record<string, number> =>
  Object.fromEntries(
    rowsOf<[string, number]>(
      fragment(
        `SELECT ${column}, sum(count) FROM card_counts WHERE status = 'ACTIVE' GROUP BY 1 HAVING sum(count) > 0 ORDER BY 1`,
      ),
    ),
  );

/** Returns the dashboard of the landscape. */
export function dashboard(actor: Actor) {
  const byPhase = figuresByPhase([where("c.status = 'ACTIVE'")]);
  const sum = (column: 1 | 2 | 3 | 4 | 5) => byPhase.reduce((all, row) => all + row[column], 0);
  const total_cards = sum(1);
  const below25 = sum(3);
  const below50 = sum(4);
  const below75 = sum(5);
  const inPhase = new Map(byPhase.map(([phase, cards]) => [phase ?? "none", cards]));
  const approvals = countsBy("approval_status");
  const avg_data_quality = total_cards === 0 ? 0 : oneDecimal(sum(2) / total_cards);
  return {
    total_cards,
    by_type: countsBy("type"),
    avg_data_quality,
    approval_statuses: approvals,
    data_quality_distribution: {
      "0-25": below25,
      "25-50": below50 - below25,
      "50-75": below75 - below50,
      "75-100": total_cards - below75,
    },
    lifecycle_distribution: Object.fromEntries([...phases, "none"].map((phase) => [phase, inPhase.get(phase) ?? 0])),
    recent_events: latestEvents(actor, EVENTS),
    trends: trendsOf({
      total_cards,
      avg_data_quality,
      approved_count: approvals["APPROVED"] ?? 0,
      broken_count: approvals["BROKEN"] ?? 0,
    }),
  };
}
