/** Importing risks from a spreadsheet: each row is created, skipped or refused by itself. */
import { inList, largeTransaction, listOf, nameKeyOf, rehearse, statement } from "../../../../db";
import { CATEGORIES, RISK_STATUSES } from "../../../../db/schema/risks";
import type { Actor } from "../../../core/access/actor";
import { progress } from "../../../core/threads/progress";
import { Day } from "../../../http/schemas";
import { objectionTo } from "../matrix";
import type { ImportedRow, ImportReport, ImportResult, RiskImport } from "./import-model";
import { registerRisk } from "./risks";

type NamedRow = { id: string; name: string };

/** Name → the ids of what has it. */
type ByName = ReadonlyMap<string, readonly NamedRow[]>;

/** All that rows may refer to. */
type KnownNames = { references: ReadonlySet<string>; byEmail: ByName; byName: ByName; cards: ByName };

const texts = (values: readonly (string | null | undefined)[]): string =>
  listOf([...new Set(values.filter((value) => value?.trim()))] as string[]);

const grouped = (rows: readonly NamedRow[]): ByName => Map.groupBy(rows, ({ name }) => name);

const referenceOf = ({ reference }: ImportedRow) => reference?.trim().toUpperCase() ?? "";

/** Looks up what the rows refer to. */
function lookUp(rows: readonly ImportedRow[]): KnownNames {
  const emails = texts(rows.map(({ owner_email }) => owner_email?.trim().toLowerCase()));
  const names = texts(rows.map(({ owner_name }) => owner_name?.trim()));
  const cardNames = rows.flatMap(({ card_names }) => card_names.map((name) => name.trim()));
  const numbers = rows.map((row) => Number(/^R-(\d{6,15})$/.exec(referenceOf(row))?.[1] ?? 0));
  const find = (sql: string, list: string) => statement<NamedRow, [string]>(sql).all(list);
  const withReference = find(`SELECT id, reference AS name FROM risks WHERE ${inList("number")}`, listOf(numbers));
  const withEmail = `SELECT id, email AS name FROM users WHERE ${inList("email")}`;
  const withName = `SELECT id, display_name AS name FROM users WHERE ${inList("display_name")}`;
  const withCardName = `SELECT id, name FROM cards WHERE ${inList("name_key")}`;
  return {
    references: new Set(withReference.map(({ name }) => name)),
    byEmail: grouped(find(withEmail, emails)),
    byName: grouped(find(withName, names)),
    cards: grouped(find(withCardName, texts(cardNames.map(nameKeyOf)))),
  };
}

/** Returns the only one that has a name; otherwise a warning that names it. */
function onlyOne(what: string, name: string, known: ByName): { id: string } | { warning: string } {
  const [first, ...more] = known.get(name) ?? [];
  if (!first) return { warning: `${what} not found: ${name}` };
  return more.length > 0
    ? { warning: `${what} is ambiguous: ${more.length + 1} are called ${name}` }
    : { id: first.id };
}

/** Returns the owner of a row; by the e-mail address, or else by the name. */
function ownerOf({ owner_email, owner_name }: ImportedRow, known: KnownNames) {
  const email = owner_email?.trim().toLowerCase();
  const name = owner_name?.trim();
  if (email) return onlyOne("Owner", email, known.byEmail);
  return name ? onlyOne("Owner", name, known.byName) : { id: null };
}

/** Refuses a row. */
class RowError extends Error {}

/** Returns the word in a field, or what stands for an empty one. @throws RowError for one that is none of them */
function wordOf<W extends string>(field: string, given: string, words: readonly W[], empty: W): W {
  const word = given.trim().toLowerCase();
  if (word === "") return empty;
  const known = words.find((one) => one === word);
  if (!known) throw new RowError(`${field} must be one of ${words.join(", ")}`);
  return known;
}

/** Returns the step in a field; null for an empty one. @throws RowError for one that isn't in use */
function stepOf(row: ImportedRow, field: `${"initial" | "residual"}_${"probability" | "impact"}`) {
  const step = row[field]?.trim().toLowerCase() || null;
  const objection = step && objectionTo(field.endsWith("impact") ? "impact" : "probability", step);
  if (objection) throw new RowError(`${field} ${objection}`);
  return step as never;
}

/** Returns the day in a row; null for an empty one. @throws RowError for what is no day */
function dayOf({ target_resolution_date }: ImportedRow): string | null {
  const text = target_resolution_date?.trim();
  if (!text) return null;
  if (!Day.safeParse(text).success) throw new RowError("target_resolution_date must be a date as in 2026-01-31");
  return text;
}

/** Returns the content of a risk as a row describes it. @throws RowError */
function contentOf(row: ImportedRow) {
  const title = row.title.trim();
  if (title === "") throw new RowError("title must not be empty");
  return {
    title,
    description: row.description,
    category: wordOf("category", row.category, CATEGORIES, "operational"),
    initial_probability: stepOf(row, "initial_probability") ?? ("medium" as const),
    initial_impact: stepOf(row, "initial_impact") ?? ("medium" as const),
    residual_probability: stepOf(row, "residual_probability"),
    residual_impact: stepOf(row, "residual_impact"),
    status: wordOf("status", row.status, RISK_STATUSES, "identified"),
    target_resolution_date: dayOf(row),
  };
}

/** Creates the risk of a row. @throws RowError */
function createRow(actor: Actor, row: ImportedRow, known: KnownNames): Partial<ImportResult> {
  const content = contentOf(row);
  const owner = ownerOf(row, known);
  const names = [...new Set(row.card_names.map((name) => name.trim()).filter(Boolean))];
  const cards = names.map((name) => onlyOne("Card", name, known.cards));
  const owner_id = "id" in owner ? owner.id : null;
  const risk = registerRisk(
    actor,
    { ...content, owner_id },
    cards.flatMap((card) => ("id" in card ? [card.id] : [])),
  );
  const warnings = [owner, ...cards].flatMap((found) => ("warning" in found ? [found.warning] : []));
  return { status: "created", id: risk.id, reference: risk.reference, warnings };
}

/** Deals with one row. */
function importRow(actor: Actor, row: ImportedRow, known: KnownNames): ImportResult {
  const { row_index } = row;
  const empty = { row_index, id: null, reference: null, error: null, warnings: [] };
  const reference = referenceOf(row);
  if (known.references.has(reference)) return { ...empty, status: "skipped", reference };
  try {
    return { ...empty, status: "created", ...createRow(actor, row, known) };
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
    return { ...empty, status: "failed", error: error.message };
  }
}

/**
 * Creates a risk for each row, as `registerRisk`; a row whose reference exists is skipped, one that can't be read is refused, and
 * owners and cards that can't be identified are left out with a warning. A dry run only reports.
 */
export function importRisks(actor: Actor, { items, dry_run }: RiskImport): ImportReport {
  const results = (dry_run ? rehearse : largeTransaction)(() => {
    const known = lookUp(items);
    return items.map((row, place) => {
      progress(place, items.length);
      return importRow(actor, row, known);
    });
  });
  const count = (status: ImportResult["status"]) => results.filter((result) => result.status === status).length;
  return { results, created: count("created"), skipped: count("skipped"), failed: count("failed"), dry_run };
}
