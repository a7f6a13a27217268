/** The log: one JSON object a line, or readable lines in development. */
import pino, { type Logger } from "pino";
import pretty from "pino-pretty";
import type { Config } from "../config";

/** The process's logger. Silent until `startLog`, so that commands print nothing but their own answer. */
export let log: Logger = pino({ level: "silent" });

/** Starts logging to standard output as the configuration asks. */
export function startLog(config: Pick<Config, "development" | "logLevel">): void {
  const options: pino.LoggerOptions = {
    name: "stoa",
    level: config.logLevel,
    base: { logger: "stoa" },
    messageKey: "message",
    errorKey: "exception",
    timestamp: () => `,"timestamp":"${new Date().toISOString()}"`,
    formatters: { level: (level) => ({ level }) },
    // A token must never reach a log, wherever somebody passes one.
    redact: ["token", "password", "*.token", "*.password", "*.authorization"],
  };
  log = config.development
    ? pino(
        options,
        pretty({
          colorize: process.stdout.isTTY,
          messageKey: "message",
          errorLikeObjectKeys: ["exception"],
          timestampKey: "timestamp",
          ignore: "logger,name",
          sync: true,
        }),
      )
    : pino(options);
}
