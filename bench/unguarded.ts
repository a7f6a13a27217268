/**
 * Stoa with two more routes: a card by id that the guard doesn't look at, as an administrator and as a partner see it.
 * Everything else about them is as in the real one, so that the difference is the guard. Configured by the same environment.
 */
import { statement } from "../db";
import { openDatabase } from "../db/client";
import { createApp } from "../src/app";
import { areas } from "../src/areas";
import { Card } from "../src/areas/cards/model";
import { cardResponse } from "../src/areas/cards/serialize";
import { readConfig } from "../src/config";
import { type Actor, permissionsOf } from "../src/core/access/actor";
import { configureTokens } from "../src/core/access/tokens";
import { get } from "../src/core/api/operation";
import { area } from "../src/core/area";
import { createPipeline } from "../src/http/pipeline";
import { configureSecrets } from "../src/platform/crypto";
import { ADMIN, PARTNER } from "./fill";

const config = readConfig();
openDatabase(config.databaseFile);
const key = config.secretKey ?? "";
configureTokens(key, config.accessTokenMinutes);
configureSecrets(key);

/** Returns the actor that the guard would make of an account of the filled file. */
function actorOf(email: string): Actor {
  const user = statement<{ id: string; role: string }, [string]>("SELECT id, role FROM users WHERE email = ?").get(
    email,
  );
  if (!user) throw new Error(`There is no ${email} in the file.`);
  return { userId: user.id, permissions: permissionsOf(user.role) } as unknown as Actor;
}
const admin = actorOf(ADMIN.email);
const partner = actorOf(PARTNER.email);

const facts = { permission: "public", answer: Card } as const;
const unguarded = [
  get("/unguarded/role/{card_id}", "", facts, ({ params }) => cardResponse(admin, params.card_id)),
  get("/unguarded/part/{card_id}", "", facts, ({ params }) => cardResponse(partner, params.card_id)),
];

const answer = createPipeline(
  createApp(config, [...areas, area({ name: "unguarded", operations: unguarded })]).handle,
  () => process.exit(1),
);
const server = Bun.serve({
  port: config.port,
  hostname: config.host,
  fetch: (request, server) => answer(request, () => server.requestIP(request)?.address ?? ""),
});
process.on("SIGTERM", async () => {
  await server.stop(true);
  process.exit(0);
});
