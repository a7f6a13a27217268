/** Edits of fields, of a type of cards or of a type of relations alike. */
import { t } from "@lingui/core/macro";
import { labelOf } from "../../metamodel/queries";
import { checkUnused, updateRelationType, updateType } from "./changes";
import {
  type Edit,
  type FieldPlace,
  ofEntry,
  ofField,
  ofSections,
  placeOf,
  withAt,
  withFieldAt,
  without,
  withoutField,
} from "./edits";
import type { CardType, Field, RelationType } from "./queries";

/** A change of one field. */
export type FieldChange = {
  sentence: string;
  edit: Edit<Field>;
  /** Takes it back; without it the change can't be undone. */
  back?: Edit<Field>;
  beforeBack?: () => Promise<void>;
};

/** The home of fields: a type of cards, or a type of relations. */
export type FieldHome = {
  /** The name of the home for people. */
  name: string;
  fields: readonly Field[];
  change: (key: string, change: FieldChange) => Promise<boolean>;
  /** Takes a field away. @param isUsed true when values go with it, which nothing brings back */
  remove: (field: Field, isUsed: boolean) => Promise<boolean>;
  /** The key of the type of cards; undefined for a type of relations. */
  cardType?: string;
};

/** Returns an edit that sets properties, and the one that brings the former values back. */
export function setting(field: Field, changes: Partial<Field>): Required<Pick<FieldChange, "edit" | "back">> {
  const keys = Object.keys(changes) as (keyof Field)[];
  return {
    edit: (before) => ({ ...before, ...changes }),
    back: (before) => {
      const after = { ...before };
      for (const key of keys) {
        if (field[key] === undefined) delete after[key];
        else Object.assign(after, { [key]: field[key] });
      }
      return after;
    },
  };
}

/** Returns the home of the fields of a type of cards. */
export const fieldsOfType = (type: CardType): FieldHome => ({
  name: labelOf(type),
  cardType: type.key,
  fields: type.fields_schema.flatMap(({ fields }) => fields),
  change: (key, { sentence, edit, back, beforeBack }) =>
    updateType(type.key, {
      sentence,
      beforeBack,
      edit: ofSections(ofField(key, edit)),
      ...(back && { back: ofSections(ofField(key, back)) }),
    }),
  remove(field, isUsed) {
    const place = placeOf(type.fields_schema, field.key) as FieldPlace;
    return updateType(type.key, {
      sentence: t`The field ${labelOf(field)} is removed`,
      edit: ofSections(withoutField(field.key)),
      ...(!isUsed && { back: ofSections(withFieldAt(field, place)) }),
    });
  },
});

const ofAttributes =
  (edit: Edit<readonly Field[]>): Edit<RelationType> =>
  (type) => ({ ...type, attributes_schema: [...edit(type.attributes_schema)] });

/** Returns the home of the attributes of a type of relations. */
export const attributesOf = (relation: RelationType, name: string): FieldHome => ({
  name,
  fields: relation.attributes_schema,
  change: (key, { sentence, edit, back }) =>
    updateRelationType(relation.key, {
      sentence,
      edit: ofAttributes(ofEntry(key, edit)),
      ...(back && { back: ofAttributes(ofEntry(key, back)) }),
    }),
  remove: (field) =>
    updateRelationType(relation.key, {
      sentence: t`The attribute ${labelOf(field)} is removed`,
      edit: ofAttributes(without(field.key)),
      back: ofAttributes(withAt(field, relation.attributes_schema.indexOf(field))),
    }),
});

/** Makes an attribute of a type of relations. */
export const createAttribute = (relation: RelationType, field: Field): Promise<boolean> =>
  updateRelationType(relation.key, {
    sentence: t`The attribute ${field.label} is made`,
    edit: ofAttributes((fields) => withAt(field, fields.length)(fields)),
    back: ofAttributes(without(field.key)),
  });

/** Makes a field at a place of a type of cards. */
export const createField = (type: CardType, field: Field, place: FieldPlace): Promise<boolean> =>
  updateType(type.key, {
    sentence: t`The field ${field.label} is made`,
    edit: ofSections(withFieldAt(field, place)),
    back: ofSections(withoutField(field.key)),
    beforeBack: () => checkUnused(type.key, field.key),
  });
