/** `stoa check --audit FILE` */
import { openSealedJournal } from "../../db/sealed-journal";
import { type Verdict, verifyLines } from "../core/audit/verification";
import { print } from "../platform/output";
import { Failure } from "./failure";
import { formatTable } from "./format";

/** Reads the whole lines of a stream. @param torn is called with what follows the last one */
async function* linesOf(stream: ReadableStream<Uint8Array>, torn: () => void): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of stream) {
    const [first = "", ...others] = decoder.decode(bytes, { stream: true }).split("\n");
    rest += first;
    for (const next of others) {
      if (rest.trim() !== "") yield rest;
      rest = next;
    }
  }
  if (rest.trim() !== "") torn();
}

/** Returns what is to be printed of a stretch, a check in each row. */
function rowsOf({ events, repeated, first, last, problems }: Verdict, notes: readonly string[]): string[][] {
  const stretch = first && last ? `${events} events, from ${first.seq} to ${last.seq}` : "no events";
  return [
    ...(problems.length > 0 ? problems.map((problem) => ["BAD", problem]) : [["ok", stretch]]),
    ...(repeated > 0 ? [["ok", `${repeated} events came again, unchanged`]] : []),
    ...notes.map((note) => ["ok", note]),
    ...(last ? [["ok", `the last seal is ${last.seal}`]] : []),
  ];
}

/**
 * Verifies an exported stretch of the journal, and prints the result.
 * @param file `-` for standard input
 * @param database undefined to verify the stretch alone
 * @throws Failure when something is wrong with it
 */
export async function checkAudit(file: string, database: string | undefined): Promise<void> {
  const input = file === "-" ? Bun.stdin : Bun.file(file);
  if (file !== "-" && !(await Bun.file(file).exists())) throw new Failure(`There is no file ${file}.`);
  const journal = database === undefined ? undefined : openSealedJournal(database);
  try {
    const notes: string[] = [];
    const torn = () => notes.push("the last line is cut short, and was passed over; a server cuts it off");
    const verdict = await verifyLines(linesOf(input.stream(), torn), journal);
    const { last, problems } = verdict;
    if (journal && last && problems.length === 0)
      notes.push(`${journal.countAfter(last.seq)} later events are in ${database}`);
    print(formatTable(rowsOf(verdict, notes)));
    if (problems.length > 0)
      throw new Failure(
        `${problems.length === 1 ? "A problem was" : `${problems.length} problems were`} found in ${file}.`,
      );
    if (!last) throw new Failure(`${file} has no event of the journal.`);
  } finally {
    journal?.close();
  }
}
