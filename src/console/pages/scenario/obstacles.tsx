/** The obstacles of a scenario's changes: both sides, and the decision about each. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useHistoryWords } from "../../cards/history-words";
import type { Decision } from "../../scenarios/changes";
import { type Obstacle, scenarioChangesQuery } from "../../scenarios/queries";
import { ChangeSentence } from "../../scenarios/words";
import { Segments } from "../../ui/segments";

type ObstaclesProps = {
  scenarioId: string;
  obstacles: readonly Obstacle[];
  /** Change → what is decided about it. */
  decided: ReadonlyMap<string, Decision>;
  /** Decides; without it nothing can be decided here. */
  decide?: (changeId: string, decision: Decision) => void;
};

/** Shows each change that doesn't fit. */
export function Obstacles({ scenarioId, obstacles, decided, decide }: ObstaclesProps) {
  const { t } = useLingui();
  const { data } = useInfiniteQuery(scenarioChangesQuery(scenarioId));
  const changes = new Map((data?.pages.flat() ?? []).map((change) => [change.id, change]));
  const sentenceOf = ({ change_id, sentence }: Obstacle) => {
    const change = changes.get(change_id);
    return change ? <ChangeSentence change={change} /> : sentence;
  };
  return (
    <ul className="scenario-obstacles" aria-label={t`What doesn't fit`}>
      {obstacles.map((one) => (
        <li key={one.change_id}>
          <div className="scenario-line">
            <span>{sentenceOf(one)}</span>
            <span className="sp" />
            {decide && (
              <Segments
                label={t`What is done with it`}
                value={decided.get(one.change_id) ?? ""}
                options={[
                  { value: "mine", label: t`As it is here` },
                  { value: "theirs", label: t`As it is there` },
                  { value: "drop", label: t`Take it out` },
                ]}
                onChange={(decision) => decide(one.change_id, decision as Decision)}
              />
            )}
          </div>
          {one.refusal && <p className="c2">{refusalText(one.refusal.detail)}</p>}
          {one.conflicts.map((conflict) => (
            <ConflictOf key={`${conflict.table} ${conflict.key}`} conflict={conflict} />
          ))}
        </li>
      ))}
    </ul>
  );
}

/** Returns a refusal in a sentence. */
function refusalText(detail: unknown): string {
  if (typeof detail === "string") return detail;
  if (!Array.isArray(detail)) return JSON.stringify(detail);
  return detail.map(({ loc, msg }) => `${(loc as string[]).slice(1).join(".")}: ${msg}`).join("; ");
}

/** Shows what both have changed: the value at the base, here and in the landscape. */
function ConflictOf({ conflict }: { conflict: Obstacle["conflicts"][number] }) {
  const { t } = useLingui();
  const { differenceOf } = useHistoryWords();
  const { name, kind, fields } = conflict;
  if (kind !== "changed")
    return (
      <p className="c2">
        {kind === "deleted_there" ? (
          <Trans>{name ?? conflict.table} is gone from the landscape</Trans>
        ) : (
          <Trans>{name ?? conflict.table} is deleted here, and was changed in the landscape</Trans>
        )}
      </p>
    );
  return (
    <table className="scenario-sides">
      <thead>
        <tr>
          <th className="trunc">{name}</th>
          <th>{t`Before`}</th>
          <th>{t`Here`}</th>
          <th>{t`There`}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, base, mine, theirs }) => {
          const key = field.replace(/^(attributes|lifecycle)\./, "");
          const here = differenceOf(key, base, mine);
          return (
            <tr key={field}>
              <th>{here.label}</th>
              <td>{here.before || "–"}</td>
              <td>{here.after || "–"}</td>
              <td>{differenceOf(key, base, theirs).after || "–"}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
