/** An assessment on its scale from 1 to 5: hollow is the one before, solid the latest. */
import { useLingui } from "@lingui/react/macro";
import { day } from "../language/format";
import type { Assessment } from "./queries";

/** The scores of an assessment, the overall one first. */
export const SCORES = ["overall_score", "efficiency", "effectiveness", "compliance", "automation"] as const;
export type Score = (typeof SCORES)[number];
export type ScoreSet = Pick<Assessment, Score | "assessment_date" | "notes">;

/** Gives the words of the scores. */
export function useScoreWords(): Record<Score, string> {
  const { t } = useLingui();
  return {
    overall_score: t`Overall`,
    efficiency: t`Efficiency`,
    effectiveness: t`Effectiveness`,
    compliance: t`Compliance`,
    automation: t`Automation`,
  };
}

/** Returns the change of a score with its sign; empty for none. */
export const changeOf = (latest: number, before: number | undefined): string =>
  before === undefined || before === latest ? "" : latest > before ? `+${latest - before}` : `−${before - latest}`;

const WIDTH = 120;
const placeOf = (score: number) => 4 + ((score - 1) / 4) * (WIDTH - 8);

/** Shows all scores with their changes. */
export function Dumbbells({ latest, before }: { latest: ScoreSet; before: ScoreSet | null }) {
  const words = useScoreWords();
  return (
    <>
      {SCORES.map((score) => (
        <div key={score} className="db">
          <span className={score === "overall_score" ? "w2" : ""}>{words[score]}</span>
          <ScoreScale latest={latest[score]} before={before?.[score]} />
          <span className="num">
            <b>{latest[score]}</b> <span className="c3">{changeOf(latest[score], before?.[score])}</span>
          </span>
        </div>
      ))}
      <p className="t11 c3 num db-dates">
        {before && (
          <span>
            <i className="was" aria-hidden /> {day(before.assessment_date)}
          </span>
        )}
        <span>
          <i className="is" aria-hidden /> {day(latest.assessment_date)}
        </span>
      </p>
      {latest.notes && <p className="t12 c2 db-notes">{latest.notes}</p>}
    </>
  );
}

/** Shows a score on its scale from 1 to 5. */
export function ScoreScale({ latest, before }: { latest: number; before: number | undefined }) {
  return (
    <svg viewBox={`0 0 ${WIDTH} 16`} height="16" aria-hidden>
      <path className="ax" d={`M4 8H${WIDTH - 4}`} />
      {[1, 2, 3, 4, 5].map((score) => (
        <path key={score} className="ax" d={`M${placeOf(score)} 5v6`} />
      ))}
      {before !== undefined && before !== latest && (
        <>
          <path className="mv" d={`M${placeOf(before)} 8H${placeOf(latest)}`} />
          <circle className="was" cx={placeOf(before)} cy="8" r="3.5" />
        </>
      )}
      <circle className="is" cx={placeOf(latest)} cy="8" r="4" />
    </svg>
  );
}
