/** Prints what was measured as a table: in the terminal, and in RESULTS.md. */
import { cpus, totalmem } from "node:os";
import { join } from "node:path";

export type Figure = {
  /** The name of what was measured, in a few words. */
  what: string;
  /** The figure that counts, and what it must be; without a bound it is for information only. */
  figure: number;
  unit: "ratio" | "percent" | "MiB" | "ms" | "subscribers" | "rows";
  atLeast?: number;
  atMost?: number;
  /** The numbers it comes from. */
  from: string;
};

export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] as number) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

const written = (number: number, unit: Figure["unit"]) => {
  if (unit === "percent") return `${number.toFixed(1)} %`;
  if (unit === "ms") return `${number.toFixed(0)} ms`;
  if (unit === "MiB") return `${number.toFixed(0)} MiB`;
  return unit === "subscribers" || unit === "rows" ? String(number) : number.toFixed(2);
};

const need = ({ atLeast, atMost, unit }: Figure) => {
  if (atLeast !== undefined) return `≥ ${written(atLeast, unit)}`;
  return atMost === undefined ? "" : `≤ ${written(atMost, unit)}`;
};

/** Checks whether a figure is what it must be. */
export const isMet = ({ figure, atLeast = -Infinity, atMost = Infinity }: Figure): boolean =>
  figure >= atLeast && figure <= atMost;

const verdict = (figure: Figure) => (need(figure) === "" ? "" : isMet(figure) ? "yes" : "**no**");

/** Returns the figures as a Markdown table. */
export function table(figures: readonly Figure[]): string {
  const rows = [
    ["What", "Figure", "Needed", "Met", "From"],
    ...figures.map((figure) => [
      figure.what,
      written(figure.figure, figure.unit),
      need(figure),
      verdict(figure),
      figure.from,
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length))) ?? [];
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [head, widths.map((width) => "-".repeat(width)), ...body].map(line).join("\n");
}

/** Returns the machine that the figures come from. */
export function machine(): string {
  const [first] = cpus();
  const memory = (totalmem() / 1_024 ** 3).toFixed(0);
  return `${first?.model.trim() ?? "unknown processor"}, ${cpus().length} cores, ${memory} GiB of memory, ${process.platform} ${process.arch}, Bun ${Bun.version}`;
}

/** Returns the day and the machine of a measurement, as a line of a report. */
export const madeOn = (): string => `${new Date().toISOString().slice(0, 10)}: ${machine()}.`;

const explanation = `Made by \`npm run bench\`; each figure is the median of several short rounds in which everything that is compared takes turns.

The floor is a bare \`Bun.serve\` over a copy of the same file that runs the one SQL statement for the same JSON, without account, validation or framework (\`bench/floor.ts\`); for a change it does one UPDATE and shares the same sync. The fair floor of a change (\`bench/fair-change.ts\`) also looks up the token and its user, reads and compares the row, writes one entry of the journal with its seal, shares the same commit, and answers with the card. The load is 32 connections of autocannon in a process of its own, over loopback.

Bare inserts are one prepared statement in one transaction, with the indexes, triggers and settings of Stoa, up to the end of the sync; the rows are those that Stoa made, with every column. The bare loop of the CSV export is in the floor too, and sends the same text piece by piece. Exports are read by one client, and the memory is the resident one, looked at every 10 ms; idle is a server some seconds after 40 requests. Bare updates set the same columns of the same cards by their ids in one transaction, in the process that recalculates them.

The console is driven in the browser of the tests, a headless Chromium that draws without a graphics card, on the same two cores as the server. A key is seen when the picture with its effect is presented, as the browser's event timing has it; a search has settled when its answer is there and the list doesn't change any more. The heap is that of the page after a collection of garbage, after scrolling with the wheel in the largest window. That eight tabs share one stream is counted at the server in \`test/console/live.test.ts\`, the weight of the files in \`test/console/budgets.test.ts\`.

Where the time of a durable change goes, and that of a search in a million cards, is in [PROFILE.md](PROFILE.md), made by \`npm run bench:profile\`.`;

/** Writes RESULTS.md. */
export async function writeResults(figures: readonly Figure[]): Promise<string> {
  const file = join(import.meta.dir, "RESULTS.md");
  await Bun.write(file, `# Results\n\n${madeOn()}\n\n${table(figures)}\n\n${explanation}\n`);
  return file;
}
