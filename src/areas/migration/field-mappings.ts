/** The targets that fields of a migration can be mapped to. */
import { statement } from "../../../db";
import { type CardType, cardType } from "../metamodel";
import type { FieldMappingOptions } from "./model";
import { mappingsOf, requireRow } from "./rows";
import { sourceOf } from "./sources";
import type { Payloads } from "./staging/records";
import { targetType } from "./staging/records-of";
import { lifecycleTargets } from "./targets";

type Block = FieldMappingOptions["blocks"][number];
type StagedField = Payloads["metamodel_field"];

/** Sections whose fields are no targets: what earlier imports have made, and the description. */
const isHidden = (section: string) => section.startsWith("Imported from ") || section === "__description";

const collator = new Intl.Collator("en", { sensitivity: "base" });

/** Returns the targets that fields of a card type can be mapped to. */
function targetsOf(type: CardType | undefined): Block["available_targets"] {
  const fields = (type?.fields_schema ?? [])
    .filter(({ section }) => !isHidden(section))
    .flatMap(({ section, fields }) => fields.map(({ key, label, type }) => ({ key, label, type, section })))
    .sort((one, other) => collator.compare(one.label, other.label) || (one.key < other.key ? -1 : 1));
  return [...fields, ...lifecycleTargets];
}

const findFields = (id: string): StagedField[] =>
  statement<{ source_data: string }>(
    "SELECT source_data FROM staged_records WHERE migration_id = ? AND entity_kind = 'metamodel_field' ORDER BY seq",
  )
    .all(id)
    .map(({ source_data }) => JSON.parse(source_data) as StagedField);

/** Serializes a field with the target that was chosen for it. */
const serializeField = (
  { key, data_type, type }: StagedField,
  target: string,
  chosen: Readonly<Record<string, string>>,
): Block["source_fields"][number] => ({
  source_field_key: key,
  label: null,
  native_data_type: type === null ? data_type : null,
  tea_type: type,
  target_tea_type: target,
  mapped_to: Object.hasOwn(chosen, key) ? (chosen[key] ?? null) : null,
});

/** Returns the fields of a migration by their types, and what they can be mapped to. @throws Problem 404 */
export function mappingOptions(id: string): FieldMappingOptions {
  const migration = requireRow(id);
  const source = sourceOf(migration);
  const mappings = new Map(Object.entries(mappingsOf(migration)));
  const blocks = [...Map.groupBy(findFields(id), ({ native_type }) => native_type)].map(
    ([native_type, fields]): Block => {
      const target = targetType(source, native_type);
      const type = cardType(target);
      return {
        native_type,
        target_tea_type: target,
        target_type_label: type?.label ?? target,
        source_fields: fields
          .map((field) => serializeField(field, target, mappings.get(native_type) ?? {}))
          .sort((one, other) => collator.compare(one.source_field_key, other.source_field_key)),
        available_targets: targetsOf(type),
      };
    },
  );
  const order = ({ target_tea_type, native_type }: Block) => JSON.stringify([target_tea_type, native_type]);
  return {
    blocks: blocks.sort((one, other) => (order(one) < order(other) ? -1 : 1)),
    auto_mapped_columns: source.autoMappedColumns.map(([source_column, tea_target]) => ({ source_column, tea_target })),
  };
}
