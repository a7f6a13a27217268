/** Both matrices with the same axes, and how many risks are on each level: what is pressed filters the register. */
import { Trans, useLingui } from "@lingui/react/macro";
import { number } from "../../language/format";
import type { Assessment } from "../../risks/assess";
import { type MatrixCell, MatrixGrid } from "../../risks/matrix";
import type { Level, RiskMatrix, RiskMetrics } from "../../risks/queries";
import { LevelSign } from "../../risks/signs";
import { Missing } from "../../ui/signs";
import { chosenCell, type Register, withCell } from "./state";

type MatricesProps = { register: Register; matrix: RiskMatrix; metrics: RiskMetrics };

const LEVELS: readonly Level[] = ["critical", "high", "medium", "low"];

const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);

/** Shows the matrices. */
export function Matrices({ register, matrix, metrics }: MatricesProps) {
  const { t } = useLingui();
  const inCell = (assessment: Assessment) => (cell: MatrixCell) => {
    const [row, column] = [matrix.probabilities.indexOf(cell.probability), matrix.impacts.indexOf(cell.impact)];
    const named = metrics.cells?.find(
      (one) => one.assessment === assessment && one.probability === cell.probability && one.impact === cell.impact,
    );
    return { count: metrics[`${assessment}_matrix`][row]?.[column] ?? 0, risks: named?.risks ?? [] };
  };
  return (
    <section className="risk-picture" aria-label={t`Matrix`}>
      {(["initial", "residual"] as const).map((assessment) => (
        <div key={assessment} className="risk-half">
          <p className="risk-half-head">
            <b>{assessment === "initial" ? t`Before` : t`What is left`}</b>{" "}
            <span className="c3 t11">
              {assessment === "initial" ? t`probability ↑ · impact →` : t`after mitigation`}
            </span>
          </p>
          <MatrixGrid
            label={assessment === "initial" ? t`Before mitigation` : t`What is left`}
            matrix={matrix}
            isLeft={assessment === "residual"}
            inCell={inCell(assessment)}
            chosen={chosenCell(register.filter, assessment)}
            onChoose={(cell) => register.setFilter((newest) => withCell(newest, assessment, cell))}
            current={register.opened}
            onRisk={(id) => register.open(id)}
          />
        </div>
      ))}
      <LevelCounts matrix={matrix} metrics={metrics} />
    </section>
  );
}

function LevelCounts({ matrix, metrics }: Omit<MatricesProps, "register">) {
  const count = (counts: readonly (readonly number[])[], level: Level) =>
    sum(counts.flatMap((row, at) => row.filter((_, column) => matrix.levels[at]?.[column] === level)));
  const left = sum(metrics.residual_matrix.flat());
  const figure = (value: number) => (value > 0 ? number(value) : "–");
  return (
    <table className="risk-levels">
      <thead>
        <tr>
          <th>
            <Trans>Level</Trans>
          </th>
          <th>
            <Trans>before</Trans>
          </th>
          <th>
            <Trans>left</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {LEVELS.map((level) => (
          <tr key={level}>
            <th>
              <LevelSign level={level} />
            </th>
            <td className="num">{figure(count(metrics.initial_matrix, level))}</td>
            <td className="num w2">{figure(count(metrics.residual_matrix, level))}</td>
          </tr>
        ))}
        <tr>
          <th>
            <Unassessed />
          </th>
          <td className="num">–</td>
          <td className="num w2">{figure(metrics.total - left)}</td>
        </tr>
      </tbody>
    </table>
  );
}

function Unassessed() {
  const { t } = useLingui();
  return (
    <span className="inv">
      <Missing title="" />
      {t`Not assessed`}
    </span>
  );
}
