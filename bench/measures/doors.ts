/** Doors in use: assistants ask and webhooks deliver while people change cards, and everybody else waits for none of it. */
import { join } from "node:path";
import { type Caller, logIn, someCards } from "../client";
import { copyOfFilled } from "../filled";
import { newFolder, residentMemory, type Server, startStoa } from "../processes";
import type { Figure } from "../report";
import { startProber } from "../stalls/prober";

const ASSISTANTS = 100;
/** Accounts that the assistants belong to, each with a bound of its own. */
const ACCOUNTS = 20;
const WEBHOOKS = 50;
/** Milliseconds between two changes, at 1,000 in a minute, and between two calls of one assistant. */
const BETWEEN_CHANGES = 60;
const BETWEEN_CALLS = 10_000;
/** The longest wait of everybody else, in milliseconds: of 99 in 100 answers. */
const NEEDED = 50;
/** Milliseconds that the deliveries may take after the last change. */
const PATIENCE = 60_000;

/** Lists the tools that assistants call in turn. */
const callsFor = (name: string) => [
  { name: "find_cards", arguments: { words: name } },
  { name: "read_card", arguments: { card: name } },
  { name: "metamodel", arguments: {} },
];

/** Calls a tool. @throws Error when it is refused */
async function callTool(server: Server, token: string, call: object): Promise<void> {
  const response = await fetch(`${server.url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }),
  });
  const text = await response.text();
  if (!response.ok || !text.includes('"result"'))
    throw new Error(`/mcp answered ${response.status}: ${text.slice(0, 500)}`);
}

/** Creates accounts for assistants. @returns a token of each */
async function createTokens(admin: Caller): Promise<string[]> {
  const tokens: string[] = [];
  for (let number = 0; number < ACCOUNTS; number++) {
    const account = JSON.stringify({ display_name: `Assistant ${number}`, role: "member" });
    const { id } = await admin.post<{ id: string }>("/users/service-accounts", account);
    const body = JSON.stringify({ name: "Assistant", scope: "read" });
    tokens.push((await admin.post<{ token: string }>(`/users/${id}/tokens`, body)).token);
  }
  return tokens;
}

/** Subscribes webhooks to everything, of which one has an address where nobody answers. */
async function subscribe(admin: Caller, receiver: string, dead: string): Promise<void> {
  for (let number = 0; number < WEBHOOKS; number++) {
    const address = number === 0 ? dead : `${receiver}${number}`;
    const body = { name: `Webhook ${number}`, address, event_types: ["card.*"] };
    await admin.post("/admin/webhooks", JSON.stringify(body));
  }
}

/** Repeats work at fixed times until the end. */
async function repeat(end: number, between: number, work: (round: number) => Promise<unknown>): Promise<void> {
  const began = performance.now();
  for (let round = 0; performance.now() < end; round++) {
    await work(round);
    await Bun.sleep(Math.max(0, began + (round + 1) * between - performance.now()));
  }
}

/**
 * Measures how long the server's health and a card take while assistants and webhooks are busy.
 * @param seconds for which they are
 */
export async function doors(cards: number, seconds: number): Promise<Figure[]> {
  const file = await copyOfFilled(cards, join(newFolder(), "stoa.db"));
  const server = await startStoa(file, { ALLOW_PRIVATE_ADDRESSES: "true" });
  const admin = await logIn(server);
  await admin.patch("/settings/mcp", { enabled: true });
  const tokens = await createTokens(admin);
  const applications = await someCards(admin, 200, "Application");
  let deliveries = 0;
  const receiver = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(String(++deliveries)) });
  const dead = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Promise<Response>(() => {}) });
  await subscribe(admin, receiver.url.href, dead.url.href);
  const before = residentMemory(server.pid);
  let most = before;
  const card = applications[0]?.id ?? "";
  const urls = [`${server.url}/api/health`, `${server.url}/api/v1/cards/${card}`];
  const prober = await startProber({ urls, headers: admin.headers });
  prober.begin();
  const end = performance.now() + 1_000 * seconds;
  let changes = 0;
  let calls = 0;
  const change = repeat(end, BETWEEN_CHANGES, async (round) => {
    const { id = "" } = applications[round % applications.length] ?? {};
    await admin.patch(`/cards/${id}`, { alias: `Alias ${round}` });
    changes++;
    most = Math.max(most, residentMemory(server.pid));
  });
  const ask = Array.from({ length: ASSISTANTS }, async (_, assistant) => {
    await Bun.sleep((BETWEEN_CALLS / ASSISTANTS) * assistant);
    await repeat(end, BETWEEN_CALLS, async (round) => {
      const choices = callsFor(applications[assistant]?.name ?? "");
      await callTool(server, tokens[assistant % ACCOUNTS] ?? "", choices[(assistant + round) % choices.length] ?? {});
      calls++;
    });
  });
  await Promise.all([change, ...ask]);
  const probe = await prober.end();
  prober.stop();
  const expected = changes * (WEBHOOKS - 1);
  const patience = performance.now() + PATIENCE;
  while (deliveries < expected && performance.now() < patience) await Bun.sleep(50);
  await server.stop();
  await Promise.all([receiver.stop(true), dead.stop(true)]);
  const busy = `${ASSISTANTS} assistants and ${WEBHOOKS} webhooks, one of them dead, at 1,000 changes a minute`;
  return [
    {
      what: `99 of 100 answers of the health and of a card beside ${busy}`,
      figure: probe.p99,
      unit: "ms",
      atMost: NEEDED,
      from: `${probe.answers} answers, ${probe.most.toFixed(0)} ms at most; ${changes} changes, ${calls} calls of tools`,
    },
    {
      what: `memory that ${busy} take`,
      figure: most - before,
      unit: "MiB",
      from: `${before.toFixed(0)} MiB before, ${most.toFixed(0)} MiB at most`,
    },
    {
      what: "deliveries of webhooks that didn't come",
      figure: Math.max(0, expected - deliveries),
      unit: "rows",
      atMost: 0,
      from: `${deliveries} came, ${expected} changes and subscriptions`,
    },
  ];
}
