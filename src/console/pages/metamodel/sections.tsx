/** The sections of a type with their fields. */
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Check, GripVertical, MoreHorizontal, Pencil, Plus, X } from "lucide-react";
import { type CSSProperties, useState } from "react";
import { number } from "../../language/format";
import { keyFor, withName } from "../../metamodel/names";
import { labelOf } from "../../metamodel/queries";
import { Grip, useDropTarget } from "../../ui/arranged";
import { Button, IconButton } from "../../ui/button";
import { EditedLine } from "../../ui/edited-line";
import { Icon } from "../../ui/icon";
import { Menu } from "../../ui/menu";
import { NamePopup } from "../../ui/name-form";
import { RowName } from "../../ui/row-name";
import { updateType } from "./changes";
import { DESCRIPTION, type FieldPlace, movedField, movedSection, ofSectionList, ofSections, placedAt } from "./edits";
import { createField, fieldsOfType, setting } from "./field-edits";
import { isChoice, KIND_ICONS, useKinds } from "./kinds";
import { metamodel } from "./page";
import { weightOf } from "./quality";
import { type CardType, type Field, type Section, sectionUsageQuery, usageQuery } from "./queries";

const COLUMNS = "28px minmax(150px,1fr) 132px 92px 66px 118px";
const DRAGGED = "text/x-field";

/** Returns the name of a section, in the language of the page. */
export function useSectionName(): (section: Section) => string {
  const { t } = useLingui();
  return (section) =>
    section.section === DESCRIPTION
      ? t`In the description`
      : labelOf({ label: section.section, translations: section.translations });
}

/** Shows the head of the columns, and each section with its fields. */
export function Sections({ type }: { type: CardType }) {
  const { t } = useLingui();
  const { data: usage } = useQuery(usageQuery(type.key));
  const heads = [
    "",
    t`Field`,
    t`Kind`,
    t`Must be set`,
    t`Weight`,
    usage ? t`Filled, of ${number(usage.card_count)}` : t`Filled`,
  ];
  const filled = new Map(usage?.fields.map(({ field_key, card_count }) => [field_key, card_count]));
  return (
    <>
      <div className="gh plain meta-head" style={{ "--cols": COLUMNS } as CSSProperties} aria-hidden>
        {heads.map((head, at) => (
          <div key={head}>
            <span className={at === 4 ? "l at-right" : "l"}>{head}</span>
          </div>
        ))}
      </div>
      {type.fields_schema.map((section, at) => (
        <SectionRows
          key={section.section}
          type={type}
          section={section}
          at={at}
          filled={filled}
          total={usage?.card_count}
        />
      ))}
      {type.fields_schema.length === 0 && (
        <p className="c3 t12 meta-note">
          <Trans>Cards of this type have no fields of their own yet: make a section, then its fields.</Trans>
        </p>
      )}
    </>
  );
}

type SectionRowsProps = {
  type: CardType;
  section: Section;
  at: number;
  /** Field → the number of cards that have it. */
  filled: ReadonlyMap<string, number>;
  total: number | undefined;
};

/** Moves a field to where it was dropped. */
function useDrop(type: CardType, place: (key: string) => FieldPlace) {
  const { t } = useLingui();
  return useDropTarget(DRAGGED, (key) => {
    const former = type.fields_schema.find(({ fields }) => fields.some((field) => field.key === key));
    const field = former?.fields.find((one) => one.key === key);
    if (!former || !field) return;
    const back = { section: former.section, at: former.fields.indexOf(field) };
    void updateType(type.key, {
      sentence: t`${labelOf(field)} is moved`,
      edit: ofSections(placedAt(key, place(key))),
      back: ofSections(placedAt(key, back)),
    });
  });
}

function SectionRows({ type, section, at, filled, total }: SectionRowsProps) {
  const { t } = useLingui();
  const name = useSectionName()(section);
  const drop = useDrop(type, () => ({ section: section.section, at: 0 }));
  const taken = new Set(type.fields_schema.flatMap(({ fields }) => fields.map(({ key }) => key)));
  return (
    <section className="admin-list" aria-label={name}>
      <div className={drop.isOver ? "gsec over" : "gsec"} {...drop.handlers}>
        <SectionName type={type} section={section} at={at} />
        <span className="sp" />
        <NamePopup
          label={t`New field`}
          trigger={
            <Button icon={Plus} aria-label={t`New field in ${name}`}>
              <Trans>Field</Trans>
            </Button>
          }
          field={t`Name of the field`}
          verb={t`Create`}
          make={(label) =>
            createField(
              type,
              { key: keyFor(label, taken), label, type: "text" },
              { section: section.section, at: section.fields.length },
            )
          }
        />
      </div>
      <ul aria-label={name} className="rows" style={{ "--cols": COLUMNS } as CSSProperties}>
        {section.fields.map((field) => (
          <FieldRow
            key={field.key}
            type={type}
            section={section}
            field={field}
            filled={filled.get(field.key)}
            total={total}
          />
        ))}
      </ul>
    </section>
  );
}

/** Shows the name of a section with what can be done to it. */
function SectionName({ type, section, at }: { type: CardType; section: Section; at: number }) {
  const { t, i18n } = useLingui();
  const [state, setState] = useState<"shown" | "named" | "removed">("shown");
  const name = useSectionName()(section);
  const isOwn = section.section !== DESCRIPTION;
  const move = (step: 1 | -1) =>
    void updateType(type.key, {
      sentence: t`The section ${name} is moved`,
      edit: ofSectionList(movedSection(section.section, step)),
      back: ofSectionList(movedSection(section.section, step === 1 ? -1 : 1)),
    });
  const rename = (text: string) => {
    const named = (one: Section, label: string, translations: Section["translations"]) => {
      const { label: word, ...rest } = withName({ label, translations: translations ?? {} }, text, i18n.locale);
      return { ...one, section: word, ...rest };
    };
    const after = named(section, section.section, section.translations);
    const changed = (from: string, to: Section) => (sections: readonly Section[]) =>
      sections.map((one) =>
        one.section === from ? { ...one, section: to.section, translations: to.translations } : one,
      );
    return updateType(type.key, {
      sentence: t`The section is called ${text} now`,
      edit: ofSectionList(changed(section.section, after), { [section.section]: after.section }),
      back: ofSectionList(changed(after.section, section), { [after.section]: section.section }),
    });
  };
  if (state === "named")
    return (
      <EditedLine
        className="inp line"
        style={{ width: 220 }}
        label={t`Name of the section`}
        value={name}
        isNeeded
        autoFocus
        onBlurCapture={() => setState("shown")}
        onKeyUp={({ key }) => (key === "Enter" || key === "Escape") && setState("shown")}
        save={rename}
      />
    );
  return (
    <>
      <b>{name}</b>
      <span className="c3 num">{section.fields.length}</span>
      <Menu
        label={t`Section ${name}`}
        trigger={<IconButton icon={MoreHorizontal} size={14} label={t`Change the section ${name}`} />}
        entries={[
          ...(isOwn ? [{ id: "name", label: t`Rename`, icon: Pencil, run: () => setState("named") }] : []),
          { id: "up", label: t`Move up`, icon: ArrowUp, isDisabled: at === 0, run: () => move(-1) },
          {
            id: "down",
            label: t`Move down`,
            icon: ArrowDown,
            isDisabled: at === type.fields_schema.length - 1,
            run: () => move(1),
          },
          { id: "remove", label: t`Remove…`, icon: X, begins: true, run: () => setState("removed") },
        ]}
      />
      {state === "removed" && <SectionRemoval type={type} section={section} close={() => setState("shown")} />}
    </>
  );
}

/** Shows what the removal of a section would take along, and the verb. */
function SectionRemoval({ type, section, close }: { type: CardType; section: Section; close: () => void }) {
  const { t } = useLingui();
  const name = useSectionName()(section);
  const keys = section.fields.map(({ key }) => key);
  const { data } = useQuery({ ...sectionUsageQuery(type.key, keys), enabled: keys.length > 0 });
  const count = keys.length === 0 ? 0 : data?.card_count;
  const remove = () =>
    updateType(type.key, {
      sentence: t`The section ${name} is removed`,
      edit: ofSectionList((sections) => sections.filter((one) => one.section !== section.section)),
      ...(count === 0 && {
        back: ofSectionList((sections) => sections.toSpliced(type.fields_schema.indexOf(section), 0, section)),
      }),
    });
  return (
    <span className="meta-asking" role="alert">
      {count === undefined ? (
        <Trans>Counting…</Trans>
      ) : (
        <span>
          {keys.length > 0 && plural(keys.length, { one: "# field goes with it.", other: "# fields go with it." })}{" "}
          {count > 0
            ? plural(count, {
                one: "# card loses what is set, for good.",
                other: "# cards lose what is set, for good.",
              })
            : t`No card loses anything.`}
        </span>
      )}
      <Button look="bad" isDisabled={count === undefined} onPress={() => void remove().then(close)}>
        <Trans>Remove the section</Trans>
      </Button>
      <Button look="line" autoFocus onPress={close}>
        <Trans>Leave it</Trans>
      </Button>
    </span>
  );
}

type FieldRowProps = {
  type: CardType;
  section: Section;
  field: Field;
  filled: number | undefined;
  total: number | undefined;
};

/** Shows a field as a row; it is dragged by its grip, or moved with ⌥↑ and ⌥↓. */
function FieldRow({ type, section, field, filled, total }: FieldRowProps) {
  const { t, i18n } = useLingui();
  const kinds = useKinds();
  const { field: current, relation } = metamodel.useSearch();
  const setSearch = metamodel.useSetSearch();
  const isCurrent = field.key === current && !relation;
  const name = labelOf(field);
  const home = fieldsOfType(type);
  const drop = useDrop(type, (key) => {
    const rest = section.fields.filter((one) => one.key !== key);
    const at = rest.indexOf(field);
    return { section: section.section, at: at < 0 ? section.fields.indexOf(field) : at };
  });
  const change = (changes: Partial<Field>, sentence: string) =>
    home.change(field.key, { sentence, ...setting(field, changes) });
  const weight = weightOf(field);
  return (
    <li className={`gr ${isCurrent ? "sel" : ""} ${drop.isOver ? "over" : ""}`} {...drop.handlers}>
      <Grip kind={DRAGGED} dragged={field.key} />
      <div className="name">
        <RowName
          name={name}
          label={t`Name of the field`}
          isCurrent={isCurrent}
          open={() =>
            setSearch(
              { field: field.key, relation: undefined, subtype: undefined, about: undefined },
              { replace: true },
            )
          }
          rename={(text) => {
            const { label, translations } = withName(field, text, i18n.locale);
            return change({ label, translations }, t`${name} is called ${text} now`);
          }}
          move={(step) =>
            void updateType(type.key, {
              sentence: t`${name} is moved`,
              edit: ofSections(movedField(field.key, step)),
              back: ofSections(movedField(field.key, step === 1 ? -1 : 1)),
            })
          }
        >
          {field.hidden && <span className="c3 t11">{t`hidden`}</span>}
          {field.readonly && <span className="c3 t11">{t`read only`}</span>}
        </RowName>
      </div>
      <div className="c2">
        <Icon of={KIND_ICONS[field.type] ?? GripVertical} size={14} className="c3" />
        <span className="trunc">{kinds[field.type] ?? field.type}</span>
        {isChoice(field.type) && <span className="c3 num">{field.options?.length ?? 0}</span>}
      </div>
      <div>
        <button
          type="button"
          tabIndex={-1}
          aria-pressed={field.required === true}
          aria-label={t`${name} must be set`}
          className="tick"
          onClick={() =>
            void change(
              { required: !field.required },
              field.required ? t`${name} may be left out` : t`${name} must be set`,
            )
          }
        >
          {field.required && <Icon of={Check} size={14} />}
        </button>
      </div>
      <div className="r num">{weight === 0 ? <span className="c3">—</span> : weight}</div>
      <div className="num">
        <span className="qm" style={{ width: 32 }} aria-hidden>
          <i style={{ width: `${total ? ((filled ?? 0) / total) * 100 : 0}%` }} />
        </span>
        <span className="meta-figure">{filled === undefined ? "" : number(filled)}</span>
      </div>
    </li>
  );
}
