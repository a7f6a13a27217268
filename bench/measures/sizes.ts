/** Measures how the first page, the last page and a search grow with the number of cards. */
import { join } from "node:path";
import { type Caller, type CardPage, logIn, someCards } from "../client";
import { copyOfFilled } from "../filled";
import { newFolder, type Server, startStoa } from "../processes";
import { randomFrom } from "../random";
import type { Figure } from "../report";
import { type Contestant, type Effort, type Outcome, takeTurns } from "./rounds";

const PAGE = 50;
const FIRST = `/cards?page=1&page_size=${PAGE}`;
/** Searches that take turns; each is the beginning of a card's name. */
const SEARCHES = 24;
/** The part of all cards above which a word is no name but a word of the descriptions. */
const COMMON = 0.02;

type Size = { cards: number; server: Server; caller: Caller; total: number; searches: string[]; hits: number };

/** Three letters that some cards' names begin with, and how many cards each finds on average. */
async function findSearches(caller: Caller, total: number): Promise<{ searches: string[]; hits: number }> {
  const random = randomFrom(1);
  const names = (await someCards(caller, 2_000)).map((card) => card.name.slice(0, 3).toLowerCase());
  const pages = Math.max(1, Math.floor(total / 200));
  for (let extra = 0; extra < 10; extra++) {
    const { items } = await caller.get<CardPage>(`/cards?page_size=200&page=${random.whole(1, pages)}`);
    names.push(...items.map((card) => card.name.slice(0, 3).toLowerCase()));
  }
  const searches: string[] = [];
  let hits = 0;
  for (let tries = 0; searches.length < SEARCHES && tries < 1_000; tries++) {
    const letters = random.one(names);
    if (searches.includes(letters)) continue;
    const { total: found } = await caller.get<CardPage>(`/cards?page_size=1&search=${encodeURIComponent(letters)}`);
    if (found === 0 || found > Math.max(COMMON * total, 50)) continue;
    searches.push(letters);
    hits += found;
  }
  return { searches, hits: hits / Math.max(searches.length, 1) };
}

async function open(cards: number): Promise<Size> {
  const server = await startStoa(await copyOfFilled(cards, join(newFolder(), "stoa.db")));
  const caller = await logIn(server);
  const { total } = await caller.get<CardPage>(FIRST);
  return { cards, server, caller, total, ...(await findSearches(caller, total)) };
}

const requests = ({ total, searches }: Size) => ({
  first: [{ path: `/api/v1${FIRST}` }],
  // The last page that is full: the last of all may hold a single card.
  last: [{ path: `/api/v1/cards?page=${Math.floor(total / PAGE)}&page_size=${PAGE}` }],
  middle: [{ path: `/api/v1/cards?page=${Math.floor(total / PAGE / 2)}&page_size=${PAGE}` }],
  search: searches.map((letters) => ({ path: `/api/v1${FIRST}&search=${encodeURIComponent(letters)}` })),
});
type Kind = keyof ReturnType<typeof requests>;

const inMilliseconds = (rate: number) => `${(1_000 / rate).toFixed(2)} ms`;

/** Returns the figures for all sizes; everything takes turns. */
export async function sizes(all: readonly number[], effort: Effort): Promise<Figure[]> {
  const opened: Size[] = [];
  for (const cards of all.toSorted((one, other) => one - other)) opened.push(await open(cards));
  const contestants: Record<string, Contestant> = {};
  for (const size of opened)
    for (const [kind, list] of Object.entries(requests(size)))
      contestants[`${size.cards} ${kind}`] = { server: size.server, headers: size.caller.headers, requests: list };
  const outcomes = await takeTurns(effort, contestants);
  await Promise.all(opened.map(({ server }) => server.stop()));

  const rate = ({ cards }: Size, kind: Kind) => (outcomes[`${cards} ${kind}`] as Outcome).rate;
  const smallest = opened.at(0);
  const largest = opened.at(-1);
  if (!smallest || !largest) return [];
  const count = (cards: number) => cards.toLocaleString("en");
  const growth: Figure = {
    what: `first page: ${count(largest.cards)} cards against ${count(smallest.cards)}`,
    figure: rate(smallest, "first") / rate(largest, "first"),
    unit: "ratio",
    atMost: 2,
    from: opened.map((size) => `${count(size.cards)}: ${inMilliseconds(rate(size, "first"))}`).join(", "),
  };
  const against = (size: Size, kind: Kind, what: string, atMost?: number): Figure => ({
    what: `${what} of ${count(size.cards)}, against the first page`,
    figure: rate(size, "first") / rate(size, kind),
    unit: "ratio",
    ...(atMost !== undefined && { atMost }),
    from: inMilliseconds(rate(size, kind)),
  });
  return [
    growth,
    ...opened.map((size) => against(size, "last", "last page", 5)),
    ...opened.map((size) =>
      against(size, "search", `search of three letters that ${size.hits.toFixed(0)} cards hold,`, 5),
    ),
    against(largest, "middle", "page in the middle"),
  ];
}
