/** The cost of the guard in throughput of one card by id. */
import { join } from "node:path";
import { logIn, someCards } from "../client";
import { PARTNER } from "../fill";
import { copyOfFilled } from "../filled";
import { newFolder, startUnguarded } from "../processes";
import type { Figure } from "../report";
import { describeOutcome, type Effort, type Outcome, takeTurns } from "./rounds";

/**
 * Compares the route with one that is the same in everything but the guard, in the same process: for somebody whose role
 * lets them see every card, and for somebody who sees a card only because they have a part in it. Both routes are sent the
 * token, which one of them doesn't look at.
 */
export async function guard(cards: number, effort: Effort): Promise<Figure[]> {
  const server = await startUnguarded(await copyOfFilled(cards, join(newFolder(), "stoa.db")));
  const admin = await logIn(server);
  const partner = await logIn(server, PARTNER);
  const ids = (await someCards(admin, Number.POSITIVE_INFINITY, "Application")).map((card) => card.id).sort();
  // The partner's cards are the first that were made, and ids are in the order of their making.
  const own = ids.slice(0, Math.floor(PARTNER.cards * 0.8));
  const below = (path: string) => own.map((id) => ({ path: `/api/v1/${path}/${id}` }));
  const outcome = await takeTurns(effort, {
    roleWithout: { server, headers: admin.headers, requests: below("unguarded/role") },
    role: { server, headers: admin.headers, requests: below("cards") },
    partWithout: { server, headers: partner.headers, requests: below("unguarded/part") },
    part: { server, headers: partner.headers, requests: below("cards") },
  });
  await server.stop();
  const cost = (what: string, guarded: Outcome, without: Outcome): Figure => ({
    what: `the guard's cost of a card by id, ${what}`,
    figure: 100 * (1 - guarded.rate / without.rate),
    unit: "percent",
    atMost: 15,
    from: `${describeOutcome(guarded)}, without the guard ${describeOutcome(without)}`,
  });
  return [
    cost("by role", outcome.role, outcome.roleWithout),
    cost("by a part in the card", outcome.part, outcome.partWithout),
  ];
}
