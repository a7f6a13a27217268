/** The findings in one picture: regulations by state, or the causes that they share. A press filters the list. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { Cause, FindingStatus, FindingSummary, Regulation } from "../../compliance/queries";
import { FINDING_STATUSES, FindingStatusSign, partsOf, SeveritySign } from "../../compliance/words";
import { number } from "../../language/format";

export type Cell = { regulation: string; status?: FindingStatus | undefined };

type PictureProps = { summary: FindingSummary; chosen: Partial<Cell>; onChoose: (cell: Cell) => void };

/** Shows regulations by state, with their scores. */
export function RegulationTable({ summary, chosen, onChoose }: PictureProps) {
  const { t } = useLingui();
  return (
    <div className="finding-picture scroll">
      <table className="finding-table" aria-label={t`Regulations by state`}>
        <thead>
          <tr>
            <th scope="col" className="c3 t11">
              <Trans>Regulation</Trans>
            </th>
            {FINDING_STATUSES.map((status) => (
              <th key={status} scope="col" className="t11">
                <FindingStatusSign status={status} />
              </th>
            ))}
            <th scope="col" className="c3 t11 score">
              <Trans>Score</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {summary.regulations.map((one) => (
            <RegulationRow key={one.regulation} regulation={one} chosen={chosen} onChoose={onChoose} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = { regulation: Regulation } & Omit<PictureProps, "summary">;

function RegulationRow({ regulation: one, chosen, onChoose }: RowProps) {
  const isChosen = chosen.regulation === one.regulation;
  return (
    <tr>
      <th scope="row">
        <button type="button" className="finding-regulation" onClick={() => onChoose({ regulation: one.regulation })}>
          <b className="trunc" title={one.label ?? undefined}>
            {partsOf(one.label ?? one.regulation).name}
          </b>{" "}
          <span className="c3 num">{number(one.total)}</span>
        </button>
      </th>
      {FINDING_STATUSES.map((status) => {
        const count = one.by_status[status] ?? 0;
        return (
          <td key={status} className={count > 0 ? status : ""}>
            {count > 0 && (
              <button
                type="button"
                className={`finding-count num ${isChosen && chosen.status === status ? "on" : ""}`}
                aria-pressed={isChosen && chosen.status === status}
                onClick={() => onChoose({ regulation: one.regulation, status })}
              >
                {number(count)}
                <span className="aloud">
                  {" "}
                  <FindingStatusSign status={status} isQuiet /> {one.label}
                </span>
              </button>
            )}
          </td>
        );
      })}
      <td className="score">
        <span className="finding-score">
          <span className="finding-bar" aria-hidden>
            <i style={{ width: `${one.score}%` }} />
          </span>
          <span className="num">{number(one.score)}</span>
        </span>
      </td>
    </tr>
  );
}

type CausesProps = {
  causes: readonly Cause[];
  labelOf: (key: string) => string;
  chosen: string | undefined;
  onChoose: (id: string) => void;
};

/** Shows the causes that gaps share: what helps many of them at once. */
export function CauseList({ causes, labelOf, chosen, onChoose }: CausesProps) {
  const { t } = useLingui();
  return (
    <div className="finding-picture scroll">
      <ul className="finding-causes" aria-label={t`Causes`}>
        {causes.map((cause) => (
          <li key={cause.cause_of}>
            <button
              type="button"
              className={`finding-cause ${chosen === cause.cause_of ? "on" : ""}`}
              aria-pressed={chosen === cause.cause_of}
              onClick={() => onChoose(cause.cause_of)}
            >
              <span className="finding-severity">
                <SeveritySign severity={cause.severity} />
              </span>
              <span className="trunc">{cause.cause}</span>
              <span className="c3 t12 trunc">{cause.regulations.map(labelOf).join(", ")}</span>
              <span className="num c2 t12">
                <Plural value={cause.findings} one="# finding" other="# findings" />
                {cause.cards > 0 && (
                  <>
                    {" · "}
                    <Plural value={cause.cards} one="# card" other="# cards" />
                  </>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
