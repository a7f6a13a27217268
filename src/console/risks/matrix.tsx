/** The matrix of risks: probability by impact, each cell tinted by its level, with the numbers of the risks that are in it. */
import { useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, useRef, useState } from "react";
import { number } from "../language/format";
import type { Impact, Level, Probability, RiskMatrix, RiskMetrics } from "./queries";
import { LevelSign, tokenClass } from "./signs";
import { impactWords, levelWords, numberOf, probabilityWords } from "./words";

export type MatrixCell = { probability: Probability; impact: Impact };

type NamedRisk = NonNullable<RiskMetrics["cells"]>[number]["risks"][number];

export type MatrixGridProps = {
  label: string;
  matrix: RiskMatrix;
  /** True for what is left after mitigation. */
  isLeft?: boolean;
  /** The number of risks in a cell, and the first of them. */
  inCell?: (cell: MatrixCell) => { count: number; risks: readonly NamedRisk[] };
  /** The cell that is chosen. */
  chosen?: MatrixCell | undefined;
  onChoose: (cell: MatrixCell) => void;
  /** The risk that is open next to the matrix. */
  current?: string | undefined;
  onRisk?: (id: string) => void;
  autoFocus?: boolean;
};

/** Returns the level of a cell. */
export const levelIn = ({ probabilities, impacts, levels }: RiskMatrix, cell: MatrixCell): Level | undefined =>
  levels[probabilities.indexOf(cell.probability)]?.[impacts.indexOf(cell.impact)];

/** Shows a matrix, in which arrows move and ↵ chooses. */
export function MatrixGrid(props: MatrixGridProps) {
  const { label, matrix, isLeft = false, inCell, chosen, onChoose, current, onRisk, autoFocus = false } = props;
  const { t } = useLingui();
  const place = useRef<HTMLTableElement>(null);
  const impacts = matrix.impacts.toReversed();
  const rows = matrix.probabilities;
  const start = chosen
    ? { row: rows.indexOf(chosen.probability), column: impacts.indexOf(chosen.impact) }
    : { row: rows.length - 1, column: 0 };
  const [at, setAt] = useState(start);
  const [words, impactsInWords, levels] = [probabilityWords(), impactWords(), levelWords()];

  function onKeyDown(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    };
    const [down, right] = steps[event.key] ?? [];
    if (down === undefined || right === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const row = Math.max(0, Math.min(rows.length - 1, at.row + down));
    const column = Math.max(0, Math.min(impacts.length - 1, at.column + right));
    setAt({ row, column });
    place.current?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`)?.focus();
  }

  const isChosen = ({ probability, impact }: MatrixCell) =>
    chosen?.probability === probability && chosen.impact === impact;

  return (
    <table ref={place} className="risk-matrix" aria-label={label} onKeyDown={onKeyDown}>
      <tbody>
        {rows.map((probability, row) => (
          <tr key={probability}>
            <th scope="row">{words[probability]}</th>
            {impacts.map((impact, column) => {
              const cell = { probability, impact };
              const level = levelIn(matrix, cell) ?? "low";
              const { count, risks } = inCell?.(cell) ?? { count: 0, risks: [] };
              const name = t`${words[probability]}, ${impactsInWords[impact]}: ${levels[level]}`;
              return (
                <td key={impact} className={`${level} ${isChosen(cell) ? "on" : ""}`}>
                  <button
                    type="button"
                    className="risk-cell"
                    data-cell={`${row} ${column}`}
                    tabIndex={at.row === row && at.column === column ? 0 : -1}
                    // biome-ignore lint/a11y/noAutofocus: whoever opens the matrix wants to choose in it
                    autoFocus={autoFocus && at.row === row && at.column === column}
                    aria-label={count > 0 ? t`${name}, ${number(count)} risks` : name}
                    aria-pressed={isChosen(cell)}
                    onFocus={() => setAt({ row, column })}
                    onClick={() => onChoose(cell)}
                  />
                  <div className="risk-in-cell">
                    {count > risks.length ? (
                      <span className="risk-count num" aria-hidden>
                        {number(count)}
                      </span>
                    ) : (
                      risks.map(({ id, reference, title }) => (
                        <button
                          key={id}
                          type="button"
                          className={tokenClass(isLeft, id === current)}
                          tabIndex={-1}
                          title={`${reference} · ${title}`}
                          aria-label={`${numberOf(reference)} ${title}`}
                          onClick={() => onRisk?.(id)}
                        >
                          {numberOf(reference)}
                        </button>
                      ))
                    )}
                    <span className="sp" />
                    <LevelSign level={level} isAlone />
                  </div>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td>
            <span className="aloud">{t`Impact`}</span>
          </td>
          {impacts.map((impact) => (
            <th scope="col" key={impact}>
              {impactsInWords[impact]}
            </th>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
