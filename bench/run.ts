/**
 * Measures Stoa against the floor and writes what it finds to RESULTS.md. npm run bench -- [--only list,card,…]
 * [--cards N] [--sizes N,N,…] [--rounds N] [--seconds N] [--minutes N] [--source]
 */
import { parseArgs } from "node:util";
import { analyses } from "./measures/analyses";
import { bulk } from "./measures/bulk";
import { calculations } from "./measures/calculations";
import { catalogues } from "./measures/catalogues";
import { consolePace } from "./measures/console";
import { diagrams } from "./measures/diagrams";
import { doors } from "./measures/doors";
import { exports } from "./measures/export";
import { card, list, manyLists, pages, patch } from "./measures/floor";
import { guard } from "./measures/guard";
import { hubs } from "./measures/hubs";
import { memory } from "./measures/memory";
import { otherStates } from "./measures/other-states";
import { past } from "./measures/past";
import { portfolio } from "./measures/portfolio";
import { processReports } from "./measures/process-reports";
import { replication } from "./measures/replication";
import { reports } from "./measures/reports";
import { risks } from "./measures/risks";
import type { Effort } from "./measures/rounds";
import { scenarios } from "./measures/scenarios";
import { servicenow } from "./measures/servicenow";
import { size } from "./measures/size";
import { sizes } from "./measures/sizes";
import { soak } from "./measures/soak";
import { stalls } from "./measures/stalls";
import { start } from "./measures/start";
import { cleanUp, useExecutable } from "./processes";
import { type Figure, isMet, machine, table, writeResults } from "./report";

export type Options = {
  /** Cards in the file that most is measured on. */
  cards: number;
  /** Cards in the files that are compared with one another. */
  sizes: number[];
  effort: Effort;
  /** Lists that are asked for before the memory is looked at. */
  lists: number;
  subscribers: number;
  starts: number;
  /** Cards made with one request. */
  bulk: number;
  /** Generated applications among which duplicates are looked for, and how many are planted among them. */
  applications: number;
  planted: number;
  /** Diagrams in addition to the cards, for the lists of them. */
  diagrams: number;
  /** Risks in addition to the cards. */
  risks: number;
  /** Entries of a catalogue in addition to the cards. */
  entries: number;
  /** Rows of a table of an ITSM system. */
  rows: number;
  /** Milliseconds for which each operation is watched at least, and for which streams are read and a foreign lock is held. */
  watched: number;
  patience: number;
  /** The time that everything runs together. */
  minutes: number;
  /** Seconds after which a server that is left alone counts as idle. */
  rest: number;
};

const measures = {
  list: async ({ cards, effort }: Options) => [await list(cards, effort)],
  pages: async ({ cards, effort }: Options) => [await pages(cards, effort)],
  lists: ({ cards, effort }: Options) => manyLists(cards, effort),
  card: async ({ cards, effort }: Options) => [await card(cards, effort)],
  patch: ({ cards, effort }: Options) => patch(cards, effort),
  bulk: async (options: Options) => [await bulk(options.cards, options.bulk)],
  export: ({ cards, rest }: Options) => exports(cards, rest),
  reports: ({ cards, effort }: Options) => reports(cards, effort.rounds),
  diagrams: ({ cards, diagrams: count, effort }: Options) => diagrams(cards, count, effort.rounds),
  catalogues: ({ cards, entries, effort }: Options) => catalogues(cards, entries, effort.rounds),
  "process-reports": ({ cards, effort }: Options) => processReports(cards, effort.rounds),
  risks: ({ cards, risks: count, effort }: Options) => risks(cards, count, effort.rounds),
  portfolio: ({ cards, effort }: Options) => portfolio(cards, effort.rounds),
  calculations: async ({ cards }: Options) => [await calculations(cards)],
  servicenow: ({ rows }: Options) => servicenow(rows),
  analyses: ({ applications, planted }: Options) => analyses(applications, planted),
  size: async ({ cards }: Options) => [await size(cards)],
  sizes: ({ sizes: all, effort }: Options) => sizes(all, effort),
  memory: ({ cards, effort, rest, ...amounts }: Options) =>
    memory(cards, effort.connections, { ...amounts, rest: 3 * rest, idle: 4 * rest }),
  start: async ({ cards, starts }: Options) => [await start(cards, starts)],
  guard: ({ cards, effort }: Options) => guard(cards, effort),
  stalls: ({ cards, bulk, watched, patience }: Options) => stalls(cards, { rows: bulk, watched, patience }),
  replication: ({ cards, effort }: Options) => replication(cards, effort),
  doors: ({ cards, effort }: Options) => doors(cards, 10 * effort.seconds),
  past: ({ cards }: Options) => past(cards),
  scenarios: ({ cards }: Options) => scenarios(cards),
  "other-states": ({ cards, rest }: Options) => otherStates(cards, 20 * rest),
  hubs: ({ cards, bulk }: Options) => hubs(cards, bulk),
  console: ({ cards, effort, minutes }: Options) => consolePace(cards, effort.rounds, minutes),
  soak: async ({ cards, bulk, minutes, rest }: Options) => [
    await soak(cards, { rows: bulk, minutes, rest: 12 * rest }),
  ],
};
export type Measure = keyof typeof measures;
export const everything = Object.keys(measures) as Measure[];

/** Measures one thing. The caller cleans up after it. */
export const measure = (name: Measure, options: Options): Promise<Figure[]> => measures[name](options);

/** Returns a positive whole number, or the end of the program. */
function whole(name: string, text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new Error(`--${name}: must be a whole number above 0.`);
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: "string", default: everything.join(",") },
      cards: { type: "string", default: "100000" },
      sizes: { type: "string", default: "1000,10000,100000,1000000" },
      rounds: { type: "string", default: "3" },
      seconds: { type: "string", default: "4" },
      minutes: { type: "string", default: "10" },
      source: { type: "boolean", default: false },
    },
  });
  const which = values.only.split(",").map((name) => {
    if (name in measures) return name as Measure;
    throw new Error(`--only: takes ${everything.join(", ")}; not ${name}.`);
  });
  const options: Options = {
    cards: whole("cards", values.cards),
    sizes: values.sizes.split(",").map((text) => whole("sizes", text)),
    effort: { rounds: whole("rounds", values.rounds), seconds: whole("seconds", values.seconds), connections: 32 },
    lists: 20_000,
    subscribers: 1_000,
    starts: 15,
    bulk: 10_000,
    applications: 20_000,
    planted: 300,
    diagrams: 1_000,
    risks: 20_000,
    entries: 10_000,
    rows: 20_000,
    watched: 250,
    patience: 3_000,
    minutes: Number(values.minutes),
    rest: 5,
  };
  return { which, options, fromSource: values.source };
}

async function main(): Promise<number> {
  const { which, options, fromSource } = readOptions();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => cleanUp().then(() => process.exit(130)));
  try {
    console.log(machine());
    if (!fromSource) await useExecutable();
    const figures: Figure[] = [];
    for (const name of which) {
      const found = await measure(name, options);
      console.log(`\n${table(found)}`);
      figures.push(...found);
    }
    // Parts of the whole, or of another size, don't take the place of what the file says.
    if (process.argv.length === 2) console.log(`\n${await writeResults(figures)}`);
    return figures.every(isMet) ? 0 : 1;
  } finally {
    await cleanUp();
  }
}

if (import.meta.main) process.exit(await main());
