/**
 * Shows where the time of a search in a million cards goes: what it does in the database, step by step, each on
 * top of those before.
 */
import { join } from "node:path";
import { statement } from "../../db";
import { closeDatabase, openDatabase } from "../../db/client";
import { type Condition, clause, relevance, valuesOf } from "../../db/query";
import { conditionsOf } from "../../src/areas/cards/list/conditions";
import { listCards, placesOf } from "../../src/areas/cards/list/list";
import type { CardQuery } from "../../src/areas/cards/list/model";
import { orderOf } from "../../src/areas/cards/list/order";
import type { Actor } from "../../src/core/access/actor";
import { copyOfFilled } from "../filled";
import { newFolder } from "../processes";
import { madeOn, median } from "../report";
import { partsTable } from "./parts-table";

const CARDS = 1_000_000;
const SEARCHES = 24;
const ROUNDS = 20;
/** The part of all cards above which a word is no name but a word of the descriptions. */
const COMMON = 0.02;

const admin = { userId: "", role: "admin", permissions: { "*": true } } as unknown as Actor;
const queryFor = (search: string) => ({ page: 1, page_size: 50, search }) as CardQuery;

const hitsOf = (search: string) =>
  statement<{ hits: number }, [string]>("SELECT count(*) AS hits FROM cards_search WHERE cards_search MATCH ?").get(
    `"${search}"`,
  )?.hits ?? 0;

/** Three letters that some cards' names begin with, and few cards hold. */
function findSearches(): string[] {
  const letters = statement<[string]>(
    "SELECT DISTINCT lower(substr(name, 1, 3)) FROM cards WHERE seq % 4999 = 7",
  ).values();
  return letters
    .map(([search]) => search as string)
    .filter((search) => /^[a-z]{3}$/.test(search) && hitsOf(search) < COMMON * CARDS)
    .slice(0, SEARCHES);
}

/** A text to search, the table that it is searched in, and the conditions on its rows. */
type Search = { search: string; from: string; conditions: Condition[] };

/** Prepares a search beforehand, because finding out its table takes time of its own. */
function prepared(search: string): Search {
  const { countable, others } = conditionsOf(admin, queryFor(search));
  return { search, from: orderOf(admin, queryFor(search)).from, conditions: [...countable, ...others] };
}

/** The steps of a search; each does what those before it do, and something more. */
const steps: [part: string, run: (search: Search) => unknown][] = [
  ["finding the places of the three letters in the index", ({ search }) => hitsOf(search)],
  [
    "looking up of each card found whether it is active, and of a type that isn't hidden",
    ({ from, conditions }) =>
      statement(`SELECT count(*) FROM ${from} ${clause(conditions)}`).get(...valuesOf(conditions)),
  ],
  [
    "how well its name fits, for which names with accents are read first",
    ({ search, from, conditions }) => {
      const rank = relevance(search);
      return statement(`SELECT max(${rank.sql}) FROM ${from} ${clause(conditions)}`).get(
        ...rank.values,
        ...valuesOf(conditions),
      );
    },
  ],
  [
    "sorting them by that and their names",
    ({ search }) => {
      const query = queryFor(search);
      return placesOf(conditionsOf(admin, query), orderOf(admin, query), query, true);
    },
  ],
  ["reading the 50 cards of the page, and their JSON", ({ search }) => listCards(admin, queryFor(search))],
];

/**
 * Returns the microseconds that each step takes for one search: medians of several rounds, in which the steps take turns.
 */
function timesOf(searches: readonly Search[]): number[] {
  const rounds = Array.from({ length: ROUNDS }, () =>
    steps.map(([, run]) => {
      const began = performance.now();
      for (const search of searches) run(search);
      return ((performance.now() - began) * 1_000) / searches.length;
    }),
  );
  return steps.map((_, step) => median(rounds.map((times) => times[step] as number)));
}

/** Returns the parts of a search, as a section of PROFILE.md. */
export async function profileOfSearch(): Promise<string> {
  openDatabase(await copyOfFilled(CARDS, join(newFolder(), "stoa.db")));
  try {
    const searches = findSearches();
    const hits = searches.reduce((sum, search) => sum + hitsOf(search), 0) / searches.length;
    const upTo = timesOf(searches.map(prepared));
    const times = steps.map(([part], at): [string, number] => [part, (upTo[at] ?? 0) - (upTo[at - 1] ?? 0)]);
    return `## A search of three letters in ${CARDS.toLocaleString("en")} cards

${madeOn()}
${searches.length} searches that find ${hits.toFixed(0)} cards on average, in one process, without the network. The cards found lie anywhere in the
file; what is asked of each of them stands in an index, but each still is a way of its own down that index.

${partsTable("For one search", times)}`;
  } finally {
    closeDatabase();
  }
}
