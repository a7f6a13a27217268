/** All texts of a type in one language, next to what they are translated from. */
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { useState } from "react";
import { textIn, withName, withText } from "../../metamodel/names";
import { labelOf } from "../../metamodel/queries";
import { settingsQuery } from "../../server/session";
import { Choice } from "../../ui/choice";
import { EditedLine } from "../../ui/edited-line";
import { Missing } from "../../ui/signs";
import { Switch } from "../../ui/switch";
import { updateRelationType, updateRole, updateType } from "./changes";
import { DESCRIPTION, type Edit, ofEntry, ofField, ofOptions, ofSections, ofSubtypes } from "./edits";
import { metamodel } from "./page";
import {
  allRelationTypesQuery,
  type CardType,
  type RelationType,
  rolesOfTypeQuery,
  type StakeholderRole,
} from "./queries";
import { relationsOf } from "./relations";

const COLUMNS = "minmax(140px,1fr) minmax(160px,1fr) 44px";

/** A text with its translation. */
type Entry = {
  id: string;
  /** The text that it is translated from. */
  from: string;
  text: string | undefined;
  save: (text: string) => unknown;
  /** True for one that belongs to the one above. */
  isInner?: boolean;
};

type Group = { id: string; title: string; entries: Entry[] };

type Words = { saved: string; type: string; description: string };

/** Returns the texts of a type of cards. */
function textsOfType(type: CardType, language: string, words: Words): Group[] {
  const save = (edit: Edit<CardType>, back: Edit<CardType>) =>
    updateType(type.key, { sentence: words.saved, edit, back });
  const toFormer: Edit<CardType> = (before) => ({
    ...before,
    label: type.label,
    description: type.description,
    translations: type.translations,
  });
  const property = (name: "label" | "description", from: string): Entry => ({
    id: name,
    from,
    text: textIn(type, name, language),
    save: (text) => save((before) => withText(before, name, text, language), toFormer),
  });
  const sections = type.fields_schema.map((section): Group => {
    const isOwn = section.section !== DESCRIPTION;
    const translated = (text: string | undefined): Edit<CardType> =>
      ofSections((list) =>
        list.map((one) =>
          one.section === section.section
            ? { ...one, translations: { ...one.translations, [language]: text ?? "" } }
            : one,
        ),
      );
    const ofFields = section.fields.flatMap((field): Entry[] => [
      {
        id: field.key,
        from: field.label,
        text: field.translations?.[language],
        save: (text) =>
          save(
            ofSections(ofField(field.key, (before) => withName(before, text, language))),
            ofSections(
              ofField(field.key, (before) => ({
                ...before,
                label: field.label,
                translations: field.translations ?? {},
              })),
            ),
          ),
      },
      ...(field.options ?? []).map((option) => ({
        id: `${field.key} ${option.key}`,
        from: option.label,
        text: option.translations?.[language],
        isInner: true,
        save: (text: string) =>
          save(
            ofSections(
              ofField(field.key, ofOptions(ofEntry(option.key, (before) => withName(before, text, language)))),
            ),
            ofSections(ofField(field.key, ofOptions(ofEntry(option.key, () => option)))),
          ),
      })),
    ]);
    return {
      id: section.section,
      title: isOwn ? section.section : words.description,
      entries: [
        ...(isOwn && language !== "en"
          ? [
              {
                id: `section ${section.section}`,
                from: section.section,
                text: section.translations?.[language],
                save: (text: string) => save(translated(text), translated(section.translations?.[language])),
              },
            ]
          : []),
        ...ofFields,
      ],
    };
  });
  return [
    {
      id: "type",
      title: words.type,
      entries: [
        property("label", type.label),
        ...(type.description ? [property("description", type.description)] : []),
      ],
    },
    ...sections,
  ];
}

const textsOfSubtypes = (type: CardType, language: string, { saved }: Words): Entry[] =>
  type.subtypes.map((subtype) => ({
    id: subtype.key,
    from: subtype.label,
    text: subtype.translations?.[language],
    save: (text) =>
      updateType(type.key, {
        sentence: saved,
        edit: ofSubtypes(ofEntry(subtype.key, (before) => withName(before, text, language))),
        back: ofSubtypes(ofEntry(subtype.key, () => subtype)),
      }),
  }));

const textsOfRelation = (relation: RelationType, language: string, { saved }: Words): Entry[] =>
  (["label", "reverse_label"] as const).flatMap((name) => {
    const from = relation[name];
    if (!from) return [];
    return {
      id: `${relation.key} ${name}`,
      from,
      text: textIn(relation, name, language),
      isInner: name === "reverse_label",
      save: (text: string) =>
        updateRelationType(relation.key, {
          sentence: saved,
          edit: (before) => withText(before, name, text, language),
          back: (before) => ({
            ...before,
            label: relation.label,
            reverse_label: relation.reverse_label,
            translations: relation.translations,
          }),
        }),
    };
  });

const textsOfRoles = (roles: readonly StakeholderRole[], language: string, { saved }: Words): Entry[] =>
  roles.map((role) => ({
    id: role.key,
    from: role.label,
    text: textIn(role, "label", language),
    save: (text) => {
      const { label, translations } = withText(role, "label", text, language);
      return updateRole(role, { label, translations }, saved);
    },
  }));

/** Shows the texts of a type. */
export function Languages({ type, language }: { type: CardType; language: string }) {
  const { t, i18n } = useLingui();
  const setSearch = metamodel.useSetSearch();
  const { data } = useSuspenseQuery(settingsQuery);
  const { data: relations } = useQuery(allRelationTypesQuery);
  const { data: roles = [] } = useQuery(rolesOfTypeQuery(type.key));
  const [isOnlyMissing, showOnlyMissing] = useState(false);
  const names = new Intl.DisplayNames(i18n.locale, { type: "language" });
  const nameOf = (code: string) => names.of(code) ?? code;
  const words = {
    saved: t`${labelOf(type)}: a text in ${nameOf(language)} is saved`,
    type: t`The type itself`,
    description: t`In the description`,
  };
  const groups: Group[] = [
    ...textsOfType(type, language, words),
    { id: "subtypes", title: t`Subtypes`, entries: textsOfSubtypes(type, language, words) },
    {
      id: "relations",
      title: t`Relations`,
      entries: relationsOf(type, relations).flatMap((one) => textsOfRelation(one, language, words)),
    },
    { id: "roles", title: t`Roles`, entries: textsOfRoles(roles, language, words) },
  ];
  const isMissing = ({ text }: Entry) => !text;
  const all = groups.flatMap(({ entries }) => entries);
  const missing = all.filter(isMissing).length;
  return (
    <>
      <div className="gsec">
        <Choice
          label={t`Language`}
          width={160}
          value={language}
          options={data.enabled_locales.map((code) => ({ value: code, label: nameOf(code) }))}
          onChange={(code) => setSearch({ texts: code })}
        />
        <span className="c2 num">
          {missing === 0
            ? plural(all.length, { one: "# text, all there", other: "# texts, all there" })
            : t`${missing} of ${all.length} are missing`}
        </span>
        <span className="sp" />
        <Switch isOn={isOnlyMissing} onChange={showOnlyMissing}>
          <Trans>only what is missing</Trans>
        </Switch>
      </div>
      {groups.map(({ id, title, entries }) => {
        const listed = isOnlyMissing ? entries.filter(isMissing) : entries;
        if (listed.length === 0) return null;
        return (
          <section key={id} className="admin-list" aria-label={title}>
            <div className="gsec">
              <b>{title}</b>
            </div>
            <ul aria-label={title} className="rows" style={{ "--cols": COLUMNS } as CSSProperties}>
              {listed.map((entry) => (
                <li key={entry.id} className="gr">
                  <div className={entry.isInner ? "meta-inner c2" : ""}>
                    <span className="trunc" title={entry.from}>
                      {entry.from}
                    </span>
                  </div>
                  <div>
                    <EditedLine
                      className="inp bare meta-text"
                      label={t`${entry.from} in ${nameOf(language)}`}
                      value={entry.text ?? ""}
                      isNeeded
                      lang={language}
                      save={entry.save}
                    />
                  </div>
                  <div>{isMissing(entry) && <Missing title={t`not translated`} />}</div>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}
