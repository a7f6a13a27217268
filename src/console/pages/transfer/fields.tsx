/** The fields of a workbook, and the fields that they become. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { shown, tryChange } from "../../server/changes";
import { api, type Schemas } from "../../server/client";
import { type Migration, mappingsQuery, migrationQuery } from "../../transfer/queries";
import { Choice } from "../../ui/choice";
import { Empty, Failed, LoadingRows } from "../../ui/states";

type Options = Schemas["FieldMappingOptions"];
type Block = Options["blocks"][number];
type MappedField = Block["source_fields"][number];

const COLUMNS = "minmax(140px,1fr) 120px minmax(200px,1fr)";
/** The target of a field for which nothing is chosen: a new field, where the types allow it. */
const UNCHOSEN = "";
const SKIP = "__skip__";

/** Replaces the target of a field in the options that are shown. */
const withTarget = (options: Options, block: Block, key: string, target: string): Options => ({
  ...options,
  blocks: options.blocks.map((one) =>
    one.native_type !== block.native_type || one.target_tea_type !== block.target_tea_type
      ? one
      : {
          ...one,
          source_fields: one.source_fields.map((field) =>
            field.source_field_key === key ? { ...field, mapped_to: target || null } : field,
          ),
        },
  ),
});

/** Saves the target of a field. */
function choose(migration: Migration, block: Block, field: MappedField, target: string, sentence: string) {
  const { native_type } = block;
  const former = migration.field_mappings;
  const field_mappings = { ...former, [native_type]: { ...former[native_type], [field.source_field_key]: target } };
  const path = { migration_id: migration.id };
  const put = (body: { field_mappings: typeof former }) =>
    api.PUT("/api/v1/migration/{migration_id}/field-mappings", { params: { path }, body });
  return tryChange({
    sentence,
    show: [
      shown(mappingsQuery(migration.id), (before) => withTarget(before, block, field.source_field_key, target)),
      shown(migrationQuery(migration.id), (before) => ({ ...before, field_mappings })),
    ],
    send: () => put({ field_mappings }),
    inverse: () => put({ field_mappings: former }),
  });
}

/** Shows the fields by type; what each becomes is chosen in its row and saved at once. */
export function FieldMappings({ migration, mayChange }: { migration: Migration; mayChange: boolean }) {
  const { data, error, refetch } = useQuery(mappingsQuery(migration.id));
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data) return <LoadingRows />;
  if (data.blocks.length === 0)
    return (
      <Empty title={<Trans>Every field of the file has its counterpart here</Trans>}>
        <Trans>There is nothing to map.</Trans>
      </Empty>
    );
  return data.blocks.map((block) => (
    <Fields
      key={`${block.native_type} ${block.target_tea_type}`}
      migration={migration}
      block={block}
      mayChange={mayChange}
    />
  ));
}

type FieldsProps = { migration: Migration; block: Block; mayChange: boolean };

function Fields({ migration, block, mayChange }: FieldsProps) {
  const { t } = useLingui();
  const name = block.target_type_label;
  const label = (key: string) => block.available_targets.find((one) => one.key === key)?.label ?? key;
  const wordOf = (target: string) =>
    target === UNCHOSEN ? t`A new field` : target === SKIP ? t`Left out` : label(target);
  const options = [UNCHOSEN, SKIP, ...block.available_targets.map(({ key }) => key)].map((value) => ({
    value,
    label: wordOf(value),
  }));
  return (
    <section className="admin-list" aria-label={name}>
      <div className="gsec">
        <b>{name}</b>
        <span className="c3">{t`${block.native_type} in the file`}</span>
      </div>
      <ul aria-label={name} className="rows" style={{ "--cols": COLUMNS } as React.CSSProperties}>
        {block.source_fields.map((field) => (
          <li key={field.source_field_key} className="gr plain">
            <div>
              <span className="trunc">{field.label ?? field.source_field_key}</span>
            </div>
            <div className="c3 t12">{field.tea_type ?? field.native_data_type}</div>
            <div>
              {mayChange ? (
                <Choice
                  label={t`What ${field.label ?? field.source_field_key} becomes`}
                  value={field.mapped_to ?? UNCHOSEN}
                  options={options}
                  width={240}
                  onChange={(target) =>
                    void choose(
                      migration,
                      block,
                      field,
                      target,
                      t`${field.label ?? field.source_field_key}: ${wordOf(target)}`,
                    )
                  }
                />
              ) : (
                wordOf(field.mapped_to ?? UNCHOSEN)
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
