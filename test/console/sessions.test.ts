/** Sessions in the console: one's own, and those of others that an administrator ends. */
import { expect, test } from "bun:test";
import { sessions } from "../../src/console/pages/sessions/page";
import { users } from "../../src/console/pages/users/page";
import { type Client, clientOf } from "../support/client";
import { DEMO_ADMINISTRATOR } from "../support/demo";
import { clientAs, testServer } from "../support/server";
import { until } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const creator = clientAs(server, "admin");
const administrator = person(server, "admin");
const PASSWORD = "Cold-Chain-77";

async function logIn(email: string, password: string): Promise<Client> {
  const headers = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
  return clientOf(
    server.url,
    (await server.nobody.post("/auth/login", { email, password }, headers)).body.access_token,
  );
}

const ended = (client: Client) =>
  until(async () => (await client.get("/auth/me")).status === 401, "the end of the session");

test("a person sees where they are logged in, and ends a session there", async () => {
  const here = await logIn(DEMO_ADMINISTRATOR.email, DEMO_ADMINISTRATOR.password);
  const there = await logIn(DEMO_ADMINISTRATOR.email, DEMO_ADMINISTRATOR.password);
  await server.nobody.post("/auth/login", { email: DEMO_ADMINISTRATOR.email, password: "Wrong-Horse-7" });
  await administrator.opens(sessions);
  const { tab } = administrator;
  await tab
    .context()
    .addCookies([{ name: "access_token", value: here.token!, url: `${server.url}/api`, httpOnly: true }]);
  await administrator.opens(sessions);
  await administrator.sees("This one");
  await administrator.sees("Failed");
  const list = tab.getByRole("list", { name: "Sessions" });
  await list.getByText("Firefox on Linux").first().waitFor();
  await administrator.clicks("End…");
  await administrator.clicks("End");
  await ended(there);
  expect((await here.get("/auth/me")).status).toBe(200);
  expect(await administrator.violations()).toEqual([]);
});

test("an administrator ends all sessions of a person next to the list of people", async () => {
  const email = "hopper@merrowdale.example";
  const { body } = await creator.post("/users", {
    email,
    display_name: "Grace Hopper",
    role: "member",
    password: PASSWORD,
  });
  const [one, other] = [await logIn(email, PASSWORD), await logIn(email, PASSWORD)];
  await administrator.opens(users, { search: { person: body.id } });
  await administrator.clicks("End all…");
  await administrator.clicks("End all");
  await ended(one);
  await ended(other);
  await administrator.sees(/Logged in nowhere/);
  expect(await administrator.violations()).toEqual([]);
});
