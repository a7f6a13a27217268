/** The statements that a piece of work runs, recorded, and run again by themselves. */
import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import { connection, finalizeStatements, setConnection } from "../db/connection";

/** A statement with its values. */
export type RecordedStatement = [sql: string, values: SQLQueryBindings[]];

const reading = new Set(["values", "all", "get", "iterate"]);

/** Runs the work over the open database, and gives the statements that it has read with. */
export function record(work: () => unknown): RecordedStatement[] {
  const open = connection();
  const recorded: RecordedStatement[] = [];
  const recording = (sql: string, prepared: Statement): Statement =>
    new Proxy(prepared, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== "function") return value;
        return (...values: SQLQueryBindings[]) => {
          if (reading.has(String(name))) recorded.push([sql, values]);
          return value.apply(target, values);
        };
      },
    });
  finalizeStatements();
  setConnection(
    new Proxy(open, {
      get(target, name) {
        if (name === "prepare") return (sql: string) => recording(sql, target.prepare(sql));
        const value = Reflect.get(target, name) as unknown;
        return typeof value === "function" ? value.bind(target) : value;
      },
    }),
  );
  try {
    work();
  } finally {
    finalizeStatements();
    setConnection(open);
  }
  return recorded;
}

/** Runs recorded statements, and gives their rows as text. */
export const replay = (sqlite: Database, recorded: readonly RecordedStatement[]): string =>
  recorded.map(([sql, values]) => (sqlite.query(sql).values(...values) as unknown[][]).flat().join(",")).join("\n");
