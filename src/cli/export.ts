/** `stoa export [FILE]` */
import type { Command } from "commander";
import { Failure } from "./failure";
import { findConnection, sendOrFail } from "./remote/connection";
import { saveTo, writeOut } from "./remote/files";

const FORMATS = ["csv", "xlsx"];

type Options = {
  server?: string;
  type?: string;
  where?: string;
  search?: string;
  columns?: string;
  format?: string;
  force: boolean;
};

/** Adds the command `export`. */
export function exportCards(stoa: Command): void {
  stoa
    .command("export")
    .description("write the cards of a server as CSV or as a workbook, in the form that `stoa import` takes")
    .argument("[file]", "the file to write; CSV goes to standard output when left out")
    .option("--server <address>", "the server; that of the last login, or of STOA_URL, when left out")
    .option("--type <types>", "keys of card types, comma-separated")
    .option("--where <conditions>", "conditions as of lists, such as costTotalAnnual:1000..5000;!phase:endOfLife")
    .option("--search <words>", "words in the name or description")
    .option("--columns <names>", "columns, comma-separated")
    .option("--format <format>", "csv or xlsx; by the name of the file when left out")
    .option("--force", "replace the file when it exists", false)
    .action(write);
}

/** Returns the format that is asked for, or that the name of the file says. @throws Failure when it is none */
function formatOf(file: string | undefined, { format }: Options): string {
  const wanted = format ?? (file?.toLowerCase().endsWith(".xlsx") ? "xlsx" : "csv");
  if (!FORMATS.includes(wanted)) throw new Failure(`--format must be csv or xlsx, not ${wanted}.`);
  return wanted;
}

async function write(file: string | undefined, options: Options): Promise<void> {
  const { type, where, search, columns } = options;
  const wanted = Object.entries({ type, where, search, columns, format: formatOf(file, options) });
  const query = wanted.filter((pair): pair is [string, string] => pair[1] !== undefined);
  const answer = await sendOrFail(findConnection(options.server), { method: "GET", path: "/cards/export", query });
  if (file !== undefined) return saveTo(file, answer, options.force);
  await writeOut(answer.body ?? "");
}
