/** The fields of a mapping: column there, field here, what leads, how it is turned, and by which cards are found. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight, Plus, X } from "lucide-react";
import { useId } from "react";
import { phases } from "../../cards/listed-fields";
import { fieldsOf } from "../../metamodel/fields";
import { labelOf, useTypes } from "../../metamodel/queries";
import { updateFields } from "../../servicenow/changes";
import { type FieldMapping, type Mapping, tableFieldsQuery } from "../../servicenow/queries";
import { Button, IconButton } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { EditedLine } from "../../ui/edited-line";
import { Section } from "../../ui/section";

/** Gives the fields of a card that a column may become. */
function useTargets({ card_type_key }: Mapping) {
  const { t } = useLingui();
  const type = useTypes().get(card_type_key);
  return [
    { value: "name", label: t`Name` },
    { value: "description", label: t`Description` },
    ...phases().map(({ value, label }) => ({ value: `lifecycle.${value}`, label: t`Life cycle: ${label}` })),
    ...fieldsOf(type).map((field) => ({ value: `attributes.${field.key}`, label: labelOf(field) })),
  ];
}

/** Shows the fields; each change is saved at once. */
export function Fields({ mapping }: { mapping: Mapping }) {
  const { t } = useLingui();
  const targets = useTargets(mapping);
  const list = useId();
  const { data: columns = [] } = useQuery(tableFieldsQuery(mapping.connection_id, mapping.snow_table));
  const fields = mapping.field_mappings;
  const save = (next: readonly Omit<FieldMapping, "id">[]) => updateFields(mapping, next.map(withoutId));
  const change = (at: number, changes: Partial<FieldMapping>) =>
    save(fields.map((field, place) => (place === at ? { ...field, ...changes } : field)));
  const free = targets.find(({ value }) => fields.every(({ turbo_field }) => turbo_field !== value));
  return (
    <Section title={t`Fields`} count={fields.length}>
      <datalist id={list}>
        {columns.flatMap((row) =>
          typeof row["element"] === "string"
            ? [
                <option key={row["element"]} value={row["element"]}>
                  {String(row["column_label"] ?? "")}
                </option>,
              ]
            : [],
        )}
      </datalist>
      <ul className="servicenow-fields">
        {fields.map((field, at) => (
          <li key={keyOf(fields, at)}>
            <FieldLine
              field={field}
              targets={targets}
              list={list}
              change={(changes) => change(at, changes)}
              remove={() => void save(fields.filter((_, place) => place !== at))}
            />
          </li>
        ))}
      </ul>
      {free && (
        <Button icon={Plus} onPress={() => void save([...fields, newField(free.value)])}>
          <Trans>Add a field</Trans>
        </Button>
      )}
    </Section>
  );
}

/** Returns the key of a line: its id is another after each change, which must not take away what is being typed. */
const keyOf = (fields: readonly FieldMapping[], at: number): string => {
  const target = fields[at]?.turbo_field;
  return `${target} ${fields.slice(0, at).filter(({ turbo_field }) => turbo_field === target).length}`;
};

const withoutId = ({ id: _, ...field }: Omit<FieldMapping, "id"> & { id?: string }): Omit<FieldMapping, "id"> => field;

const newField = (turbo_field: string): Omit<FieldMapping, "id"> => ({
  turbo_field,
  snow_field: turbo_field.split(".").at(-1) ?? "",
  direction: "snow_leads",
  transform_type: null,
  transform_config: null,
  is_identity: false,
});

type LineProps = {
  field: FieldMapping;
  targets: readonly { value: string; label: string }[];
  list: string;
  change: (changes: Partial<FieldMapping>) => Promise<boolean>;
  remove: () => void;
};

function FieldLine({ field, targets, list, change, remove }: LineProps) {
  const { t } = useLingui();
  const leadsThere = field.direction === "snow_leads";
  const known = targets.some(({ value }) => value === field.turbo_field);
  const transforms = [
    { value: "direct", label: t`As it is` },
    { value: "value_map", label: t`By a table of values` },
    { value: "date_format", label: t`As a day` },
    { value: "boolean", label: t`As yes or no` },
  ];
  const name = targets.find(({ value }) => value === field.turbo_field)?.label ?? field.turbo_field;
  return (
    <>
      <span className="servicenow-field">
        <EditedLine
          label={t`Column of ${name}`}
          value={field.snow_field}
          list={list}
          isNeeded
          save={(snow_field) => change({ snow_field })}
        />
        <IconButton
          icon={leadsThere ? ArrowRight : ArrowLeft}
          size={14}
          label={leadsThere ? t`${name} is read from there` : t`${name} is written there`}
          onPress={() => void change({ direction: leadsThere ? "turbo_leads" : "snow_leads" })}
        />
        <Choice
          label={t`Field of ${field.snow_field}`}
          value={field.turbo_field}
          options={known ? targets : [{ value: field.turbo_field, label: field.turbo_field }, ...targets]}
          onChange={(turbo_field) => void change({ turbo_field })}
        />
        <IconButton icon={X} size={14} label={t`Take ${name} away`} onPress={remove} />
      </span>
      <span className="servicenow-field more">
        <Choice
          label={t`How ${name} is turned`}
          value={field.transform_type ?? "direct"}
          options={transforms}
          onChange={(value) => void change({ transform_type: value === "direct" ? null : value })}
        />
        <label className="c2 t12">
          <input
            type="checkbox"
            checked={field.is_identity}
            onChange={({ target }) => void change({ is_identity: target.checked })}
          />
          {t`finds the card`}
        </label>
      </span>
      {field.transform_type === "value_map" && (
        <textarea
          className="inp area"
          rows={3}
          aria-label={t`Values of ${name}: there = here`}
          placeholder={t`there = here`}
          defaultValue={linesOf(field)}
          onBlur={({ target }) =>
            target.value !== linesOf(field) && void change({ transform_config: { mapping: valuesIn(target.value) } })
          }
        />
      )}
    </>
  );
}

/** Returns a table of values as lines. */
const linesOf = ({ transform_config: config }: FieldMapping): string =>
  Object.entries((config?.["mapping"] as Record<string, unknown> | undefined) ?? {})
    .map(([there, here]) => `${there} = ${String(here)}`)
    .join("\n");

/** Returns the table of values in lines; those without an equals sign are passed over. */
const valuesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split("\n").flatMap((line): [string, string][] => {
      const at = line.indexOf("=");
      return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()]] : [];
    }),
  );
