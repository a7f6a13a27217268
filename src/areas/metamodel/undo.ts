/** The inverses that undo events of the metamodel: what was created is deleted again, unless it has come into use. */
import { hasRow } from "../../../db";
import {
  done,
  type Inverses,
  inverse,
  type Outcome,
  type Rollback,
  type Subject,
  skipped,
  unchanged,
} from "../../core/undo";
import { deleteCardType, updateCardType } from "./card-types";
import type { CardTypeChanges } from "./model";
import { countRelationsOf, deleteRelationTypes } from "./relation-types";
import { cardType, relationType } from "./types";

const cardTypeSubject: Subject = { idField: "card_type_id", table: "(SELECT key AS id FROM card_types)" };
const relationTypeSubject: Subject = { idField: "relation_type_id", table: "(SELECT key AS id FROM relation_types)" };
const permission = "admin.metamodel";

const hasCards = (key: string) => hasRow("SELECT 1 FROM cards WHERE type = ? LIMIT 1", key);

function undoCardType({ actor }: Rollback, key: string): Outcome {
  const type = cardType(key);
  if (!type) return unchanged("already_deleted");
  if (hasCards(key)) return skipped("in_use");
  deleteCardType(actor, key);
  return done;
}

function undoRelationType({ actor }: Rollback, key: string): Outcome {
  const type = relationType(key);
  if (!type) return unchanged("already_deleted");
  if (countRelationsOf(key) > 0) return skipped("in_use");
  deleteRelationTypes(actor, [type]);
  return done;
}

/** Returns the sections of a type without some fields, and without sections that have lost their last one. */
function undoFields({ actor }: Rollback, key: string, fields: readonly string[]): Outcome {
  const type = cardType(key);
  if (!type) return skipped("card_type_not_found", { needs: [key] });
  const remains = (field: { key: string }) => !fields.includes(field.key);
  const fields_schema = type.fields_schema.flatMap((section) => {
    const remaining = section.fields.filter(remains);
    if (remaining.length === section.fields.length) return section;
    return remaining.length === 0 ? [] : { ...section, fields: remaining };
  });
  if (Bun.deepEquals(fields_schema, type.fields_schema)) return unchanged("already_deleted");
  updateCardType(actor, key, { fields_schema: fields_schema as CardTypeChanges["fields_schema"] });
  return done;
}

export const undo = {
  delete_card_type: {
    subject: cardTypeSubject,
    permission,
    effect: "deletes",
    clearable: ["in_use"],
    publishes: true,
    undo: (rollback, { subject }) => undoCardType(rollback, subject),
  },
  delete_relation_type: {
    subject: relationTypeSubject,
    permission,
    effect: "deletes",
    clearable: ["in_use"],
    publishes: true,
    undo: (rollback, { subject }) => undoRelationType(rollback, subject),
  },
  remove_fields: inverse<{ fields: string[] }>({
    subject: cardTypeSubject,
    permission,
    read: ({ undo }) =>
      Array.isArray(undo?.["fields"])
        ? { fields: undo["fields"] as string[] }
        : "Changes of a type can't be rolled back",
    publishes: true,
    undo: (rollback, { subject, data }) => undoFields(rollback, subject, data.fields),
  }),
} as const satisfies Inverses;
