/** The settings of the matrix: its two types, the relations between them, and whether empty columns are shown. */
import { useLingui } from "@lingui/react/macro";
import { readingOf } from "../../cards/related";
import { labelOf } from "../../metamodel/queries";
import { SettingChip } from "../../reports/setting-chip";
import type { Subject } from "./subject";

type SettingsProps = {
  subject: Subject;
  hasAll: boolean;
  onChange: (changes: {
    rows?: string | undefined;
    columns?: string | undefined;
    relation?: string | undefined;
    all?: boolean | undefined;
    meaning?: string | undefined;
    filter?: string | undefined;
  }) => void;
};

/** Shows the chips. */
export function MatrixSettings({ subject, hasAll, onChange }: SettingsProps) {
  const { t } = useLingui();
  const { rows, columns, relation } = subject;
  const options = (types: readonly { key: string; label: string }[]) =>
    types.map((one) => ({ value: one.key, label: labelOf(one) }));
  if (!rows || !columns || !relation) return null;
  return (
    <>
      <SettingChip
        name={t`Rows`}
        value={rows.key}
        options={options(subject.rowTypes)}
        onChange={(next) => onChange({ rows: next, relation: undefined, meaning: undefined, filter: undefined })}
      />
      <SettingChip
        name={t`Columns`}
        value={columns.key}
        options={options(subject.columnTypes)}
        onChange={(next) => onChange({ columns: next, relation: undefined, meaning: undefined })}
      />
      {subject.relations.length > 1 && (
        <SettingChip
          name={t`Relation`}
          value={relation.key}
          options={subject.relations.map((one) => ({
            value: one.key,
            label: readingOf(one, one.source_type_key === rows.key ? "source" : "target"),
          }))}
          onChange={(next) => onChange({ relation: next, meaning: undefined })}
        />
      )}
      <SettingChip
        name={t`Empty columns`}
        value={hasAll ? "shown" : "hidden"}
        options={[
          { value: "hidden", label: t`hidden` },
          { value: "shown", label: t`shown` },
        ]}
        onChange={(next) => onChange({ all: next === "shown" ? true : undefined })}
      />
    </>
  );
}
