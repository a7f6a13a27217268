/** Risks by probability and impact, now or at a date. */
import type { Actor } from "../../../core/access/actor";
import { columns } from "../../../http/tables";
import { instantOf } from "../../../platform/instants";
import { currentRisks, type RiskAtTime, riskMatrix, risksAt } from "../../risks";
import type { Report } from "../table";
import type { MatrixQuery, RiskMatrixReport } from "./model";
import { selectorOf } from "./selection";

/** Risks that a cell names. */
const MAX_NAMED = 100;

type Place = { probability: string | null; impact: string | null };

/** Returns the place of a risk in the matrix. */
function placeOf(risk: RiskAtTime, assessment: MatrixQuery["assessment"]): Place {
  const residual = { probability: risk.residual_probability, impact: risk.residual_impact };
  const isAssessed = residual.probability !== null && residual.impact !== null;
  if (assessment === "residual" || (assessment === "current" && isAssessed)) return residual;
  return { probability: risk.initial_probability, impact: risk.initial_impact };
}

const keyOf = ({ probability, impact }: Place) => `${probability} ${impact}`;

/** Returns the cells of the matrix, row by row. */
function cellsOf(risks: readonly RiskAtTime[], assessment: MatrixQuery["assessment"]): RiskMatrixReport["cells"] {
  const { probabilities, impacts, levels } = riskMatrix();
  const byPlace = Map.groupBy(risks, (risk) => keyOf(placeOf(risk, assessment)));
  return probabilities.flatMap((probability, row) =>
    impacts.map((impact, column) => {
      const found = byPlace.get(keyOf({ probability, impact })) ?? [];
      const level = levels[row]?.[column] ?? "medium";
      const named = found
        .slice(0, MAX_NAMED)
        .map(({ id, reference, title, status }) => ({ id, reference, title, status }));
      return { probability, impact, level, count: found.length, risks: named };
    }),
  );
}

/** Returns the risks at the end of a day, by reference. */
function risksAtEndOf(day: string): RiskAtTime[] {
  const [found] = risksAt([instantOf(day, "end") as string]);
  return [...(found?.values() ?? [])].sort((one, other) => (one.reference < other.reference ? -1 : 1));
}

/** Returns the risks that a query asks for, by probability and impact. @throws Problem 422, 403 */
export function riskMatrixReport(actor: Actor, { assessment, at, format: _, ...selection }: MatrixQuery): Report {
  const risks = (at === undefined ? currentRisks() : risksAtEndOf(at)).filter(selectorOf(actor, selection));
  const cells = cellsOf(risks, assessment);
  const assessed = cells.reduce((sum, { count }) => sum + count, 0);
  const { probabilities, impacts } = riskMatrix();
  const answer: RiskMatrixReport = {
    at: at ?? null,
    assessment,
    probabilities,
    impacts,
    cells,
    total: risks.length,
    unassessed: risks.length - assessed,
  };
  return {
    name: "risk-matrix",
    json: () => [JSON.stringify(answer)],
    columns: [
      ...columns("probability", "impact", "level", "count"),
      { header: "risks", value: (row) => (row["risks"] as { reference: string }[]).map(({ reference }) => reference) },
    ],
    rows: () => cells,
  };
}
