/** Applies types, fields and types of relations. */
import type { Field } from "../../../../db/schema/metamodel";
import { Problem } from "../../../http/errors";
import { LINE } from "../../../http/schemas";
import { cardType, createCardType, importFields, importRelationType } from "../../metamodel";
import { type Application, type Pass, type StagedRow, skipped } from "./pass";

const IMPORTED_TYPE = {
  category: "Imported",
  icon: "extension",
  color: "#888888",
  has_hierarchy: true,
  has_successors: true,
};

/** Fields of a card type that gets more of them. */
const MAX_FIELDS = 2_000;
/** Options of a field. */
const MAX_OPTIONS = 1_000;

export const typePass: Pass<"metamodel_type"> = {
  conflict: "skipped",
  begin: ({ actor }) => ({
    apply({ payload: { key } }) {
      if (cardType(key)) return skipped();
      createCardType(actor, { ...IMPORTED_TYPE, key, label: key });
      return { outcome: "created" };
    },
  }),
};

/** Returns a record as a field. @throws Problem 422 */
function fieldOf({ payload: { key, type, options } }: StagedRow<"metamodel_field">): Field {
  if (key.length > LINE) throw new Problem(422, `The key of a field must not be longer than ${LINE} characters`);
  if (options.length > MAX_OPTIONS)
    throw new Problem(422, `The field ${key} must not have more than ${MAX_OPTIONS} options`);
  const listed = options.map((option) => ({ key: option, label: option }));
  return { key, label: key, type: type as Field["type"], weight: 0, ...(listed.length > 0 && { options: listed }) };
}

/** Checks whether a target was chosen for the field of a record, which then needs no field of its own. */
const isMapped = ({ mappings }: Application, { payload }: StagedRow<"metamodel_field">): boolean =>
  Object.hasOwn(mappings, payload.native_type) && Object.hasOwn(mappings[payload.native_type] as object, payload.key);

export const fieldPass: Pass<"metamodel_field"> = {
  conflict: "skipped",
  begin(application) {
    const { actor, source } = application;
    /** Card type → the fields that it gets. */
    const wanted = new Map<string, Map<string, Field>>();
    return {
      apply(record) {
        const typeKey = record.card_type_key ?? "";
        if (isMapped(application, record)) return skipped();
        const type = cardType(typeKey);
        if (!type) throw new Problem(404, `There is no card type ${typeKey}`);
        const fields = wanted.get(typeKey) ?? new Map<string, Field>();
        if (type.fields.has(record.payload.key) || fields.has(record.payload.key)) return skipped();
        if (type.fields.size + fields.size >= MAX_FIELDS)
          throw new Problem(422, `The card type ${typeKey} must not have more than ${MAX_FIELDS} fields`);
        wanted.set(typeKey, fields.set(record.payload.key, fieldOf(record)));
        return { outcome: "created" };
      },
      conclude() {
        for (const [typeKey, fields] of wanted)
          importFields(actor, typeKey, `Imported from ${source.key}`, [...fields.values()]);
      },
    };
  },
};

export const relationTypePass: Pass<"metamodel_relation_type"> = {
  conflict: "skipped",
  begin: ({ actor }) => ({
    apply({ payload: { key, source_type, target_type } }) {
      const type = { key, label: key, source_type_key: source_type, target_type_key: target_type };
      return importRelationType(actor, type) ? { outcome: "created" } : skipped();
    },
  }),
};
