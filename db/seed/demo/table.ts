/**
 * The notation of the demo landscape's tables: texts that read like tables. The first line names the columns. A
 * row that stands further to the right by two blanks lies below the row above it. A line that begins with a colon
 * describes the row above. Times are in years from the day of loading, as in `-2.5`; the phases of a life are five
 * such times, with a dot for one that has no date.
 */
import type { FieldType } from "../../schema/metamodel";
import { cardTypes } from "../card-types";

/** A card of the landscape; what it is called below is what its columns are called on the wire. */
export type DemoCard = {
  type: string;
  name: string;
  /** Names on the way down to the parent, root first. */
  path: string[];
  subtype?: string;
  description?: string;
  lifecycle?: Record<string, string>;
  external_id?: string;
  alias?: string;
  attributes: Record<string, unknown>;
};

const PHASES = ["plan", "phaseIn", "active", "phaseOut", "endOfLife"];
const INDENT = 2;

/** Card type → field key → its kind. */
const kinds = new Map(
  cardTypes.map(({ key, sections }) => [
    key,
    new Map(sections.flatMap(([, fields]) => fields.map((field) => [field.key, field.type]))),
  ]),
);

/** Returns the first day of the month that lies so many years from a day, as YYYY-MM-DD. */
export function dayIn(years: number, today: Date): string {
  const day = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + Math.round(years * 12), 1));
  return day.toISOString().slice(0, 10);
}

/** Reads the value that a cell stands for in a field of a kind. */
export function readCell(cell: string, kind: FieldType | undefined, today: Date): unknown {
  if (kind === "number" || kind === "cost") return Number(cell);
  if (kind === "boolean") return cell === "yes";
  if (kind === "date") return dayIn(Number(cell), today);
  return cell;
}

function lifecycleOf(cell: string, today: Date): Record<string, string> {
  const times = cell.split(/\s+/).map((time, at) => [PHASES[at] ?? "", time] as const);
  return Object.fromEntries(
    times.filter(([, time]) => time !== ".").map(([phase, time]) => [phase, dayIn(Number(time), today)]),
  );
}

function cardOf(type: string, path: string[], cells: [column: string, cell: string][], today: Date): DemoCard {
  const card: DemoCard = { type, name: "", path, attributes: {} };
  for (const [column, cell] of cells) {
    if (column === "lifecycle") card.lifecycle = lifecycleOf(cell, today);
    else if (column === "name" || column === "subtype" || column === "external_id" || column === "alias")
      card[column] = cell;
    else card.attributes[column] = readCell(cell, kinds.get(type)?.get(column), today);
  }
  return card;
}

/**
 * Returns the cards of a table, each after its parent.
 * @param today the day that the times count from
 */
export function cardsOf(type: string, table: string, today: Date): DemoCard[] {
  const [header = "", ...lines] = table.split("\n").filter((line) => line.trim() !== "");
  const columns = header.split("|").map((column) => column.trim());
  const cards: DemoCard[] = [];
  const path: string[] = [];
  for (const line of lines) {
    const text = line.trim();
    if (text.startsWith(":")) {
      const last = cards.at(-1);
      if (last) last.description = text.slice(1).trim();
      continue;
    }
    const cells = text.split("|").map((cell, at): [string, string] => [columns[at] ?? "", cell.trim()]);
    path.length = (line.length - line.trimStart().length) / INDENT;
    const card = cardOf(
      type,
      [...path],
      cells.filter(([, cell]) => cell !== ""),
      today,
    );
    cards.push(card);
    path.push(card.name);
  }
  return cards;
}
