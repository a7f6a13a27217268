/** A type next to its fields: its description, what counts in addition to fields, and what its deletion would do. */
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Calculator, Eye, EyeOff, Globe, LayoutGrid, Link2, Tag, X } from "lucide-react";
import { useState } from "react";
import { number } from "../../language/format";
import { textIn, withText } from "../../metamodel/names";
import { labelOf } from "../../metamodel/queries";
import { Button } from "../../ui/button";
import { EditedLine } from "../../ui/edited-line";
import { Field } from "../../ui/field";
import { Section } from "../../ui/section";
import { AskingVerb, Consequence } from "../../ui/side";
import { Failed, LoadingRows } from "../../ui/states";
import { deleteType, updateType } from "./changes";
import { metamodel } from "./page";
import { OTHER_POINTS, type OtherPoint, otherWeight } from "./quality";
import { type CardType, typeImpactQuery } from "./queries";
import { setProperties } from "./type-facts";

/** Shows the type itself. */
export function TypePanel({ type }: { type: CardType }) {
  const { t, i18n } = useLingui();
  const name = labelOf(type);
  const description = textIn(type, "description", i18n.locale) ?? type.description ?? "";
  return (
    <>
      <div className="side-head">
        <div>
          <h2 className="t15 w2">{name}</h2>
          <p className="c2 t12">{type.built_in ? t`Built in · key ${type.key}` : t`Your own · key ${type.key}`}</p>
        </div>
      </div>
      <Section title={t`What it is`}>
        <EditedLine
          className="inp line"
          style={{ width: "100%" }}
          label={t`Description of the type`}
          placeholder={t`A sentence for whoever makes such a card`}
          value={description}
          save={(text) =>
            updateType(type.key, {
              sentence: t`${name} is described`,
              edit: (before) => withText(before, "description", text, i18n.locale),
              back: (before) => ({ ...before, description: type.description, translations: type.translations }),
            })
          }
        />
      </Section>
      <OtherWeights type={type} />
      <TypeConsequences type={type} />
    </>
  );
}

/** Shows what counts in the quality in addition to fields. */
function OtherWeights({ type }: { type: CardType }) {
  const { t } = useLingui();
  const name = labelOf(type);
  const words: Record<OtherPoint, string> = {
    description: t`Description`,
    lifecycle: t`Life cycle`,
    relations: t`Each relation that must be set`,
    tags: t`Each tag group that must be set`,
    stakeholders: t`Each role`,
  };
  const weigh = (key: OtherPoint, weight: number | undefined) => (before: CardType) => ({
    ...before,
    section_config: {
      ...before.section_config,
      __dataQuality: { ...(before.section_config["__dataQuality"] as object | undefined), [key]: weight },
    },
  });
  return (
    <Section title={t`Points of quality in addition to fields`}>
      {OTHER_POINTS.map((key) => {
        const weight = otherWeight(type, key);
        return (
          <div key={key} className="rel meta-weight">
            <span className="c2 t12">{words[key]}</span>
            <span className="sp" />
            <EditedLine
              className="inp line"
              style={{ width: 56 }}
              inputMode="decimal"
              label={words[key]}
              value={number(weight)}
              save={(text) => {
                const next = Number(text.replace(",", "."));
                return Number.isFinite(next) && next >= 0
                  ? updateType(type.key, {
                      sentence: t`The quality of ${name} counts otherwise`,
                      edit: weigh(key, next),
                      back: weigh(key, weight),
                    })
                  : undefined;
              }}
            />
          </div>
        );
      })}
    </Section>
  );
}

/** Shows what the deletion of a type would do, then the verb. */
export function TypeConsequences({ type }: { type: CardType }) {
  const { t } = useLingui();
  const name = labelOf(type);
  const { data, error, refetch } = useQuery(typeImpactQuery(type.key));
  if (type.is_hidden)
    return (
      <Section title={t`${name} is hidden`}>
        <p className="c2 t12">
          {plural(data?.card_count ?? 0, { one: "# card of it is unseen.", other: "# cards of it are unseen." })}
        </p>
        <Button
          icon={Eye}
          className="verb"
          onPress={() => void setProperties(type, { is_hidden: false }, t`${name} is shown again`)}
        >
          {t`Show ${name} again`}
        </Button>
      </Section>
    );
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data) return <LoadingRows rows={4} />;
  const kinds = data.relation_types.length;
  const groups = data.references["tag_groups"] ?? 0;
  const portals = (data.references["web_portals"] ?? 0) + (data.removed["web_portals"] ?? 0);
  const calculations = data.removed["calculations"] ?? 0;
  const readers = data.references["calculations"] ?? 0;
  const isHidden = data.outcome === "hidden";
  const most = [...data.relation_types].sort((one, other) => other.instance_count - one.instance_count).slice(0, 3);
  const subtypes = plural(type.subtypes.length, { one: "# subtype", other: "# subtypes" });
  const roles = plural(data.stakeholder_roles.length, { one: "# role", other: "# roles" });
  return (
    <Section title={isHidden ? t`If the type ${name} is hidden` : t`If the type ${name} is deleted`}>
      <Consequence icon={EyeOff}>
        {isHidden ? (
          <Trans>
            The type is built in: it is <b>hidden</b>, not deleted, and can be shown again.
          </Trans>
        ) : (
          <Trans>The type is your own: it is deleted for good.</Trans>
        )}
      </Consequence>
      <Consequence icon={LayoutGrid}>
        {isHidden
          ? plural(data.card_count, {
              one: `# card stays, unseen: ${subtypes} and ${roles} with it.`,
              other: `# cards stay, unseen: ${subtypes} and ${roles} with them.`,
            })
          : t`${subtypes} and ${roles} go with it.`}
      </Consequence>
      <Consequence icon={Link2}>
        {data.relation_count === 0 ? (
          isHidden ? (
            plural(kinds, { one: "# kind of relations is unseen.", other: "# kinds of relations are unseen." })
          ) : (
            plural(kinds, { one: "# kind of relations goes with it.", other: "# kinds of relations go with it." })
          )
        ) : (
          <>
            <b className="num">{number(data.relation_count)}</b>{" "}
            {plural(kinds, { one: "relations of # kind", other: "relations of # kinds" })}{" "}
            {isHidden ? t`are unseen, most of them` : t`go with it, most of them`}{" "}
            {most.map(({ label, instance_count }) => `${label} (${number(instance_count)})`).join(", ")}.
          </>
        )}
      </Consequence>
      {groups > 0 && (
        <Consequence icon={Tag}>
          {plural(groups, {
            one: "# group of tags names the type in its list.",
            other: "# groups of tags name the type in their lists.",
          })}
        </Consequence>
      )}
      {portals > 0 && (
        <Consequence icon={Globe}>
          {plural(portals, { one: "# web portal shows it.", other: "# web portals show it." })}
        </Consequence>
      )}
      {(calculations > 0 || readers > 0) && (
        <Consequence icon={Calculator}>
          {calculations > 0 &&
            plural(calculations, { one: "# calculation goes with it.", other: "# calculations go with it." })}{" "}
          {readers > 0 && plural(readers, { one: "# other reads it.", other: "# others read it." })}
        </Consequence>
      )}
      {data.outcome === "refused" ? (
        <>
          <p className="st warn t12 meta-refused">{data.reason}</p>
          <HideVerb type={type} name={name} count={data.card_count} />
        </>
      ) : isHidden ? (
        <HideVerb type={type} name={name} count={data.card_count} />
      ) : (
        <DeleteVerb type={type} name={name} />
      )}
    </Section>
  );
}

function DeleteVerb({ type, name }: { type: CardType; name: string }) {
  const { t } = useLingui();
  const setSearch = metamodel.useSetSearch();
  return (
    <AskingVerb
      icon={X}
      verb={t`Delete ${name}`}
      question={t`This can't be undone.`}
      run={async () => {
        if (await deleteType(type, name)) setSearch({ type: undefined, about: undefined, field: undefined });
      }}
    />
  );
}

/** Shows the verb that hides a type; of one with cards its name has to be typed. */
function HideVerb({ type, name, count }: { type: CardType; name: string; count: number }) {
  const { t } = useLingui();
  const [isAsking, ask] = useState(false);
  const [typed, retype] = useState("");
  const hide = () => void setProperties(type, { is_hidden: true }, t`${name} is hidden`);
  if (!isAsking)
    return (
      <Button icon={EyeOff} className="verb" onPress={() => (count > 0 ? ask(true) : hide())}>
        {count > 0 ? t`Hide ${name}…` : t`Hide ${name}`}
      </Button>
    );
  return (
    <form
      className="asking"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === name) hide();
      }}
    >
      <Field label={t`Type “${name}” to hide it`} value={typed} onChange={retype} autoFocus />
      <span className="asking-verbs">
        <Button look="bad" type="submit" isDisabled={typed.trim() !== name}>
          {t`Hide ${name}`}
        </Button>
        <Button look="line" onPress={() => ask(false)}>
          <Trans>Leave it</Trans>
        </Button>
      </span>
    </form>
  );
}
