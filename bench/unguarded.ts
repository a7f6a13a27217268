/**
 * Stoa with two more routes: a card by id that the guard doesn't look at, as an administrator and as a partner see it.
 * Everything else about them is as in the real one, so that the difference is the guard. Configured by the same environment.
 */
import { Elysia } from "elysia";
import { openDatabase, statement } from "../db/client";
import { createApp } from "../src/app";
import { readConfig } from "../src/config";
import { type Actor, permissionsOf } from "../src/core/access/actor";
import { guard } from "../src/core/access/guard";
import { configureTokens } from "../src/core/access/tokens";
import { Card, CardParams } from "../src/core/cards/model";
import { cards } from "../src/core/cards/routes";
import { cardAnswer } from "../src/core/cards/wire";
import { createPipeline } from "../src/http/pipeline";
import { answers } from "../src/http/responses";
import { auth } from "../src/modules/auth/routes";
import { ADMIN, PARTNER } from "./fill";

const config = readConfig();
openDatabase(config.databaseFile);
configureTokens(config.secretKey ?? "", config.accessTokenMinutes);

/** What the guard would say of an account of the filled file. */
function actorOf(email: string): Actor {
  const user = statement<{ id: string; role: string }, [string]>("SELECT id, role FROM users WHERE email = ?").get(
    email,
  );
  if (!user) throw new Error(`There is no ${email} in the file.`);
  return { userId: user.id, permissions: permissionsOf(user.role) } as unknown as Actor;
}
const admin = actorOf(ADMIN.email);
const partner = actorOf(PARTNER.email);

const route = { public: true, params: CardParams, response: answers(Card) } as const;
const unguarded = new Elysia({ prefix: "/unguarded" })
  .use(guard)
  .get("/role/:card_id", ({ params }) => cardAnswer(admin, params.card_id), route)
  .get("/part/:card_id", ({ params }) => cardAnswer(partner, params.card_id), route);

const answer = createPipeline(createApp(config, [auth, cards, unguarded]).handle, () => process.exit(1));
const server = Bun.serve({
  port: config.port,
  hostname: config.host,
  fetch: (request, server) => answer(request, () => server.requestIP(request)?.address ?? ""),
});
process.on("SIGTERM", async () => {
  await server.stop(true);
  process.exit(0);
});
