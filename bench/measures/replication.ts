/** Measures what the writes of an engine of replication cost those who read. */
import { join } from "node:path";
import { logIn } from "../client";
import { copyOfFilled } from "../filled";
import type { LoadRequest } from "../load";
import { newFolder, type Server, startEngine, startStoa } from "../processes";
import type { Figure } from "../report";
import { describeOutcome, type Effort, takeTurns } from "./rounds";

/** Milliseconds between two writes of the engine. */
const BETWEEN_WRITES = 100;
/** Pages that are asked for in turn, of lists whose order is in memory once somebody has asked for it. */
const PAGES = 100;
/** The rate that is needed, as a part of that without an engine. */
const NEEDED = 0.7;

const requests: LoadRequest[] = Array.from({ length: PAGES }, (_, page) => ({
  path: `/api/v1/cards?type=Application&sort_by=name&page_size=50&page=${page + 1}`,
}));

/** Returns how many pages a server answers whose database an engine follows, in relation to one without. */
export async function replication(cards: number, effort: Effort): Promise<Figure[]> {
  const folder = newFolder();
  const fileOf = (name: string) => copyOfFilled(cards, join(folder, `${name}.db`));
  const socketOf = (name: string) => join(folder, name);
  const quiet = await startStoa(await fileOf("quiet"));
  const [ofFollowed, ofForeign] = [await fileOf("followed"), await fileOf("foreign")];
  const engines = [
    await startEngine(socketOf("f"), ofFollowed, BETWEEN_WRITES),
    await startEngine(socketOf("o"), ofForeign, BETWEEN_WRITES),
  ];
  const followed = await startStoa(ofFollowed, { REPLICATION_SOCKET: socketOf("f") });
  const foreign = await startStoa(ofForeign);
  const contestant = async (server: Server) => ({ server, headers: (await logIn(server)).headers, requests });
  const outcome = await takeTurns(effort, {
    quiet: await contestant(quiet),
    followed: await contestant(followed),
    foreign: await contestant(foreign),
  });
  await Promise.all([quiet, followed, foreign, ...engines].map((each) => each.stop()));
  const figure = outcome.followed.rate / outcome.quiet.rate;
  const every = `every ${BETWEEN_WRITES} ms`;
  return [
    {
      what: `${PAGES} pages of 50 cards in turn while an engine of replication writes ${every}, against none`,
      figure,
      unit: "ratio",
      atLeast: NEEDED,
      from: `${describeOutcome(outcome.followed)}, without ${describeOutcome(outcome.quiet)}, with another program that writes as much ${describeOutcome(outcome.foreign)}`,
    },
  ];
}
