/** Assessing a risk in its place: probability and impact are chosen at once, in the matrix. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Dialog, Popover } from "react-aria-components";
import { Missing } from "../ui/signs";
import { changeRisk } from "./changes";
import { levelIn, type MatrixCell, MatrixGrid } from "./matrix";
import { type Risk, riskMatrixQuery } from "./queries";
import { LevelSign } from "./signs";
import { levelWords } from "./words";

export type Assessment = "initial" | "residual";

/** Returns the cell of the matrix in which a risk is; undefined while it isn't assessed. */
export function cellOf(risk: Risk, assessment: Assessment): MatrixCell | undefined {
  const [probability, impact] = [risk[`${assessment}_probability`], risk[`${assessment}_impact`]];
  return probability && impact ? { probability, impact } : undefined;
}

/** Gives a function that moves a risk to a cell of the matrix. */
function useAssess(risk: Risk, assessment: Assessment): (cell: MatrixCell) => void {
  const { t } = useLingui();
  const { data: matrix } = useQuery(riskMatrixQuery);
  return (cell) => {
    const level = (matrix && levelIn(matrix, cell)) ?? "medium";
    const word = levelWords()[level];
    const changes = { [`${assessment}_probability`]: cell.probability, [`${assessment}_impact`]: cell.impact };
    const sentence =
      assessment === "initial"
        ? t`${risk.reference} is ${word} before mitigation`
        : t`${risk.reference} leaves ${word}`;
    void changeRisk(risk, changes, sentence, { [`${assessment}_level`]: level });
  };
}

type EditorProps = { risk: Risk; assessment: Assessment; close: (goesOn?: boolean) => void };

/** Shows the level of a risk with the matrix below it, in which another is chosen. */
export function AssessmentEditor({ risk, assessment, close }: EditorProps) {
  const { t } = useLingui();
  const place = useRef<HTMLSpanElement>(null);
  const { data: matrix } = useQuery(riskMatrixQuery);
  const assess = useAssess(risk, assessment);
  const level = risk[`${assessment}_level`];
  return (
    <>
      <span ref={place} className="cell-value">
        {level && <LevelSign level={level} />}
      </span>
      <Popover
        className="pop"
        triggerRef={place}
        isOpen
        onOpenChange={(isOpen) => isOpen || close()}
        placement="bottom start"
      >
        <Dialog
          className="risk-matrix-pop"
          aria-label={assessment === "initial" ? t`Before mitigation` : t`What is left`}
        >
          {matrix && (
            <MatrixGrid
              label={assessment === "initial" ? t`Before mitigation` : t`What is left`}
              matrix={matrix}
              chosen={cellOf(risk, assessment)}
              autoFocus
              onChoose={(cell) => {
                assess(cell);
                close(false);
              }}
            />
          )}
        </Dialog>
      </Popover>
    </>
  );
}

/** Shows the level of a risk; where there is none yet, the verb that assesses it. */
export function AssessmentCell({ risk, assessment, mayEdit }: Omit<EditorProps, "close"> & { mayEdit: boolean }) {
  const { t } = useLingui();
  const [isOpen, open] = useState(false);
  const level = risk[`${assessment}_level`];
  if (isOpen) return <AssessmentEditor risk={risk} assessment={assessment} close={() => open(false)} />;
  if (level) return <LevelSign level={level} />;
  if (!mayEdit || risk.status === "closed") return <Missing title={t`Not assessed`} />;
  return (
    <>
      <span className="ring2" aria-hidden />
      <button type="button" className="lk" onClick={() => open(true)}>
        {t`Assess`}
      </button>
    </>
  );
}
