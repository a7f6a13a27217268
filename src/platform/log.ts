/** The log: JSON lines, or readable lines in development. */
import pino, { type Logger } from "pino";
import pretty from "pino-pretty";
import type { Config } from "../config";
import { write } from "./output";

/** The process's logger; silent until `startLog`, so that commands print only their output. */
export let log: Logger = pino({ level: "silent" });

/** Standard output. Unlike pino's own destination it tolerates a full disk and a closed pipe. */
const output = { write: (line: string) => write(1, line) };

/** Starts logging to standard output. */
export function startLog(config: Pick<Config, "development" | "logLevel">): void {
  const options: pino.LoggerOptions = {
    level: config.logLevel,
    base: { logger: "stoa" },
    messageKey: "message",
    errorKey: "exception",
    timestamp: () => `,"timestamp":"${new Date().toISOString()}"`,
    formatters: { level: (level) => ({ level }) },
    // Secrets must never be logged.
    redact: ["token", "password", "*.token", "*.password", "*.authorization"],
  };
  const readable = pretty.prettyFactory({
    colorize: process.stdout.isTTY,
    messageKey: "message",
    errorLikeObjectKeys: ["exception"],
    timestampKey: "timestamp",
    ignore: "logger,name",
  });
  log = pino(options, config.development ? { write: (line: string) => output.write(readable(line)) } : output);
}
