/** Columns of records that are edited as a grid: how a value is shown, written as text, read from text, and edited. */
import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { LineEditor, OptionsEditor, valueFor } from "../cards/editors";
import type { EditorProps } from "../grid/column";
import { day, number } from "../language/format";
import type { Field } from "../metamodel/fields";

/** A column of records. */
export type RecordColumn<R> = {
  /** The name of the field. */
  key: keyof R & string;
  label: string;
  width?: number;
  isFigure?: boolean;
  cell: (record: R) => ReactNode;
  /** Returns the value as text, for the clipboard. */
  text: (record: R) => string;
  /** Returns the value that a text means; undefined when it means none. Without it the column isn't edited. */
  read?: (text: string) => unknown;
  editor?: (value: unknown, save: (value: unknown) => void, props: EditorProps) => ReactNode;
};

type Common<R> = Pick<RecordColumn<R>, "label" | "width"> & { key: keyof R & string };

/** Returns a column of texts. @param mark what stands in an empty one */
export const textColumn = <R,>(common: Common<R>, mark?: ReactNode): RecordColumn<R> => ({
  ...common,
  cell: (record) => {
    const value = record[common.key];
    return value ? (
      <span className="trunc" title={String(value)}>
        {String(value)}
      </span>
    ) : (
      mark
    );
  },
  text: (record) => String(record[common.key] ?? ""),
  read: (text) => text.trim(),
  editor: (value, save, { close }) => (
    <LineEditor
      label={common.label}
      field={{ type: "text" }}
      value={value}
      save={(next) => save(next ?? "")}
      close={close}
    />
  ),
});

/** Returns the number that a text means, whatever currency it names. */
export function amountIn(text: string): number | undefined {
  const plain = text.replaceAll(/[^\d.,'’\s()+-]/g, "");
  // A comma before one or two last digits parts them, as in 1.250,50.
  const parted = /,\d{1,2}$/.test(plain.trim()) ? plain.replaceAll(".", "").replace(",", ".") : plain;
  const value = valueFor({ type: "cost" }, parted);
  return typeof value === "number" ? value : text.trim() === "" ? 0 : undefined;
}

/** Returns a column of numbers. @param read what a text means; any number without it */
export const figureColumn = <R,>(
  common: Common<R>,
  read: (text: string) => number | undefined = amountIn,
): RecordColumn<R> => ({
  ...common,
  isFigure: true,
  cell: (record) => <span className="num">{number(Number(record[common.key]))}</span>,
  text: (record) => String(record[common.key] ?? ""),
  read,
  editor: (value, save, { close }) => (
    <LineEditor
      label={common.label}
      field={{ type: "number" }}
      value={value}
      save={(next) => {
        const figure = read(String(next ?? 0));
        if (figure !== undefined) save(figure);
      }}
      close={close}
    />
  ),
});

/** Returns the day that a text means, as 2026-12-31 or 31.12.2026; null for none. */
export function dayIn(text: string): string | null | undefined {
  const plain = text.trim();
  if (plain === "") return null;
  const parts = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(plain);
  const iso = parts ? `${parts[3]}-${parts[2]?.padStart(2, "0")}-${parts[1]?.padStart(2, "0")}` : plain.slice(0, 10);
  return /^\d{4}-\d\d-\d\d$/.test(iso) && !Number.isNaN(Date.parse(iso)) ? iso : undefined;
}

/** Returns a column of days. */
export const dayColumn = <R,>(common: Common<R>): RecordColumn<R> => ({
  ...common,
  cell: (record) => {
    const value = record[common.key];
    return typeof value === "string" ? <span className="num c2">{day(value)}</span> : <span className="c3">–</span>;
  },
  text: (record) => String(record[common.key] ?? ""),
  read: dayIn,
  editor: (value, save, { close }) => (
    <LineEditor label={common.label} field={{ type: "date" }} value={value} save={save} close={close} />
  ),
});

/** Returns a column of choices. @param words by value @param cell shows one */
export function choiceColumn<R>(
  common: Common<R>,
  words: Readonly<Record<string, string>>,
  cell?: (record: R) => ReactNode,
): RecordColumn<R> {
  const field = {
    key: common.key,
    label: common.label,
    type: "single_select",
    options: Object.entries(words).map(([key, label]) => ({ key, label })),
  } as unknown as Field;
  return {
    ...common,
    cell: cell ?? ((record) => <span className="trunc">{words[String(record[common.key])]}</span>),
    text: (record) => words[String(record[common.key])] ?? "",
    read: (text) => {
      const wanted = text.trim().toLocaleLowerCase();
      return Object.entries(words).find(([key, label]) => [key, label.toLocaleLowerCase()].includes(wanted))?.[0];
    },
    editor: (value, save, { close }) => (
      <OptionsEditor label={common.label} field={field} value={value} save={save} close={close} />
    ),
  };
}

/** Returns why a pasted text can't be a value of a column. */
export const objection = (column: { label: string }, text: string, row: number): string =>
  t`Row ${row}: “${text}” is no value of ${column.label}; nothing was written`;
