/** The search parameters of every report; a page spreads them into its schema. */
import { z } from "zod/mini";

/** Returns the schema of a parameter that may be left out; a value that it doesn't know counts as left out. */
export const lenient = <S extends z.ZodMiniType>(schema: S) => z.catch(z.optional(schema), undefined);

export const reportSearch = {
  /** Conditions and words, as `src/console/filters/condition.ts` reads them. */
  filter: lenient(z.string()),
  /** The date that it is of, as in 2026-12-31; today without it. */
  at: lenient(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))),
};

/** Returns the content of a report: an object, as no table was asked for. */
export const asReport = <T>(content: Promise<T>): Promise<Exclude<T, string>> => content as Promise<Exclude<T, string>>;
