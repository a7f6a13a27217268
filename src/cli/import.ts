/** `stoa import FILE` */
import { basename } from "node:path";
import type { Command } from "commander";
import { print } from "../platform/output";
import { Failure } from "./failure";
import { findConnection, sendOrFail } from "./remote/connection";
import { fileOf } from "./remote/files";
import { asJson, asTable, type Row } from "./remote/rows";

/** Rows that are printed of what an import does; the server's answer has all. */
const SHOWN = 50;

type Options = {
  server?: string;
  type?: string;
  dryRun: boolean;
  create: boolean;
  empty: string;
  onError: string;
  json: boolean;
};

type Result = {
  created: number;
  changed: number;
  same: number;
  refused: number;
  rows: number[];
  results: { status: string; name: string | null; error: string | null; field: string | null; changes: Row }[];
  columns: { head: string; use: string }[];
};

/** Adds the command `import`. */
export function importCards(stoa: Command): void {
  stoa
    .command("import")
    .description("create and change cards of a server from CSV or a workbook, as one batch that can be undone")
    .argument("<file>", "a table with the columns of the export; - is CSV on standard input")
    .option("--server <address>", "the server; that of the last login, or of STOA_URL, when left out")
    .option("--type <type>", "the card type of rows that name none")
    .option("--dry-run", "only print what each row would do", false)
    .option("--no-create", "refuse rows that match no card instead of creating one")
    .option("--empty <meaning>", "an empty cell keeps or clears a value: keep or clear", "keep")
    .option("--on-error <meaning>", "a refused row stops everything, or is skipped: stop or skip", "stop")
    .option("--json", "print the server's answer", false)
    .addHelpText("after", "\nThe exit code is 1 when a row is refused.")
    .action(load);
}

async function load(file: string, options: Options): Promise<void> {
  const connection = findConnection(options.server);
  const name = file === "-" ? "standard-input.csv" : basename(file);
  const form = new FormData();
  form.append("file", new File([await fileOf(file)], name));
  if (options.type !== undefined) form.append("type", options.type);
  form.append("empty", options.empty);
  form.append("create", String(options.create));
  form.append("dry_run", String(options.dryRun));
  form.append("on_error", options.onError);
  const ask = { method: "POST", path: "/cards/import", body: form };
  const answer = await sendOrFail(connection, ask).catch((refusal: Error) => {
    throw new Failure(`${refusal.message}\nNothing is stored; --dry-run prints what each row would do.`);
  });
  const result = (await answer.json()) as Result;
  print(options.json ? asJson(result) : wordsOf(result, options));
  if (result.refused > 0) throw new Failure(refusalOf(result, options));
}

/** Returns what an import did, or would do, row by row. */
function wordsOf({ created, changed, same, refused, rows, results, columns }: Result, { dryRun }: Options): string {
  const effects = results.flatMap(({ status, name, error, field, changes }, index) => {
    if (status === "same") return [];
    const what = error ? [field, error].filter(Boolean).join(": ") : Object.keys(changes).join(", ");
    return [{ row: rows[index], status, name, what }];
  });
  const unknown = columns.flatMap(({ head, use }) => (use === "unknown" ? [head] : []));
  const more = effects.length - SHOWN;
  return [
    ...(effects.length > 0 ? [asTable(effects.slice(0, SHOWN), ["row", "status", "name", "what"])] : []),
    ...(more > 0 ? [`and ${more} more rows; --json prints all`] : []),
    ...(unknown.length > 0 ? [`Unknown columns: ${unknown.join(", ")}`] : []),
    `${dryRun ? "Would be: " : ""}${created} created, ${changed} changed, ${same} the same, ${refused} refused`,
  ].join("\n");
}

function refusalOf({ refused }: Result, { dryRun }: Options): string {
  const rows = refused === 1 ? "A row is refused" : `${refused} rows are refused`;
  return dryRun ? `${rows}.` : `${rows}; all others are stored.`;
}
