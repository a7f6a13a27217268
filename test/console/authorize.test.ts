/** The page that asks whether a program may be connected. */
import { beforeAll, expect, test } from "bun:test";
import { tokens } from "../../src/console/pages/tokens/page";
import { programAt } from "../mcp/program";
import { DEMO_ADMINISTRATOR } from "../support/demo";
import { json, type Outside, startOutside } from "../support/outside";
import { clientAs, testServer } from "../support/server";
import { until } from "../support/waiting";
import { person, visitor } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const admin = clientAs(server, "admin");
const member = person(server, "member");
let outside: Outside;
let client: string;

beforeAll(async () => {
  outside = await startOutside((_, response) => json(response, { back: true }));
  await admin.patch("/settings/mcp", { enabled: true });
  client = (await programAt(server.url).register([`${outside.url}/callback`], "Claude")).body.client_id;
});

test("a person sees who asks, allows it to read, and finds and revokes the connection among the tokens", async () => {
  const program = programAt(server.url);
  const redirect_uri = `${outside.url}/callback`;
  await member.tab.goto(program.addressOf(program.request(client, { redirect_uri })));
  await member.sees("Claude wants to work with the landscape");
  await member.sees(new URL(outside.url).host);
  expect(await member.violations()).toEqual([]);
  await member.prefers("dark");
  expect(await member.violations("colours")).toEqual([]);
  await member.prefers("light");
  await member.clicks("Allow");
  const seen = await until(() => outside.seen.find(({ url }) => url.startsWith("/callback")), "the return");
  const query = new URL(seen.url, outside.url).searchParams;
  expect(query.get("state")).toBe("5e10");
  const answer = await program.exchange(client, query.get("code") as string, { redirect_uri });
  expect(answer.body).toMatchObject({ scope: "read", token_type: "Bearer" });
  await member.opens(tokens);
  await member.sees("Assistant");
  await member.clicks("Revoke…");
  await member.clicks("Revoke");
  await until(async () => (await program.refresh(client, answer.body.refresh_token)).status === 400, "the end");
});

const stranger = visitor(server, undefined);

test("whoever isn't logged in logs in first, and is then asked", async () => {
  const program = programAt(server.url);
  await stranger.tab.goto(program.addressOf(program.request(client, { redirect_uri: `${outside.url}/callback` })));
  await stranger.fills("E-mail", DEMO_ADMINISTRATOR.email);
  await stranger.fills("Password", DEMO_ADMINISTRATOR.password);
  await stranger.presses("Enter");
  await stranger.sees("Claude wants to work with the landscape");
});
