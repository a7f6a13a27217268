/** Memory: after many lists, and with many subscribers of the event stream. */
import { join } from "node:path";
import { type Caller, type CardPage, logIn, someCards } from "../client";
import { copyOfFilled } from "../filled";
import { drive } from "../load";
import { newFolder, residentMemory, type Server, startStoa } from "../processes";
import type { Figure } from "../report";

const PAGE = 50;
const EVENTS = 200;
/** The time that the events may take to reach everybody. */
const PATIENCE = 60_000;

/** A client of the event stream that keeps nothing but how many events it got, and whether they came in order. */
type Subscriber = { events: number; last: number; inOrder: boolean; greeted: boolean; close(): void };

async function subscribe(server: Server, token: string): Promise<Subscriber> {
  const { hostname, port } = new URL(server.url);
  const own: Subscriber = { events: 0, last: 0, inOrder: true, greeted: false, close: () => {} };
  let rest = "";
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data(_, bytes) {
        const lines = (rest + bytes.toString("latin1")).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines)
          if (line.startsWith("id: ")) {
            const id = Number(line.slice(4));
            own.inOrder &&= id > own.last;
            own.last = id;
          } else if (line.startsWith("data: ")) own.events++;
          else if (line.startsWith(":")) own.greeted = true;
      },
    },
  });
  own.close = () => socket.end();
  socket.write(`GET /api/v1/events/stream HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${token}\r\n\r\n`);
  return own;
}

/** Waits until something holds; after a while it stops waiting, without an error. */
async function until(holds: () => boolean, look: () => void = () => {}): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (!holds() && performance.now() < end) {
    look();
    await Bun.sleep(50);
  }
}

async function streams(server: Server, caller: Caller, count: number): Promise<Figure[]> {
  const cards = await someCards(caller, EVENTS, "Application");
  const before = residentMemory(server.pid);
  let most = before;
  const look = () => {
    most = Math.max(most, residentMemory(server.pid));
  };
  const subscribers: Subscriber[] = [];
  for (let made = 0; made < count; made += 50)
    subscribers.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(50, count - made) }, () =>
          subscribe(server, caller.headers["authorization"] ?? ""),
        ),
      )),
    );
  await until(() => subscribers.every((subscriber) => subscriber.greeted), look);
  for (const { id } of cards) {
    await caller.patch(`/cards/${id}`, { alias: `Alias ${Date.now()}` });
    look();
  }
  const complete = ({ events, inOrder }: Subscriber) => events === cards.length && inOrder;
  await until(() => subscribers.every(complete), look);
  const served = subscribers.filter(complete).length;
  for (const subscriber of subscribers) subscriber.close();
  const what = `${count} subscribers of the event stream`;
  return [
    {
      what: `memory that ${what} take`,
      figure: most - before,
      unit: "MiB",
      atMost: 50,
      from: `${before.toFixed(0)} MiB before, ${most.toFixed(0)} MiB at most while ${cards.length} events went out`,
    },
    {
      what: `of ${what}, those that got every event in order`,
      figure: served,
      unit: "subscribers",
      atLeast: count,
      from: `${cards.length} events each`,
    },
  ];
}

/** Returns the memory that a server takes that nobody has asked anything. @param rest seconds after its start */
async function idle(file: string, cards: number, rest: number): Promise<Figure> {
  const server = await startStoa(file);
  const atStart = residentMemory(server.pid);
  await Bun.sleep(rest * 1_000);
  const figure = residentMemory(server.pid);
  await server.stop();
  return {
    what: `memory of an idle server with ${cards.toLocaleString("en")} cards`,
    figure,
    unit: "MiB",
    atMost: 100,
    from: `${rest} s after its start, and ${atStart.toFixed(0)} MiB at once`,
  };
}

/**
 * Returns the figures for a file with so many cards.
 * @param amounts `rest`: seconds for which the server rests before its memory is read, in which it lets go of what was only
 *   used in passing; `idle`: the same after the start
 */
export async function memory(
  cards: number,
  connections: number,
  amounts: { lists: number; subscribers: number; rest: number; idle: number },
): Promise<Figure[]> {
  const { lists, subscribers, rest } = amounts;
  const file = await copyOfFilled(cards, join(newFolder(), "stoa.db"));
  const untouched = await idle(file, cards, amounts.idle);
  const server = await startStoa(file);
  const caller = await logIn(server);
  const atStart = residentMemory(server.pid);
  const { total } = await caller.get<CardPage>("/cards?page_size=1");
  const pages = Math.max(1, Math.floor(total / PAGE));
  const requests = Array.from({ length: pages }, (_, page) => ({
    path: `/api/v1/cards?page=${page + 1}&page_size=${PAGE}`,
  }));
  await drive({ url: server.url, connections, headers: caller.headers, requests, amount: lists });
  const atOnce = residentMemory(server.pid);
  await Bun.sleep(rest * 1_000);
  const afterLists: Figure = {
    what: `memory ${rest} s after ${lists.toLocaleString("en")} lists of ${cards.toLocaleString("en")} cards`,
    figure: residentMemory(server.pid),
    unit: "MiB",
    atMost: 200,
    from: `${atStart.toFixed(0)} MiB after the start, ${atOnce.toFixed(0)} MiB at the last list; every page in turn`,
  };
  const figures = [untouched, afterLists, ...(await streams(server, caller, subscribers))];
  await server.stop();
  return figures;
}
