/** Column shapes that several tables share. */
import type { Column } from "drizzle-orm";
import { customType, integer, text } from "drizzle-orm/sqlite-core";

/** Returns text holding an instant, ISO 8601 UTC with milliseconds and `Z`, so that text order is time order. */
export const instant = (name: string) => text(name);

/** 0 or 1, read as a boolean. */
export const flag = (name: string) => integer(name, { mode: "boolean" });

/** Returns text holding JSON that is parsed on read; for small values that are cached or rarely read. */
export const json = <T>(name: string) => text(name, { mode: "json" }).$type<T>();

/** Text holding JSON that is read as it is, because it goes out unchanged or is parsed by who needs it. */
export const jsonText = customType<{ data: string }>({ dataType: () => "text" });

/** Checks whether a column holds JSON; `jsonText` is the only custom type. */
export const holdsJson = (column: Column): boolean => column.dataType === "json" || column.dataType === "custom";
