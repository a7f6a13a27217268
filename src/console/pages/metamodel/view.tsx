/** The metamodel: types at the left, and of the chosen one its facts, sections, fields and relations. */
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { GitFork, Link2, ListTree, Plus, Shapes } from "lucide-react";
import { useState } from "react";
import { useCommands } from "../../commands/command";
import { number } from "../../language/format";
import { labelOf } from "../../metamodel/queries";
import { tagGroupsQuery } from "../../tags/queries";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { TypeIcon } from "../../ui/icon";
import { NamePopup } from "../../ui/name-form";
import { goThroughRows } from "../../ui/row-name";
import { Side } from "../../ui/side";
import { Failed, LoadingRows } from "../../ui/states";
import { AdministrationTrail } from "../../ui/trail";
import "../../style/admin.css";
import "./metamodel.css";
import { updateType } from "./changes";
import { ofSectionList } from "./edits";
import { attributesOf, fieldsOfType } from "./field-edits";
import { FieldPanel } from "./field-panel";
import { Languages } from "./languages";
import { metamodel } from "./page";
import { pointsOf } from "./quality";
import { allRelationTypesQuery, allTypesQuery, type CardType, rolesOfTypeQuery } from "./queries";
import { RelationPanel } from "./relation-panel";
import { relationLabel } from "./relation-words";
import { Relations, relationsOf } from "./relations";
import { Roles } from "./roles";
import { Sections } from "./sections";
import { SubtypePanel, Subtypes } from "./subtypes";
import { TypeFacts } from "./type-facts";
import { TypeList } from "./type-list";
import { TypeConsequences, TypePanel } from "./type-panel";

export default function MetamodelPage() {
  const { t } = useLingui();
  const { type: key, texts } = metamodel.useSearch();
  const { data: types, error, refetch } = useQuery(allTypesQuery);
  const type = types?.find((one) => one.key === key) ?? types?.[0];
  const name = type ? labelOf(type) : t`Metamodel`;
  return (
    <PageFrame
      label={t`Metamodel`}
      title={
        <AdministrationTrail>
          {type && <TypeIcon type={type} />}
          {name}
        </AdministrationTrail>
      }
      actions={type && <Actions type={type} />}
    >
      <div className="work stacks">
        {types && <TypeList types={types} current={type} />}
        <section className="col" aria-label={name}>
          {error && <Failed error={error} retry={refetch} />}
          {!types && !error && <LoadingRows rows={12} />}
          {type && types && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
            <section key={type.key} className="scroll" tabIndex={0} aria-label={t`Fields`} onKeyDown={goThroughRows}>
              {texts ? <Languages type={type} language={texts} /> : <TypeContent type={type} types={types} />}
            </section>
          )}
        </section>
        {type && types && <Panel type={type} types={types} />}
      </div>
      {type && <TypeFoot type={type} />}
    </PageFrame>
  );
}

function TypeContent({ type, types }: { type: CardType; types: readonly CardType[] }) {
  const { data: roles = [] } = useQuery(rolesOfTypeQuery(type.key));
  return (
    <>
      <TypeFacts type={type} types={types} roleCount={roles.filter(({ is_archived }) => !is_archived).length} />
      <Sections type={type} />
      <Relations type={type} types={types} />
      <Subtypes type={type} />
      <Roles type={type} />
    </>
  );
}

/** Shows where one can go in a type, and what can be made. */
function Actions({ type }: { type: CardType }) {
  const { t } = useLingui();
  const { texts } = metamodel.useSearch();
  const setSearch = metamodel.useSetSearch();
  const [isMaking, make] = useState(false);
  const { data: relations } = useQuery(allRelationTypesQuery);
  const { data: roles = [] } = useQuery(rolesOfTypeQuery(type.key));
  useCommands([{ id: "metamodel.section", label: t`New section`, icon: Plus, run: () => make(true) }]);
  const related = relationsOf(type, relations).filter(({ is_hidden }) => !is_hidden).length;
  const anchors = [
    ["relations", t`Relations`, related],
    ["subtypes", t`Subtypes`, type.subtypes.length],
    ["roles", t`Roles`, roles.filter(({ is_archived }) => !is_archived).length],
  ] as const;
  const showFields = () => setSearch({ texts: undefined });
  const goTo = (id: string) => {
    showFields();
    // The lists may be shown only now.
    requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView({ block: "start" }));
  };
  return (
    <>
      <nav className="anchors meta-anchors" aria-label={t`Parts of the type`}>
        <button type="button" className={texts ? "btn" : "btn on"} aria-pressed={!texts} onClick={showFields}>
          <Trans>Fields</Trans>
        </button>
        {anchors.map(([id, name, count]) => (
          <button key={id} type="button" className="btn" onClick={() => goTo(id)}>
            {name} <span className="c3 t11 num">{count}</span>
          </button>
        ))}
        <button
          type="button"
          className={texts ? "btn on" : "btn"}
          aria-pressed={texts !== undefined}
          onClick={() => setSearch({ texts: "de" })}
        >
          <Trans>Languages</Trans>
        </button>
      </nav>
      <span className="sp" />
      <Button
        icon={Shapes}
        onPress={() => setSearch({ about: true, field: undefined, relation: undefined, subtype: undefined })}
      >
        <Trans>About the type</Trans>
      </Button>
      <NamePopup
        label={t`New section`}
        isOpen={isMaking}
        onOpenChange={make}
        trigger={
          <Button look="line" icon={Plus} aria-label={t`New section`}>
            <Trans>Section</Trans>
          </Button>
        }
        field={t`Name of the section`}
        verb={t`Create`}
        make={(section) =>
          updateType(type.key, {
            sentence: t`The section ${section} is made`,
            edit: ofSectionList((sections) => [...sections, { section, fields: [] }]),
            back: ofSectionList((sections) =>
              sections.filter((one) => one.section !== section || one.fields.length > 0),
            ),
          })
        }
      />
    </>
  );
}

/** Gives the points of quality of a type. */
function usePoints(type: CardType) {
  const { data: relationTypes = [] } = useQuery(allRelationTypesQuery);
  const { data: roles = [] } = useQuery(rolesOfTypeQuery(type.key));
  const { data: groups = [] } = useQuery(tagGroupsQuery);
  return pointsOf(type, {
    relationTypes,
    roles: roles.filter(({ is_archived }) => !is_archived).length,
    tagGroups: groups.filter(
      ({ mandatory, restrict_to_types: only, tags }) =>
        mandatory && tags.length > 0 && (!only?.length || only.includes(type.key)),
    ).length,
  });
}

/** Shows what is open next to the type: a field, a relation, a subtype, or the type itself. */
function Panel({ type, types }: { type: CardType; types: readonly CardType[] }) {
  const { t } = useLingui();
  const { field: fieldKey, relation: relationKey, subtype: subtypeKey, about } = metamodel.useSearch();
  const setSearch = metamodel.useSetSearch();
  const { data: relations = [] } = useQuery(allRelationTypesQuery);
  const { total } = usePoints(type);
  const close = () =>
    setSearch({ field: undefined, relation: undefined, subtype: undefined, about: undefined }, { replace: true });
  const relation = relations.find((one) => one.key === relationKey);
  const subtype = type.subtypes.find((one) => one.key === subtypeKey);
  if (relation) {
    const words = relationLabel(relation, "source");
    const attribute = relation.attributes_schema.find((one) => one.key === fieldKey);
    const toRelation = () => setSearch({ field: undefined }, { replace: true });
    return attribute ? (
      <Side icon={ListTree} kind={t`Attribute`} label={labelOf(attribute)} close={toRelation}>
        <FieldPanel key={attribute.key} home={attributesOf(relation, words)} field={attribute} close={toRelation} />
      </Side>
    ) : (
      <Side icon={Link2} kind={t`Relation`} label={words} close={close}>
        <RelationPanel key={relation.key} relation={relation} types={types} close={close} />
      </Side>
    );
  }
  if (subtype)
    return (
      <Side icon={GitFork} kind={t`Subtype`} label={labelOf(subtype)} close={close}>
        <SubtypePanel key={subtype.key} type={type} subtype={subtype} close={close} />
      </Side>
    );
  const home = fieldsOfType(type);
  const field = home.fields.find((one) => one.key === fieldKey);
  if (field)
    return (
      <Side icon={ListTree} kind={t`Field`} label={labelOf(field)} close={close}>
        <FieldPanel
          key={`${type.key} ${field.key}`}
          home={home}
          field={field}
          type={type}
          points={total}
          close={close}
        />
        <TypeConsequences key={type.key} type={type} />
      </Side>
    );
  if (!about) return null;
  return (
    <Side icon={Shapes} kind={t`Type`} label={labelOf(type)} close={close}>
      <TypePanel key={type.key} type={type} />
    </Side>
  );
}

function TypeFoot({ type }: { type: CardType }) {
  const { t } = useLingui();
  const { data: relations } = useQuery(allRelationTypesQuery);
  const points = usePoints(type);
  const fields = type.fields_schema.flatMap((section) => section.fields).length;
  const related = relationsOf(type, relations).filter(({ is_hidden }) => !is_hidden).length;
  return (
    <Foot>
      <span>
        <b>{type.fields_schema.length}</b> {plural(type.fields_schema.length, { one: "section", other: "sections" })}
      </span>
      <span>
        <b>{fields}</b> {plural(fields, { one: "field", other: "fields" })}
      </span>
      <span>
        <b>{related}</b> {plural(related, { one: "relation", other: "relations" })}
      </span>
      <span>
        <b>{number(points.total)}</b>{" "}
        {t`points of quality: ${number(points.fields)} in fields, ${number(points.roles)} in roles, ${number(points.others)} else`}
      </span>
      <span className="sp" />
      <KeyHint keys={["e"]}>
        <Trans>rename</Trans>
      </KeyHint>
      <KeyHint keys={["alt+arrowup", "alt+arrowdown"]}>
        <Trans>move</Trans>
      </KeyHint>
      <KeyHint keys={["z"]}>
        <Trans>undo</Trans>
      </KeyHint>
    </Foot>
  );
}
