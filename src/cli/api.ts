/** `stoa api [METHOD] PATH [ITEM…]` */
import type { Command } from "commander";
import { Failure } from "./failure";
import { type Ask, type Connection, findConnection, sendOrFail } from "./remote/connection";
import { fileOf, saveTo, writeOut } from "./remote/files";
import { parseItems } from "./remote/request-items";
import { asCsv, asJson, asTable, columnsOf, rowsOf } from "./remote/rows";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const FORMATS = ["json", "table", "csv"] as const;
/** Rows of a page of a list that is read to its end. */
const PAGE = 200;

type Options = {
  server?: string;
  format: (typeof FORMATS)[number];
  columns?: string;
  all: boolean;
  input?: string;
  save?: string;
  force: boolean;
};

/** Adds the command `api`. */
export function api(stoa: Command): void {
  stoa
    .command("api")
    .description("call an operation of a server and print its answer")
    .argument(
      "<request...>",
      "a method (GET or POST when left out), a path below /api/v1, and the items of the request",
    )
    .option("--server <address>", "the server; that of the last login, or of STOA_URL, when left out")
    .option("--format <format>", `how the answer is printed: ${FORMATS.join(", ")}`, "json")
    .option("--columns <names>", "columns of a table or CSV, comma-separated; dots lead into objects")
    .option("--all", "read a list to its end, page by page", false)
    .option("--input <file>", "a file with the body, as JSON; - is standard input")
    .option("--save <file>", "write the answer into a file as it comes")
    .option("--force", "replace the file when it exists", false)
    .addHelpText(
      "after",
      `
Items are parameter==value, field=text, field:=json and Header:value:
  stoa api /cards type==Application search==billing --format table --columns name,approval_status
  stoa api POST /cards type=Application name="Order Hub" attributes.numberOfUsers:=340
  stoa api DELETE /cards/7fc56270-e7a7-4fa8-9d6a-6b1e5c2f0d11
A refused request ends with exit code 1, and what is wrong on standard error.`,
    )
    .action(call);
}

async function call(request: string[], options: Options): Promise<void> {
  if (!FORMATS.includes(options.format))
    throw new Failure(`--format must be ${FORMATS.join(", ")}, not ${options.format}.`);
  const ask = await askOf(request, options);
  const connection = findConnection(options.server);
  if (options.all) return writeOut(textOf(await readAll(connection, ask), options));
  const answer = await sendOrFail(connection, ask);
  if (options.save !== undefined) return saveTo(options.save, answer, options.force);
  const isJson = answer.headers.get("content-type")?.includes("json");
  if (isJson) return writeOut(textOf(await answer.json(), options));
  await writeOut(answer.body ?? "");
}

/** Returns the request that the arguments of the command say. */
async function askOf(request: readonly string[], { input }: Options): Promise<Ask> {
  const [first = ""] = request;
  const named = METHODS.find((method) => method === first.toUpperCase());
  const [path, ...items] = named ? request.slice(1) : request;
  if (path === undefined) throw new Failure("The path of the operation is missing, such as /cards.");
  const { query, headers, body } = parseItems(items);
  if (body && input !== undefined) throw new Failure("The body is given twice: by --input and by fields.");
  const content = input === undefined ? body && JSON.stringify(body) : await fileOf(input);
  return {
    method: named ?? (content === undefined ? "GET" : "POST"),
    path,
    query,
    headers: { ...(content !== undefined && { "content-type": "application/json" }), ...headers },
    ...(content !== undefined && { body: content }),
  };
}

/** Reads all pages of a list. @returns its rows */
async function readAll(connection: Connection, ask: Ask): Promise<unknown[]> {
  if (ask.method !== "GET") throw new Failure("--all reads a list: it goes with GET.");
  const own = (ask.query ?? []).filter(([name]) => name !== "page" && name !== "page_size");
  const rows: unknown[] = [];
  for (let page = 1; ; page++) {
    const query = [...own, ["page", String(page)], ["page_size", String(PAGE)]] as const;
    const body = (await (await sendOrFail(connection, { ...ask, query })).json()) as {
      items?: unknown[];
      total?: number;
    };
    if (!Array.isArray(body.items)) {
      if (Array.isArray(body)) return body;
      throw new Failure(`${ask.path} is no list in pages: leave out --all.`);
    }
    rows.push(...body.items);
    if (body.items.length === 0 || rows.length >= (body.total ?? 0)) return rows;
  }
}

/** Returns an answer as it is printed. */
function textOf(body: unknown, { format, columns }: Options): string {
  if (format === "json") return `${asJson(body)}\n`;
  const rows = rowsOf(body);
  const names = columns?.split(",").map((name) => name.trim()) ?? columnsOf(rows);
  return format === "table" ? `${asTable(rows, names)}\n` : asCsv(rows, names);
}
