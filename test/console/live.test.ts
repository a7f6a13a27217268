/** Open pages follow what happens: changes of others, the end of a session, another console at the server. */
import { describe, expect, test } from "bun:test";
import { home } from "../../src/console/pages/home/page";
import { notifications } from "../../src/console/pages/notifications/page";
import { subscriberCount } from "../../src/core/journal/stream";
import { clientAs, testServer } from "../support/server";
import { until } from "../support/waiting";
import { person } from "./support/person";

describe("an open page", () => {
  const server = testServer({ SEED_DEMO: "true" });
  const member = clientAs(server, "member");
  const architect = person(server, "admin");
  const isConnected = () => architect.tab.getByRole("img", { name: "connected", exact: true }).waitFor();

  test("shows at once what somebody else creates", async () => {
    await architect.opens(home);
    await isConnected();
    const count = architect.tab.locator(".nav.sub", { hasText: "Provider" }).locator(".n");
    const before = Number(await count.textContent());
    expect((await member.post("/cards", { type: "Provider", name: "Seen at once" })).status).toBe(201);
    await architect.tab.locator(".nav.sub", { hasText: `Provider${before + 1}` }).waitFor();
  });

  test("shares one stream with the other tabs of its browser", async () => {
    await architect.opens(home);
    await isConnected();
    for (let more = 0; more < 7; more++) {
      const tab = await architect.newTab();
      await tab.goto(home.address);
      await tab.getByRole("img", { name: "connected", exact: true }).waitFor();
    }
    // Streams of browsers that are gone are noticed a moment later.
    await until(() => subscriberCount() === 1, "one stream");
  });

  test("goes to the login when the session has ended elsewhere, and keeps the way back", async () => {
    await architect.opens(notifications, { search: { unread: true } });
    await architect.tab.context().request.post("/api/v1/auth/logout", { headers: { origin: server.url } });
    architect.account = undefined;
    await architect.arrivesAt("/login?to=%2Fnotifications%3Funread%3Dtrue");
  });

  test("offers to reload when the server has got another console", async () => {
    await architect.opens(home);
    await isConnected();
    await architect.seesNo("The server has a newer console than this page.");
    await architect.tab.route("/", (route) =>
      route.request().method() === "HEAD" ? route.fulfill({ headers: { etag: '"another"' } }) : route.continue(),
    );
    await architect.tab.evaluate(() => window.dispatchEvent(new Event("online")));
    await architect.sees("The server has a newer console than this page.");
  });
});
