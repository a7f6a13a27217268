/** The fields that pasted columns can go into, and guessing them from headings and values. */
import { t } from "@lingui/core/macro";
import type { Field } from "../../metamodel/fields";
import { type CardType, labelOf } from "../../metamodel/queries";
import { cellValue, dayOf } from "../cell-value";
import { type ListedField, phases } from "../listed-fields";

/** A field of a row: its name is that of the row of an upsert, as in `name`, `attributes.<key>` and `lifecycle.<phase>`. */
export type Target = {
  name: string;
  label: string;
  /** The field of the metamodel, of an attribute. */
  field?: Field;
  /** The values that it may have. */
  options?: readonly { value: string; label: string }[];
  /** Returns the value that a text means; undefined when it means none. */
  read: (text: string) => unknown;
};

const text = (value: string): string | null => value.trim() || null;

/** Returns the fields that rows of a type may have. */
export function targetsOf(type: CardType, fields: readonly ListedField[]): Target[] {
  const attributes = fields.flatMap(({ name, label, field, values }): Target[] =>
    field && !field.readonly
      ? [{ name, label, field, ...(values && { options: values }), read: (one) => cellValue(field, one) }]
      : [],
  );
  const subtypes = type.subtypes.map((one) => ({ value: one.key, label: labelOf(one) }));
  const subtype = (word: string) =>
    subtypes.find((one) => [one.value, one.label].some((name) => name.toLowerCase() === word.trim().toLowerCase()));
  return [
    { name: "name", label: t`Name`, read: text },
    ...attributes,
    ...(subtypes.length > 0
      ? [
          {
            name: "subtype",
            label: t`Subtype`,
            options: subtypes,
            read: (word: string) => (word.trim() === "" ? null : subtype(word)?.value),
          },
        ]
      : []),
    ...phases().map(({ value, label }) => ({
      name: `lifecycle.${value}`,
      label,
      read: (one: string) => (one.trim() === "" ? null : dayOf(one.trim())),
    })),
    { name: "parent", label: t`Parent`, read: text },
    { name: "description", label: t`Description`, read: text },
    { name: "external_id", label: t`External id`, read: text },
    { name: "id", label: "Id", read: text },
  ];
}

const plain = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Returns the place of the target that a heading names: by its whole name first, then by a part of it; -1 for none. */
function named(heading: string, targets: readonly Target[], type: CardType): number {
  const word = plain(heading);
  if (word === "") return -1;
  if ([type.label, labelOf(type), type.key].some((name) => [plain(name), `${plain(name)}s`].includes(word))) return 0;
  const names = targets.map(({ name, label, field }) =>
    [label, name.split(".").at(-1) ?? name, field?.label ?? ""].map(plain).filter(Boolean),
  );
  const whole = names.findIndex((some) => some.includes(word));
  return whole >= 0 || word.length < 4
    ? whole
    : names.findIndex((some) => some.some((name) => name.startsWith(word) || name.endsWith(word)));
}

/** Returns the place of the target with options whose values a column has; -1 for none. */
function fitting(values: readonly string[], targets: readonly Target[]): number {
  const filled = values.filter((value) => value.trim() !== "").slice(0, 100);
  if (filled.length === 0) return -1;
  return targets.findIndex(
    ({ options, read }) =>
      options !== undefined && filled.filter((value) => read(value) !== undefined).length >= filled.length * 0.8,
  );
}

/**
 * Guesses the targets of pasted columns.
 * @param rows with or without headings
 * @returns whether the first row has headings, and the name of the target of each column; undefined for a column that is ignored
 */
export function guessTargets(rows: readonly (readonly string[])[], targets: readonly Target[], type: CardType) {
  const [first = [], ...others] = rows;
  const byHeading = first.map((heading) => named(heading, targets, type));
  const found = byHeading.filter((at) => at >= 0).length;
  const hasHeadings = others.length > 0 && byHeading.some((at) => at === 0) && found >= first.length / 2;
  const body = hasHeadings ? others : rows;
  const taken = new Set<number>();
  const names = first.map((_, column) => {
    const values = body.map((row) => row[column] ?? "");
    const heading = hasHeadings ? (byHeading[column] ?? -1) : -1;
    const at = heading >= 0 ? heading : fitting(values, targets);
    if (at < 0 || taken.has(at)) return undefined;
    taken.add(at);
    return targets[at]?.name;
  });
  if (!taken.has(0)) {
    const free = names.indexOf(undefined);
    if (free >= 0) names[free] = "name";
  }
  return { hasHeadings, names };
}
