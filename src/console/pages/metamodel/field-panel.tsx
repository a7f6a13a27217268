/** A field next to its type: kind, weight, options, and what its removal would take along. */
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Calculator, Check, EyeOff, Gauge, LayoutGrid, Link2 } from "lucide-react";
import { useState } from "react";
import { number } from "../../language/format";
import { withName } from "../../metamodel/names";
import { labelOf } from "../../metamodel/queries";
import { settingsQuery } from "../../server/session";
import { Button } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { EditedLine } from "../../ui/edited-line";
import { Icon } from "../../ui/icon";
import { KeyValue, Section } from "../../ui/section";
import { AskingVerb, Consequence } from "../../ui/side";
import { Failed, LoadingRows } from "../../ui/states";
import { Switch } from "../../ui/switch";
import { updateType } from "./changes";
import { ofSections, placedAt, placeOf } from "./edits";
import { type FieldHome, setting } from "./field-edits";
import { isChoice, KIND_ICONS, useKinds } from "./kinds";
import { Options } from "./options";
import { metamodel } from "./page";
import { weightOf } from "./quality";
import { type CardType, type Field, fieldImpactQuery } from "./queries";
import { useSectionName } from "./sections";

type FieldPanelProps = {
  home: FieldHome;
  field: Field;
  /** The type of cards, when the field is one of its. */
  type?: CardType;
  /** The points of quality of the type. */
  points?: number;
  close: () => void;
};

/** Shows a field; of one that is built in the words and options stay. */
export function FieldPanel({ home, field, type, points, close }: FieldPanelProps) {
  const { t, i18n } = useLingui();
  const name = labelOf(field);
  const isLocked = field.built_in === true;
  const change = (changes: Partial<Field>, sentence: string) =>
    home.change(field.key, { sentence, ...setting(field, changes) });
  const rename = (text: string) => {
    const { label, translations } = withName(field, text, i18n.locale);
    return change({ label, translations }, t`${name} is called ${text} now`);
  };
  return (
    <>
      <div className="side-head">
        <div>
          <h2 className="t15 w2">
            {isLocked ? name : <EditedLine className="inp bare" label={t`Name`} value={name} isNeeded save={rename} />}
          </h2>
          <p className="c2 t12">
            {type ? t`Field of ${home.name} · key ${field.key}` : t`Attribute of ${home.name} · key ${field.key}`}
          </p>
        </div>
      </div>
      <Section>
        <KeyValue of={t`Kind`}>
          <Kind home={home} field={field} isLocked={isLocked} />
        </KeyValue>
        {type && <Place type={type} field={field} />}
        {!isLocked && (
          <KeyValue of={t`Must be set`}>
            <Switch
              label={t`Must be set`}
              isOn={field.required === true}
              onChange={(required) =>
                void change({ required }, required ? t`${name} must be set` : t`${name} may be left out`)
              }
            >
              {field.required ? t`Yes` : t`No`}
            </Switch>
          </KeyValue>
        )}
        {type && (
          <KeyValue of={t`Weight`}>
            <EditedLine
              className="inp line"
              style={{ width: 56 }}
              inputMode="decimal"
              label={t`Weight`}
              value={number(weightOf(field))}
              save={(text) => {
                const weight = Number(text.replace(",", "."));
                return Number.isFinite(weight) && weight >= 0
                  ? change({ weight }, t`${name} weighs ${number(weight)} in the quality`)
                  : undefined;
              }}
            />
            {points !== undefined && <span className="c3">{t`of ${number(points)}`}</span>}
          </KeyValue>
        )}
        {type && (
          <KeyValue of={t`Read only`}>
            <Switch
              label={t`Read only`}
              isOn={field.readonly === true}
              onChange={(readonly) =>
                void change({ readonly }, readonly ? t`${name} can only be read` : t`${name} can be edited`)
              }
            >
              {field.readonly ? t`Yes` : t`No`}
            </Switch>
          </KeyValue>
        )}
        {!isLocked && (
          <KeyValue of={t`Hidden`}>
            <Switch
              label={t`Hidden`}
              isOn={field.hidden === true}
              onChange={(hidden) => void change({ hidden }, hidden ? t`${name} is hidden` : t`${name} is shown`)}
            >
              {field.hidden ? t`Nobody sees it; its values stay` : t`No`}
            </Switch>
          </KeyValue>
        )}
        {type && <LanguagesOfField field={field} />}
      </Section>
      {isChoice(field.type) && <Options home={home} field={field} />}
      <Section title={type ? t`If this field is removed` : t`If this attribute is removed`}>
        {isLocked ? (
          <p className="c3 t12">
            <Trans>It is built in, and stays.</Trans>
          </p>
        ) : type ? (
          <Removal home={home} field={field} type={type} points={points} close={close} />
        ) : (
          <>
            <Consequence icon={Link2}>
              <Trans>The relations keep what is set, but nobody sees it any more.</Trans>
            </Consequence>
            <Button className="verb" onPress={async () => (await home.remove(field, false)) && close()}>
              <Trans>Remove the attribute</Trans>
            </Button>
          </>
        )}
      </Section>
    </>
  );
}

/** Shows the kind of a field; before another one is chosen, what happens to the values is said. */
function Kind({ home, field, isLocked }: { home: FieldHome; field: Field; isLocked: boolean }) {
  const { t } = useLingui();
  const kinds = useKinds();
  const [wanted, want] = useState<string>();
  const { data: impact } = useQuery({
    ...fieldImpactQuery(home.cardType ?? "", field.key),
    enabled: home.cardType !== undefined,
  });
  const sign = (kind: string) => <Icon of={KIND_ICONS[kind] ?? LayoutGrid} size={14} className="c3" />;
  const name = labelOf(field);
  const count = impact?.card_count ?? 0;
  const losesOptions = (kind: string) => isChoice(field.type) && !isChoice(kind);
  const apply = (kind: string) => {
    want(undefined);
    const { options: _, ...rest } = field;
    const after: Field = { ...(losesOptions(kind) ? rest : field), type: kind };
    if (isChoice(kind) && !after.options) after.options = [];
    return home.change(field.key, {
      sentence: t`${name} is of the kind ${kinds[kind] ?? kind} now`,
      edit: (before) => {
        const { options: former, ...others } = before;
        return { ...others, type: kind, ...(isChoice(kind) && { options: former ?? [] }) };
      },
      ...(!(losesOptions(kind) && count > 0) && {
        back: (before) => ({ ...before, type: field.type, ...(field.options && { options: field.options }) }),
      }),
    });
  };
  if (isLocked)
    return (
      <>
        {sign(field.type)}
        {kinds[field.type] ?? field.type}
      </>
    );
  return (
    <span className="meta-kind">
      <Choice
        label={t`Kind`}
        width={164}
        value={wanted ?? field.type}
        options={Object.entries(kinds).map(([value, label]) => ({ value, label, sign: sign(value) }))}
        onChange={(kind) => (count > 0 ? want(kind) : void apply(kind))}
      />
      {wanted && (
        <span className="asking t12" role="alert">
          {losesOptions(wanted)
            ? plural(count, {
                one: "# card loses what is set, for good.",
                other: "# cards lose what is set, for good.",
              })
            : plural(count, {
                one: "# card keeps its value as it is, whatever the new kind.",
                other: "# cards keep their values as they are, whatever the new kind.",
              })}
          <span className="asking-verbs">
            <Button look="bad" onPress={() => void apply(wanted)}>
              <Trans>Change the kind</Trans>
            </Button>
            <Button look="line" autoFocus onPress={() => want(undefined)}>
              <Trans>Leave it</Trans>
            </Button>
          </span>
        </span>
      )}
    </span>
  );
}

/** Shows the section that a field is in. */
function Place({ type, field }: { type: CardType; field: Field }) {
  const { t } = useLingui();
  const nameOf = useSectionName();
  const place = placeOf(type.fields_schema, field.key);
  if (!place || type.fields_schema.length < 2) return null;
  return (
    <KeyValue of={t`Section`}>
      <Choice
        label={t`Section`}
        width={164}
        value={place.section}
        options={type.fields_schema.map((one) => ({ value: one.section, label: nameOf(one) }))}
        onChange={(section) => {
          const at = type.fields_schema.find((one) => one.section === section)?.fields.length ?? 0;
          void updateType(type.key, {
            sentence: t`${labelOf(field)} is moved`,
            edit: ofSections(placedAt(field.key, { section, at })),
            back: ofSections(placedAt(field.key, place)),
          });
        }}
      />
    </KeyValue>
  );
}

/** Shows in how many of the languages the field has a name, and the way to the others. */
function LanguagesOfField({ field }: { field: Field }) {
  const { t } = useLingui();
  const { data } = useSuspenseQuery(settingsQuery);
  const setSearch = metamodel.useSetSearch();
  const languages = data.enabled_locales;
  const missing = languages.filter((one) => !field.translations?.[one]);
  return (
    <KeyValue of={t`Languages`}>
      <span>{t`${languages.length - missing.length} of ${languages.length}`}</span>
      <span className="sp" />
      <Button className="lk" onPress={() => setSearch({ texts: missing[0] ?? languages[0] })}>
        <Trans>Translate</Trans>
      </Button>
    </KeyValue>
  );
}

type RemovalProps = FieldPanelProps & { type: CardType };

/** Shows what the removal of a field would touch, then the verb. */
function Removal({ home, field, type, points, close }: RemovalProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(fieldImpactQuery(type.key, field.key));
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data) return <LoadingRows rows={3} />;
  const calculations = data.references["calculations"] ?? 0;
  const subtypes = data.hidden_by_subtypes.length;
  const name = labelOf(field);
  const remove = async () => {
    if (await home.remove(field, data.card_count > 0)) close();
  };
  return (
    <>
      <Consequence icon={LayoutGrid}>
        {data.card_count === 0 ? (
          <Trans>No card has it.</Trans>
        ) : (
          plural(data.card_count, {
            one: "# card loses what is set. It stays in its history.",
            other: "# cards lose what is set. It stays in their history.",
          })
        )}
      </Consequence>
      {data.weight > 0 && points !== undefined && (
        <Consequence icon={Gauge}>
          <Trans>
            Quality counts {number(points - data.weight)} points instead of {number(points)}: the mean of these cards
            changes.
          </Trans>
        </Consequence>
      )}
      <Consequence icon={calculations > 0 ? Calculator : Check}>
        {calculations === 0 ? (
          <Trans>No calculation reads it.</Trans>
        ) : (
          plural(calculations, {
            one: "# calculation reads or fills it, and stays behind.",
            other: "# calculations read or fill it, and stay behind.",
          })
        )}
      </Consequence>
      {subtypes > 0 && (
        <Consequence icon={EyeOff}>
          {plural(subtypes, { one: "# subtype hides it already.", other: "# subtypes hide it already." })}
        </Consequence>
      )}
      {data.card_count > 0 ? (
        <AskingVerb
          verb={t`Remove field`}
          question={t`Remove ${name} from all cards? This can't be undone.`}
          run={remove}
        />
      ) : (
        <Button className="verb" onPress={() => void remove()}>
          <Trans>Remove field</Trans>
        </Button>
      )}
    </>
  );
}
