/** Totals: how many of the matching cards have a field, and what its numbers add up to. */
import { cachedUntilWrite, statement } from "../../../../db";
import { type Condition, clause, type Value, valuesOf, where } from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import { invalid } from "../../../http/errors";
import { entriesOf } from "../../../http/query";
import { today } from "../../../platform/clock";
import { singleType } from "./conditions";
import { filled, numberOf } from "./field-sql";
import { listedField } from "./listed-fields";
import type { CardQuery, Total } from "./model";

/** Totals that one request may ask for. */
const MAX_TOTALS = 20;
/** Totals that are cached, as rows. */
const MAX_CACHED = 200;

/** The one row of a query, by its SQL and values as JSON. */
const sums = cachedUntilWrite((query: string): (number | null)[] => {
  const [sql, values] = JSON.parse(query) as [string, Value[]];
  return (statement<unknown>(sql).values(...values)[0] ?? []) as (number | null)[];
}, MAX_CACHED);

type Aggregates = { columns: Condition[]; read: (values: readonly (number | null)[]) => Total };

/** Returns the aggregates of a field. @throws Problem 422 for an unknown field; 403 */
function aggregatesOf(actor: Actor, query: CardQuery, name: string): Aggregates {
  const field = listedField({ actor, typeKey: singleType(query), parameter: "totals" }, name);
  if (!field) throw invalid(["query", "totals"], "names no field of cards", "value_error", name);
  const isFilled = filled(field, query.at ?? today());
  const count = where(`count(*) FILTER (WHERE ${isFilled.sql})`, ...isFilled.values);
  const number = numberOf(field);
  if (!number) return { columns: [count], read: ([held]) => ({ filled: held ?? 0 }) };
  const columns = ["total", "avg", "min", "max"].map((each) => where(`${each}(${number.sql})`, ...number.values));
  return {
    columns: [count, ...columns],
    read: ([held, sum, mean, min, max]) => ({
      filled: held ?? 0,
      sum: sum ?? 0,
      mean: mean ?? null,
      min: min ?? null,
      max: max ?? null,
    }),
  };
}

/** The totals that a query asks for, as columns of SQL. */
export type TotalColumns = {
  columns: Condition[];
  /** Returns the totals, by the names of their fields, from the values of the columns. */
  read: (values: readonly (number | null)[]) => Record<string, Total>;
};

/**
 * Returns the columns of the totals that a query asks for; none when it asks for none.
 * @throws Problem 422 for an unknown field or too many; 403 for costs that the actor may not see
 */
export function totalColumns(actor: Actor, query: CardQuery): TotalColumns {
  const names = [...new Set(entriesOf(query.totals))];
  if (names.length > MAX_TOTALS) throw invalid(["query", "totals"], `must not be more than ${MAX_TOTALS}`);
  const aggregates = names.map((name) => aggregatesOf(actor, query, name));
  return {
    columns: aggregates.flatMap((each) => each.columns),
    read(values) {
      let at = 0;
      return Object.fromEntries(
        aggregates.map(({ columns, read }, index) => {
          const start = at;
          at += columns.length;
          return [names[index] as string, read(values.slice(start, at))];
        }),
      );
    },
  };
}

/**
 * Returns the totals that a query asks for, by the names of their fields.
 * @throws Problem as `totalColumns`
 */
export function totalsOf(actor: Actor, query: CardQuery, conditions: readonly Condition[]): Record<string, Total> {
  const { columns, read } = totalColumns(actor, query);
  if (columns.length === 0) return {};
  const sql = `SELECT ${columns.map((column) => column.sql).join(", ")} FROM cards c ${clause(conditions)}`;
  return read(sums(JSON.stringify([sql, valuesOf([...columns, ...conditions])])));
}
