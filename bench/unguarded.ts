/**
 * Stoa with one more route: a card by id that the guard doesn't look at. Everything else about it is as in the real one,
 * so that the difference between the two is the guard. Configured by the same environment.
 */
import { Elysia } from "elysia";
import { openDatabase, statement } from "../db/client";
import { createApp } from "../src/app";
import { readConfig } from "../src/config";
import type { Actor } from "../src/core/access/actor";
import { guard } from "../src/core/access/guard";
import { configureTokens } from "../src/core/access/tokens";
import { Card, CardParams } from "../src/core/cards/model";
import { cards } from "../src/core/cards/routes";
import { cardAnswer } from "../src/core/cards/wire";
import { answers } from "../src/http/answers";
import { door } from "../src/http/pipeline";
import { auth } from "../src/modules/auth/routes";

const config = readConfig();
openDatabase(config.databaseFile);
configureTokens(config.secretKey ?? "", config.accessTokenMinutes);

const admin = statement<{ id: string }>("SELECT id FROM users WHERE role = 'admin'").get();
const actor = { userId: admin?.id, permissions: { "*": true } } as unknown as Actor;

const unguarded = new Elysia({ prefix: "/unguarded" })
  .use(guard)
  .get("/:card_id", ({ params }) => cardAnswer(actor, params.card_id), {
    public: true,
    params: CardParams,
    response: answers(Card),
  });

const answer = door(config, createApp(config, [auth, cards, unguarded]).handle, () => process.exit(1));
const server = Bun.serve({
  port: config.port,
  hostname: config.host,
  fetch: (request, server) => answer(request, () => server.requestIP(request)?.address ?? ""),
});
process.on("SIGTERM", async () => {
  await server.stop(true);
  process.exit(0);
});
