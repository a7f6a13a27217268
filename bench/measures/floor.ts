/** Throughput compared with that of the floor: a page, a card, a change. */
import { join } from "node:path";
import { type Caller, logIn, someCards } from "../client";
import { copyOfFilled } from "../filled";
import type { LoadRequest } from "../load";
import { newFolder, type Server, startFloor, startStoa } from "../processes";
import { randomFrom } from "../random";
import type { Figure } from "../report";
import { describeOutcome, type Effort, type Outcome, takeTurns } from "./rounds";

const TYPE = "Application";
const LIST = `/api/v1/cards?type=${TYPE}&sort_by=name&page=1&page_size=50`;
/** Cards that are asked for or changed in turn. */
const CARDS = 3_200;

type Pair = { stoa: Server; floor: Server; caller: Caller };

/** Runs the work with Stoa and the floor, each on its own copy of the file. */
async function besides<T>(cards: number, work: (pair: Pair) => Promise<T>): Promise<T> {
  const folder = newFolder();
  const [stoa, floor] = await Promise.all([
    startStoa(await copyOfFilled(cards, join(folder, "stoa.db"))),
    startFloor(await copyOfFilled(cards, join(folder, "floor.db"))),
  ]);
  const result = await work({ stoa, floor, caller: await logIn(stoa) });
  await Promise.all([stoa.stop(), floor.stop()]);
  return result;
}

/** Both must say the same, or the comparison means nothing. */
async function expectSameAnswer({ stoa, floor, caller }: Pair, path: string): Promise<void> {
  const [ours, theirs] = await Promise.all(
    [stoa, floor].map(async ({ url }) => (await fetch(url + path, { headers: caller.headers })).text()),
  );
  if (ours !== theirs) throw new Error(`Stoa and the floor answer ${path} differently.`);
}

/** Returns the figure of an outcome divided by that of a floor. */
const ratio = (what: string, atLeast: number, stoa: Outcome, floor: Outcome): Figure => ({
  what,
  figure: stoa.rate / floor.rate,
  unit: "ratio",
  atLeast,
  from: `${describeOutcome(stoa)}, floor ${describeOutcome(floor)}`,
});

async function compare(
  effort: Effort,
  { stoa, floor, caller }: Pair,
  what: string,
  atLeast: number,
  requests: LoadRequest[],
): Promise<Figure> {
  const outcome = await takeTurns(effort, {
    stoa: { server: stoa, headers: caller.headers, requests },
    floor: { server: floor, requests },
  });
  return ratio(what, atLeast, outcome.stoa, outcome.floor);
}

/** Returns a page of 50 cards, filtered by type, sorted by name, with its total. */
export const list = (cards: number, effort: Effort): Promise<Figure> =>
  besides(cards, async (pair) => {
    await expectSameAnswer(pair, LIST);
    return compare(effort, pair, "page of 50 cards, against the floor", 1.5, [{ path: LIST }]);
  });

/** Pages that are asked for in turn. */
const PAGES = 200;

/** Lists as `list`, another page each time. */
export const pages = (cards: number, effort: Effort): Promise<Figure> =>
  besides(cards, async (pair) => {
    const requests = Array.from({ length: PAGES }, (_, index) => ({
      path: LIST.replace("page=1", `page=${index + 1}`),
    }));
    await expectSameAnswer(pair, LIST.replace("page=1", "page=2"));
    return compare(effort, pair, `${PAGES} pages of 50 cards in turn, against the floor`, 1.5, requests);
  });

/** Lists that differ from one another, and changes in a second while they are asked for. */
const LISTS = 3_000;
const CHANGES_PER_SECOND = 5;

/** Different lists: any type, order and approval, and any of their first 400 pages that has cards. */
async function differentLists({ caller }: Pair): Promise<LoadRequest[]> {
  const random = randomFrom(1);
  const counts = await caller.get<{ by_type: { type: string; count: number }[] }>("/cards/counts");
  const requests = Array.from({ length: LISTS }, () => {
    const { type, count } = random.one(counts.by_type);
    const query = new URLSearchParams({
      type,
      sort_by: random.one(["name", "updated_at", "created_at", "data_quality"]),
      sort_dir: random.one(["asc", "desc"]),
      page: String(random.whole(1, Math.min(400, Math.ceil(count / 50)))),
      page_size: "50",
    });
    // The pages of a filtered list are fewer; one after the last has no cards for both.
    if (random.chance(0.5)) query.set("approval_status", random.one(["DRAFT", "APPROVED"]));
    return { path: `/api/v1/cards?${query}` };
  });
  return requests;
}

/** Asks for one list of each order, so that no later one is the first. */
async function warmUp({ stoa, caller }: Pair, requests: readonly LoadRequest[]): Promise<void> {
  const asked = new Set<string>();
  for (const { path } of requests) {
    const order = path.replace(/&(page|sort_dir)=\w+/g, "");
    if (asked.has(order)) continue;
    asked.add(order);
    await (await fetch(stoa.url + path, { headers: caller.headers })).arrayBuffer();
  }
}

/** Changes a card of any type again and again, on both servers, until it is stopped. */
async function startChanges({ stoa, floor, caller }: Pair): Promise<() => void> {
  const found = await someCards(caller, CARDS);
  let next = 0;
  const timer = setInterval(() => {
    const { id, attributes } = found[next++ % found.length] as (typeof found)[number];
    const init = {
      method: "PATCH",
      headers: { ...caller.headers, "content-type": "application/json" },
      body: JSON.stringify({ attributes: { ...attributes, numberOfUsers: next } }),
    };
    for (const { url } of [stoa, floor]) void fetch(`${url}/api/v1/cards/${id}`, init).catch(() => {});
  }, 1_000 / CHANGES_PER_SECOND);
  return () => clearInterval(timer);
}

/** Many lists that differ from one another, while nothing changes and while something does. */
export const manyLists = (cards: number, effort: Effort): Promise<Figure[]> =>
  besides(cards, async (pair) => {
    const requests = await differentLists(pair);
    await warmUp(pair, requests);
    const quiet = await compare(effort, pair, `${LISTS} different lists, against the floor`, 1.5, requests);
    const stop = await startChanges(pair);
    const busy = await compare(
      effort,
      pair,
      `${LISTS} different lists with ${CHANGES_PER_SECOND} changes a second, against the floor`,
      1.5,
      requests,
    );
    stop();
    return [quiet, busy];
  });

/** Returns one card by its id, another one each time. */
export const card = (cards: number, effort: Effort): Promise<Figure> =>
  besides(cards, async (pair) => {
    const found = await someCards(pair.caller, CARDS, TYPE);
    const requests = found.map(({ id }) => ({ path: `/api/v1/cards/${id}` }));
    await expectSameAnswer(pair, requests[0]?.path ?? "");
    return compare(effort, pair, "card by id, against the floor", 0.9, requests);
  });

/** Makes requests that change cards' attributes, for each round; every request changes something. */
export async function changesOf(caller: Caller): Promise<(round: number) => LoadRequest[]> {
  const found = await someCards(caller, CARDS, TYPE);
  return (round) =>
    [1, 2].flatMap((turn) =>
      found.map(({ id, attributes }): LoadRequest => {
        const body = JSON.stringify({ attributes: { ...attributes, numberOfUsers: 10 * round + turn } });
        return { method: "PATCH", path: `/api/v1/cards/${id}`, body };
      }),
    );
}

/**
 * Returns a durable change of a card's attributes, compared with the floor and with one that looks up accounts and writes a
 * journal.
 */
export const patch = (cards: number, effort: Effort): Promise<Figure[]> =>
  besides(cards, async ({ stoa, floor, caller }) => {
    const { headers } = caller;
    const requests = await changesOf(caller);
    const fairRequests = (round: number) =>
      requests(round).map((request) => ({ ...request, path: `/fair${request.path}` }));
    const outcome = await takeTurns(effort, {
      stoa: { server: stoa, headers, requests },
      floor: { server: floor, requests },
      fair: { server: floor, headers, requests: fairRequests },
    });
    return [
      ratio("durable change of a card, against the floor", 0.45, outcome.stoa, outcome.floor),
      ratio("durable change of a card, against a fair floor", 0.65, outcome.stoa, outcome.fair),
    ];
  });
