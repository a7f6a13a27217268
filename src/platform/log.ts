/** The log: one JSON object a line, or readable lines in development. */
import pino, { type Logger } from "pino";
import pretty from "pino-pretty";
import type { Config } from "../config";
import { write } from "./output";

/** The process's logger. Silent until `startLog`, so that commands print nothing but their own answer. */
export let log: Logger = pino({ level: "silent" });

/** Standard output. Unlike pino's own destination it survives a full disk and a reader that has gone. */
const output = { write: (line: string) => write(1, line) };

/** Starts logging to standard output as the configuration asks. */
export function startLog(config: Pick<Config, "development" | "logLevel">): void {
  const options: pino.LoggerOptions = {
    level: config.logLevel,
    base: { logger: "stoa" },
    messageKey: "message",
    errorKey: "exception",
    timestamp: () => `,"timestamp":"${new Date().toISOString()}"`,
    formatters: { level: (level) => ({ level }) },
    // A token must never reach a log, wherever somebody passes one.
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
