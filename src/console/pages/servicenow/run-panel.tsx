/** A run next to the lists: what it counted, what it has staged, and the decision about it. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link2, RefreshCw, Undo2, X } from "lucide-react";
import { useState } from "react";
import { moment, number } from "../../language/format";
import { useTypes } from "../../metamodel/queries";
import { useSetPeek } from "../../navigation/peek";
import { undoBatch } from "../../server/changes";
import { applyRun, cancelSync, discard } from "../../servicenow/changes";
import { type Mapping, type StagedRecord, type SyncRun, stagedQuery } from "../../servicenow/queries";
import { RunState, tookOf } from "../../servicenow/words";
import { Button } from "../../ui/button";
import { TypeIcon } from "../../ui/icon";
import { KeyValue, Section } from "../../ui/section";
import { AskingVerb, Consequence, Side } from "../../ui/side";
import { Status } from "../../ui/signs";
import { Failed, LoadingRows } from "../../ui/states";

type PanelProps = { run: SyncRun; mapping: Mapping | undefined; close: () => void };

/** Shows the panel. */
export function RunPanel({ run, mapping, close }: PanelProps) {
  const { t } = useLingui();
  const counters: [string, string][] = [
    ["fetched", t`Read`],
    ["processed", t`Looked at`],
    ["created", t`New`],
    ["updated", t`Changed`],
    ["deleted", t`Gone`],
    ["skipped", t`Same`],
    ["errors", t`Errors`],
  ];
  return (
    <Side icon={RefreshCw} kind={t`Run of ${moment(run.started_at)}`} label={t`Run`} close={close}>
      <div className="pad peek-head">
        <h2 className="t20">{mapping?.snow_table ?? t`A mapping that is gone`}</h2>
        <RunState run={run} />
        {(run.reason ?? run.error_message) && <p className="c2">{run.reason ?? run.error_message}</p>}
      </div>
      <Section>
        {counters.map(
          ([key, of]) =>
            run.stats[key] !== undefined && (
              <KeyValue key={key} of={of}>
                <span className="num">{number(run.stats[key])}</span>
              </KeyValue>
            ),
        )}
        <KeyValue of={t`Took`}>
          <span className="num">{tookOf(run) ?? "–"}</span>
        </KeyValue>
      </Section>
      {run.status === "running" ? (
        <Section>
          <Button look="line" icon={X} onPress={() => void cancelSync(run)}>
            <Trans>Cancel the run</Trans>
          </Button>
        </Section>
      ) : (
        run.direction === "pull" && <Staged key={`${run.id} ${run.pending}`} run={run} mapping={mapping} />
      )}
      {run.batch_id && <UndoRun batch={run.batch_id} />}
    </Side>
  );
}

function UndoRun({ batch }: { batch: string }) {
  const { t } = useLingui();
  return (
    <Section>
      <AskingVerb
        icon={Undo2}
        verb={t`Undo the run`}
        question={t`Take back all that it changed in cards?`}
        run={() => undoBatch(batch, t`The run is undone`, false)}
      />
    </Section>
  );
}

const isHeld = ({ status }: StagedRecord) => status === "held";
const isPending = (record: StagedRecord) => record.status === "pending" || isHeld(record);

/**
 * Shows what was staged; deletions are chosen one by one, those with the fewest relations first. A held
 * deletion is not chosen at first.
 */
function Staged({ run, mapping }: Pick<PanelProps, "run" | "mapping">) {
  const { t } = useLingui();
  const type = useTypes().get(mapping?.card_type_key ?? "");
  const gone = useQuery(stagedQuery(run.id, "delete"));
  const made = useQuery(stagedQuery(run.id, "create"));
  const changed = useQuery(stagedQuery(run.id, "update"));
  const [turned, turn] = useState<ReadonlySet<string>>(new Set());
  const failure = gone.error ?? made.error ?? changed.error;
  if (failure) return <Failed error={failure} retry={gone.refetch} />;
  if (!gone.data || !made.data || !changed.data) return <LoadingRows rows={6} />;
  const deletions = gone.data.items
    .filter(isPending)
    .toSorted(
      (one, other) => one.relations - other.relations || (one.card_name ?? "").localeCompare(other.card_name ?? ""),
    );
  const isChosen = (record: StagedRecord) => isHeld(record) === turned.has(record.id);
  const [chosen, left] = [deletions.filter(isChosen), deletions.filter((one) => !isChosen(one))];
  const related = chosen.reduce((sum, { relations }) => sum + relations, 0);
  const toggle = (id: string) => turn((before) => before.symmetricDifference(new Set([id])));
  const chooseAll = () => turn(new Set(deletions.filter(isHeld).map(({ id }) => id)));
  const others = run.pending - deletions.length;
  const apply = async () => {
    const isLeft = left.length === 0 || (await discard(run, { record_ids: left.map(({ id }) => id) }));
    if (isLeft) await applyRun({ ...run, pending: run.pending - left.length }, chosen.some(isHeld));
  };
  const applyWithout = async () => {
    if (await discard(run, { action: "delete" })) await applyRun({ ...run, pending: others }, false);
  };
  return (
    <>
      {deletions.length > 0 && (
        <Section title={t`Archive here?`} remark={t`relations`}>
          <ul className="servicenow-gone">
            {deletions.map((record) => (
              <li key={record.id}>
                <label>
                  <input type="checkbox" checked={isChosen(record)} onChange={() => toggle(record.id)} />
                  <TypeIcon type={type} />
                  <span className="trunc">{record.card_name ?? record.snow_sys_id}</span>
                  <span className="sp" />
                  <span className="num c3">{number(record.relations)}</span>
                </label>
              </li>
            ))}
          </ul>
          {left.some(isHeld) && (
            <Button className="lk" onPress={chooseAll}>
              <Trans>Choose all</Trans>
            </Button>
          )}
          {related > 0 && (
            <Consequence icon={Link2}>
              <Plural
                value={related}
                one="# relation of the chosen is hidden with them and comes back with them"
                other="# relations of the chosen are hidden with them and come back with them"
              />
            </Consequence>
          )}
        </Section>
      )}
      <Changes title={t`Changed`} {...changed.data} />
      <Changes title={t`New`} {...made.data} />
      {run.pending > 0 && (
        <Section>
          <div className="servicenow-verbs">
            <Button look="pri" wide isDisabled={chosen.length + others === 0} onPress={() => void apply()}>
              {deletions.length > 0
                ? t`Archive ${number(chosen.length)}, apply ${number(others)}`
                : t`Apply ${number(run.pending)}`}
            </Button>
            {deletions.length > 0 && others > 0 && (
              <Button look="line" onPress={() => void applyWithout()}>
                <Trans>Apply without deletions</Trans>
              </Button>
            )}
            <Button onPress={() => void discard(run, {})}>
              <Trans>Discard what waits</Trans>
            </Button>
          </div>
        </Section>
      )}
    </>
  );
}

/** Shows staged records of an action: the differences of each, and why it was not applied. */
function Changes({ title, items, total }: { title: string; items: readonly StagedRecord[]; total: number }) {
  const { t } = useLingui();
  const setPeek = useSetPeek();
  if (total === 0) return null;
  return (
    <Section title={title} count={total}>
      <ul className="servicenow-changes">
        {items.map(({ id, card_id, card_name, snow_data, diff, status, reason }) => (
          <li key={id}>
            {card_id && card_name ? (
              <button type="button" className="lk" onClick={() => setPeek(card_id)}>
                {card_name}
              </button>
            ) : (
              <b>{wordOf(snow_data["name"] ?? snow_data["short_description"])}</b>
            )}{" "}
            {status === "applied" && <span className="c3 t12">{t`applied`}</span>}
            {status === "discarded" && <span className="c3 t12">{t`left out`}</span>}
            {status === "error" && <Status tone="bad">{reason ?? t`failed`}</Status>}
            {Object.entries(diff ?? {}).map(([path, change]) => {
              const { old, new: next } = change as { old: unknown; new: unknown };
              return (
                <span key={path} className="servicenow-diff t12">
                  <span className="c3">{path}</span> <span className="c2">{wordOf(old)}</span> → <b>{wordOf(next)}</b>
                </span>
              );
            })}
          </li>
        ))}
      </ul>
      {total > items.length && (
        <p className="c3 t12">
          <Trans>{number(total - items.length)} more</Trans>
        </p>
      )}
    </Section>
  );
}

const wordOf = (value: unknown): string => {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value !== "object") return String(value);
  return "display_value" in value ? String(value.display_value) : JSON.stringify(value);
};
