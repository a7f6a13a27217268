/** A relation type next to its type: words both ways, ends, attributes, and what its deletion would take along. */
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Calculator, EyeOff, Gauge, LayoutGrid, Link2, Plus } from "lucide-react";
import { keyFor } from "../../metamodel/names";
import { labelOf } from "../../metamodel/queries";
import { valuesBefore } from "../../server/changes";
import { Button } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { EditedLine } from "../../ui/edited-line";
import { Icon, TypeIcon } from "../../ui/icon";
import { NamePopup } from "../../ui/name-form";
import { KeyValue, Section } from "../../ui/section";
import { AskingVerb, Consequence } from "../../ui/side";
import { Failed, LoadingRows } from "../../ui/states";
import { Switch } from "../../ui/switch";
import { deleteRelationType, restoreRelationType, updateRelationType } from "./changes";
import { createAttribute } from "./field-edits";
import { KIND_ICONS, useKinds } from "./kinds";
import { useCardinalities } from "./new-relation";
import { metamodel } from "./page";
import { type CardType, type RelationType, relationImpactQuery } from "./queries";
import { type End, relationLabel, renameRelation } from "./relation-words";

type Changes = Partial<
  Pick<
    RelationType,
    | "cardinality"
    | "source_type_key"
    | "target_type_key"
    | "source_visible"
    | "target_visible"
    | "source_mandatory"
    | "target_mandatory"
    | "affected_end"
  >
>;

type RelationPanelProps = { relation: RelationType; types: readonly CardType[]; close: () => void };

/** Shows a relation type. */
export function RelationPanel({ relation, types, close }: RelationPanelProps) {
  const { t } = useLingui();
  const cardinalities = useCardinalities();
  const { data: impact } = useQuery(relationImpactQuery(relation.key));
  const typeOf = (key: string) => types.find((one) => one.key === key);
  const source = typeOf(relation.source_type_key);
  const target = typeOf(relation.target_type_key);
  const nameOf = (type: CardType | undefined, key: string) => (type ? labelOf(type) : key);
  const from = nameOf(source, relation.source_type_key);
  const to = nameOf(target, relation.target_type_key);
  const words = relationLabel(relation, "source");
  const set = (changes: Changes, sentence: string) => {
    const former = valuesBefore(relation, changes);
    return updateRelationType(relation.key, {
      sentence,
      edit: (before) => ({ ...before, ...changes }),
      back: (before) => ({ ...before, ...former }),
    });
  };
  const isUsed = (impact?.instance_count ?? 1) > 0;
  const changed = t`The relation “${words}” is changed`;
  const line = (end: End, label: string) => (
    <KeyValue of={label}>
      <EditedLine
        className="inp line"
        style={{ width: "100%" }}
        label={label}
        value={relationLabel(relation, end)}
        isNeeded
        save={(text) => renameRelation(relation, end, text)}
      />
    </KeyValue>
  );
  const typeChoice = (end: End, label: string, type: CardType | undefined, key: string) => (
    <KeyValue of={label}>
      {isUsed ? (
        <>
          <TypeIcon type={type} />
          <span className="trunc">{nameOf(type, key)}</span>
        </>
      ) : (
        <Choice
          label={label}
          width={164}
          value={key}
          options={types.map((one) => ({ value: one.key, label: labelOf(one), sign: <TypeIcon type={one} /> }))}
          onChange={(next) => void set({ [`${end}_type_key`]: next }, changed)}
        />
      )}
    </KeyValue>
  );
  const atEnd = (end: End, name: string) => {
    const isVisible = relation[`${end}_visible`];
    const isMandatory = relation[`${end}_mandatory`];
    return (
      <KeyValue of={t`On ${name}`}>
        <span className="meta-switches">
          <Switch isOn={isVisible} onChange={(isOn) => void set({ [`${end}_visible`]: isOn }, changed)}>
            {t`shown`}
          </Switch>
          <Switch isOn={isMandatory} onChange={(isOn) => void set({ [`${end}_mandatory`]: isOn }, changed)}>
            {t`must be set`}
          </Switch>
        </span>
      </KeyValue>
    );
  };
  const ends = { source: from, target: to, both: t`both`, none: t`neither` };
  return (
    <>
      <div className="side-head">
        <div>
          <h2 className="t15 w2">{words}</h2>
          <p className="c2 t12">{t`${from} to ${to} · key ${relation.key}`}</p>
        </div>
      </div>
      <Section>
        {line("source", t`Forth`)}
        {line("target", t`Back`)}
        {typeChoice("source", t`From`, source, relation.source_type_key)}
        {typeChoice("target", t`To`, target, relation.target_type_key)}
        {isUsed && impact && (
          <p className="c3 t12">
            <Trans>The ends stay as long as there are relations.</Trans>
          </p>
        )}
        <KeyValue of={t`How many`}>
          <Choice
            label={t`How many`}
            width={164}
            value={relation.cardinality}
            options={Object.entries(cardinalities).map(([value, label]) => ({ value, label }))}
            onChange={(cardinality) => void set({ cardinality }, changed)}
          />
        </KeyValue>
        {atEnd("source", from)}
        {relation.source_type_key !== relation.target_type_key && atEnd("target", to)}
        <KeyValue of={t`Fails with it`}>
          <Choice
            label={t`Fails with it`}
            width={164}
            value={relation.affected_end}
            options={Object.entries(ends).map(([value, label]) => ({ value, label }))}
            onChange={(end) => void set({ affected_end: end as RelationType["affected_end"] }, changed)}
          />
        </KeyValue>
      </Section>
      <Attributes relation={relation} />
      <Deletion relation={relation} words={words} close={close} />
    </>
  );
}

/** Shows the attributes of the relations; each opens in the place of the relation. */
function Attributes({ relation }: { relation: RelationType }) {
  const { t } = useLingui();
  const kinds = useKinds();
  const setSearch = metamodel.useSetSearch();
  const fields = relation.attributes_schema;
  return (
    <Section title={t`Attributes`} count={fields.length}>
      {fields.map((field) => (
        <button key={field.key} type="button" className="rel meta-link" onClick={() => setSearch({ field: field.key })}>
          <Icon of={KIND_ICONS[field.type] ?? LayoutGrid} size={14} className="c3" />
          <span className="trunc">{labelOf(field)}</span>
          <span className="e">{kinds[field.type] ?? field.type}</span>
        </button>
      ))}
      <NamePopup
        label={t`New attribute`}
        trigger={
          <Button icon={Plus} className="verb" aria-label={t`New attribute`}>
            <Trans>Attribute</Trans>
          </Button>
        }
        field={t`Name of the attribute`}
        verb={t`Create`}
        make={async (label) => {
          const key = keyFor(label, new Set(fields.map((one) => one.key)), "attribute");
          if (!(await createAttribute(relation, { key, label, type: "text" }))) return false;
          setSearch({ field: key });
        }}
      />
    </Section>
  );
}

type DeletionProps = { relation: RelationType; words: string; close: () => void };

/** Shows what the deletion of a relation type would do, then the verb. */
function Deletion({ relation, words, close }: DeletionProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(relationImpactQuery(relation.key));
  if (relation.is_hidden)
    return (
      <Section title={t`It is hidden`}>
        <Button className="verb" onPress={() => void restoreRelationType(relation, words)}>
          <Trans>Restore the relation</Trans>
        </Button>
      </Section>
    );
  const isHidden = data?.outcome === "hidden";
  const calculations = (data?.references["calculations"] ?? 0) + (data?.removed["calculations"] ?? 0);
  const verb = isHidden ? t`Hide the relation` : t`Delete the relation`;
  const remove = async () => {
    const sentence = isHidden ? t`The relation “${words}” is hidden` : t`The relation “${words}” is deleted`;
    if (await deleteRelationType(relation, sentence)) close();
  };
  return (
    <Section title={t`If this relation is removed`}>
      {error && <Failed error={error} retry={refetch} />}
      {!data && !error && <LoadingRows rows={3} />}
      {data && (
        <>
          <Consequence icon={EyeOff}>
            {isHidden ? (
              <Trans>The relation is built in: it is hidden, not deleted, and can be restored.</Trans>
            ) : (
              <Trans>It is deleted with its attributes.</Trans>
            )}
          </Consequence>
          <Consequence icon={Link2}>
            {data.instance_count === 0 ? (
              <Trans>No cards are related by it.</Trans>
            ) : (
              <>
                {plural(data.instance_count, {
                  one: "# relation is deleted for good",
                  other: "# relations are deleted for good",
                })}
                {", "}
                {plural(data.card_count, { one: "of # card.", other: "of # cards." })}
              </>
            )}
          </Consequence>
          {data.rescored_types.length > 0 && (
            <Consequence icon={Gauge}>
              <Trans>
                It need not be set any more: the quality of {data.rescored_types.join(", ")} is counted again.
              </Trans>
            </Consequence>
          )}
          {calculations > 0 && (
            <Consequence icon={Calculator}>
              {plural(calculations, { one: "# calculation reads it.", other: "# calculations read it." })}
            </Consequence>
          )}
          {data.instance_count > 0 ? (
            <AskingVerb verb={verb} question={t`This can't be undone.`} run={remove} />
          ) : (
            <Button className="verb" onPress={() => void remove()}>
              {verb}
            </Button>
          )}
        </>
      )}
    </Section>
  );
}
