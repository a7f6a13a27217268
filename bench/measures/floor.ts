/** Throughput compared with that of the floor: a page, a card, a change. */
import { join } from "node:path";
import { type Caller, logIn, someCards } from "../client";
import { copyOfFilled } from "../filled";
import type { LoadRequest } from "../load";
import { newFolder, type Server, startFloor, startStoa } from "../processes";
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

/** The figure of an outcome divided by that of a floor. */
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

/** A page of 50 cards, filtered by type, sorted by name, with its total. */
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

/** One card by its id, another one each time. */
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
 * A durable change of a card's attributes, compared with the floor and with one that looks up accounts and writes
 * a journal.
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
