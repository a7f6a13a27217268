/**
 * A first day with the executable, from an empty folder to a restored backup. Prints a line for each step and ends with
 * how many went well: `bun test/smoke.ts`.
 */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { commitOf } from "../src/version";
import { clientOf } from "./support/client";
import { subscribe } from "./support/events";
import { runStoa, startStoa } from "./support/executable";
import { deleteFolders, newFolder } from "./support/scratch";

let [passed, failed] = [0, 0];

/** Notes whether a step went as it should. */
function step(what: string, seen: unknown, expected: unknown): void {
  const good = Bun.deepEquals(seen, expected);
  if (good) passed++;
  else failed++;
  console.log(
    `${good ? "ok " : "BAD"}  ${what}${good ? "" : `: ${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}`}`,
  );
}

const account = { email: "you@company.example", display_name: "You", password: "Correct-horse-42" };

async function firstDay(): Promise<void> {
  const folder = newFolder();
  let server = await startStoa({ folder });
  const nobody = clientOf(server.url);
  const { body: health } = await nobody.get("/api/health");
  step("the server is healthy", health.status, "ok");
  const known = commitOf(join(import.meta.dir, "..")) !== null;
  step("the server names a commit if the build had one", /^[0-9a-f]{40}$/.test(health.commit), known);
  step("the API is described", (await nobody.get("/api/openapi.json")).body.openapi, "3.1.1");
  step("there is no browser of it in production", (await nobody.get("/api/docs")).status, 404);
  const page = await nobody.get("/api/..", { accept: "text/html" });
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.body)?.[1];
  step("a browser gets the console", [page.status, (await fetch(`${server.url}${script}`)).status], [200, 200]);
  step("nobody sees the cards", (await nobody.get("/cards")).status, 401);

  step("the first account is made", (await nobody.post("/auth/register", account)).status, 200);
  const login = await nobody.post("/auth/login", account);
  step("it logs in", [login.status, login.body.token_type], [200, "bearer"]);
  const you = clientOf(server.url, login.body.access_token);
  step("it is the administrator", (await you.get("/auth/me")).body.role, "admin");
  const roles = (await you.get("/roles")).body as { key: string; permissions: Record<string, boolean> }[];
  const granted = (key: string) =>
    Object.values(roles.find((role) => role.key === key)?.permissions ?? {}).filter(Boolean);
  step(
    "members and viewers may do what areas define",
    [granted("member").length > 40, granted("viewer").length > 20],
    [true, true],
  );
  step("the landscape is empty", (await you.get("/cards")).body.total, 0);
  step("the metamodel is there", (await you.get("/metamodel/types")).body.length > 10, true);

  const stream = await subscribe(server.url, { token: you.token });
  const card = await you.post("/cards", { type: "Application", name: "Payroll" });
  step("a card is made", card.status, 201);
  const component = await you.post("/cards", { type: "ITComponent", name: "PostgreSQL" });
  const relation = { type: "relAppToITC", source_id: card.body.id, target_id: component.body.id };
  step("two cards are related", (await you.post("/relations", relation)).status, 201);
  step("a relation is not made twice", (await you.post("/relations", relation)).status, 409);
  step("a card is changed", (await you.patch(`/cards/${card.body.id}`, { description: "Pays everybody" })).status, 200);
  step("what is wrong is named", (await you.post("/cards", { type: "Application" })).body.detail[0].loc, [
    "body",
    "name",
  ]);
  step("a card is found", (await you.get("/cards?search=everyb")).body.items[0].id, card.body.id);
  step("a card is approved", (await you.post(`/cards/${card.body.id}/approval-status?action=approve`)).body, {
    approval_status: "APPROVED",
  });
  step("the cards are exported", (await you.get("/cards/export/csv")).body.split("\r\n").length >= 3, true);
  step("a card is archived", (await you.post(`/cards/${component.body.id}/archive`)).body.primary.status, "ARCHIVED");
  const types = (await stream.until(7)).map(({ event }) => event);
  step("the stream has every event", types.slice(0, 5), [
    "card.created",
    "card.created",
    "relation.created",
    "relation.created",
    "card.updated",
  ]);

  const backup = await runStoa(["backup", "copy.db"], { folder });
  step("a backup is taken while the server runs", backup.code, 0);
  step("the database is sound", (await runStoa(["check"], { folder })).code, 0);
  step("the backup is sound", (await runStoa(["check", "copy.db"], { folder })).code, 0);
  step("the server stops", await server.stop(), 0);
  await stream.ended;
  step("and leaves one complete file", readdirSync(join(folder, "data")).sort(), ["secret.key", "stoa.db"]);

  rmSync(join(folder, "data", "stoa.db"));
  step("the backup is put back", (await runStoa(["restore", "copy.db"], { folder })).code, 0);
  server = await startStoa({ folder });
  const again = clientOf(server.url, you.token);
  step("the session goes on", (await again.get("/auth/me")).status, 200);
  step("the card is there", (await again.get(`/cards/${card.body.id}`)).body.description, "Pays everybody");
  await server.stop();
}

try {
  await firstDay();
} catch (error) {
  failed++;
  console.log(`BAD  the day ended early: ${error}`);
}
deleteFolders();
console.log(`${passed} pass\n${failed} fail`);
process.exit(failed === 0 ? 0 : 1);
