/** A mapping next to the lists: what is read into what, when, and a live trial with the first rows. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, FlaskConical } from "lucide-react";
import { useState } from "react";
import { moment, number } from "../../language/format";
import { labelOf, useTypes } from "../../metamodel/queries";
import { deleteMapping, updateMapping } from "../../servicenow/changes";
import { type Mapping, trialQuery } from "../../servicenow/queries";
import { directionWords, modeWords } from "../../servicenow/words";
import { Button } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { EditedLine } from "../../ui/edited-line";
import { KeyValue, Section } from "../../ui/section";
import { AskingVerb, Side } from "../../ui/side";
import { Failed, LoadingRows } from "../../ui/states";
import { Switch } from "../../ui/switch";
import { Fields } from "./fields";

const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Shows the panel. */
export function MappingPanel({ mapping, close }: { mapping: Mapping; close: () => void }) {
  const { t } = useLingui();
  const type = useTypes().get(mapping.card_type_key);
  const change = (changes: Partial<Mapping>) => updateMapping(mapping, changes);
  return (
    <Side icon={ArrowLeftRight} kind={t`Mapping`} label={mapping.snow_table} close={close}>
      <div className="pad peek-head">
        <h2 className="t20">{labelOf(type ?? { label: mapping.card_type_key })}</h2>
        <p className="c2">{mapping.snow_table}</p>
      </div>
      <Section>
        <KeyValue of={t`In use`}>
          <Switch label={t`In use`} isOn={mapping.is_active} onChange={(is_active) => void change({ is_active })} />
        </KeyValue>
        <KeyValue of={t`Table`}>
          <EditedLine
            label={t`Table`}
            value={mapping.snow_table}
            isNeeded
            save={(snow_table) => change({ snow_table })}
          />
        </KeyValue>
        <KeyValue of={t`Direction`}>
          <Choice
            label={t`Direction`}
            value={mapping.sync_direction}
            options={choicesOf(directionWords())}
            onChange={(value) => void change({ sync_direction: value as Mapping["sync_direction"] })}
          />
        </KeyValue>
        <KeyValue of={t`What is gone`}>
          <Choice
            label={t`What is gone`}
            value={mapping.sync_mode}
            options={choicesOf(modeWords())}
            onChange={(value) => void change({ sync_mode: value as Mapping["sync_mode"] })}
          />
        </KeyValue>
        <KeyValue of={t`At most gone, %`}>
          <EditedLine
            label={t`At most gone, %`}
            type="number"
            min={0}
            max={100}
            value={String(Math.round(mapping.max_deletion_ratio * 100))}
            isNeeded
            save={(text) => change({ max_deletion_ratio: Math.min(100, Math.max(0, Number(text))) / 100 })}
          />
        </KeyValue>
        <KeyValue of={t`Only rows with`}>
          <EditedLine
            label={t`Only rows with`}
            value={mapping.filter_query ?? ""}
            placeholder="active=true"
            save={(text) => change({ filter_query: text || null })}
          />
        </KeyValue>
        <KeyValue of={t`By itself`}>
          <EditedLine
            label={t`By itself`}
            value={mapping.schedule ?? ""}
            placeholder="0 3 * * 1-5"
            save={(text) => change({ schedule: text || null })}
          />
        </KeyValue>
        {mapping.next_run_at && (
          <KeyValue of={t`Next run`}>
            <span className="num">{moment(mapping.next_run_at)}</span>
          </KeyValue>
        )}
        <KeyValue of={t`Apply at once`}>
          <Switch
            label={t`Apply at once`}
            isOn={mapping.skip_staging}
            onChange={(skip_staging) => void change({ skip_staging })}
          />
        </KeyValue>
      </Section>
      <Fields mapping={mapping} />
      <Trial mapping={mapping} />
      <Section>
        <AskingVerb
          verb={t`Delete the mapping`}
          question={t`Delete it? Its runs and cards stay.`}
          run={async () => {
            if (await deleteMapping(mapping)) close();
          }}
        />
      </Section>
    </Side>
  );
}

/** Shows the first rows that the mapping reads with what they become; once asked for, a change of the mapping tries anew. */
function Trial({ mapping }: { mapping: Mapping }) {
  const { t } = useLingui();
  const [isTried, tryIt] = useState(false);
  const { data, error, refetch, isFetching } = useQuery({
    ...trialQuery(mapping.id, mapping.updated_at),
    enabled: isTried,
    placeholderData: (before) => before,
  });
  return (
    <Section title={t`Trial`} {...(data && { remark: t`${number(data.total_records)} rows there` })}>
      {!isTried && (
        <Button look="line" icon={FlaskConical} onPress={() => tryIt(true)}>
          <Trans>Try it with five rows</Trans>
        </Button>
      )}
      {error && <Failed error={error} retry={refetch} />}
      {isTried && isFetching && !data && <LoadingRows rows={3} />}
      {data && data.previews.length === 0 && (
        <p className="c2">
          <Trans>The table has no such rows.</Trans>
        </p>
      )}
      {data?.previews.map(({ snow_record: row, transformed }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a sample have no other key
        <dl key={at} className="servicenow-trial">
          {flat(transformed).map(([path, value]) => (
            <div key={path}>
              <dt className="c3 t12 trunc">{path}</dt>
              <dd className="c2 trunc">{there(row, mapping, path)}</dd>
              <dd className="trunc">
                <b>{value}</b>
              </dd>
            </div>
          ))}
        </dl>
      ))}
    </Section>
  );
}

const wordOf = (value: unknown): string =>
  value === null || value === undefined || value === ""
    ? "–"
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);

/** Returns what a card's side holds, by paths. */
const flat = (side: Record<string, unknown>): [string, string][] =>
  Object.entries(side).flatMap(([key, value]): [string, string][] =>
    (key === "attributes" || key === "lifecycle") && typeof value === "object" && value !== null
      ? Object.entries(value).map(([inner, one]) => [`${key}.${inner}`, wordOf(one)])
      : [[key, wordOf(value)]],
  );

/** Returns the value of the column that a path is read from. */
const there = (row: Record<string, unknown>, { field_mappings }: Mapping, path: string): string => {
  const field = field_mappings.find(({ turbo_field }) => turbo_field === path);
  const value = field && row[field.snow_field];
  return wordOf(typeof value === "object" && value !== null && "display_value" in value ? value.display_value : value);
};
