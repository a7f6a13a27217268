/** Failures of commands. */
import { LostChange } from "../../db/durability";
import { reasonOf, UnusableDatabase } from "../../db/files";
import { ConfigError } from "../config";
import { Problem } from "../http/errors";

/** A command has failed for the reason in the message. */
export class Failure extends Error {}

/** Exit codes; `usage` is for wrong arguments. */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/**
 * Returns the error messages for the terminal: a line for each mistake in the configuration or problem of a database, and
 * one line for anything else.
 */
export function explain(error: unknown): string[] {
  if (error instanceof ConfigError || error instanceof Failure || error instanceof UnusableDatabase)
    return error.message.split("\n");
  if (error instanceof Problem && Array.isArray(error.detail)) return error.detail.map(({ msg }) => msg);
  const cause = error instanceof LostChange ? error.cause : error;
  if ((cause as { code?: unknown } | null)?.code?.toString().startsWith("SQLITE_"))
    return [`The database can't be used: ${reasonOf(cause, "")}.`];
  const message = error instanceof Error ? error.message : String(error);
  return [message.replaceAll(/\s*\n\s*/g, " ") || "it failed, and nothing says why"];
}
