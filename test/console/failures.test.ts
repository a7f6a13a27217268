/** Changes that a real server refuses: each is shown in its words, and what was typed isn't lost in silence. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { card } from "../../src/console/pages/card/page";
import { type FailingProxy, startFailingProxy } from "../support/failing-proxy";
import { clientAs, testServer } from "../support/server";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const admin = clientAs(server, "admin");
const architect = person(server, "member");

/** Opens a new application. @returns its id */
async function opensNew(who: typeof architect, name: string): Promise<string> {
  const { body } = await admin.post("/cards", { type: "Application", name, attributes: { numberOfUsers: 640 } });
  await who.opens(card, { params: { id: body.id } });
  return body.id;
}

/** Begins to edit the name of the card. */
async function editsName(name: string, text: string): Promise<void> {
  await architect.tab.getByRole("button", { name: `Name: ${name}` }).click();
  await architect.tab.getByRole("textbox", { name: "Name" }).fill(text);
}

describe("a change that is refused", () => {
  test("with 403, because the right was taken meanwhile, is shown and taken back", async () => {
    await opensNew(architect, "Forbidden");
    await editsName("Forbidden", "Another name");
    const { permissions } = (await admin.get("/roles/member")).body;
    await admin.patch("/roles/member", { permissions: { ...permissions, "inventory.edit": false } });
    await architect.presses("Enter");
    await architect.tab.locator(".toast").getByText("Not enough permissions").waitFor();
    await architect.tab.getByRole("heading", { name: "Forbidden" }).waitFor();
    await admin.patch("/roles/member", { permissions });
  });

  test("with 404, because the card was deleted meanwhile, leaves a page that reports it", async () => {
    const id = await opensNew(architect, "Deleted");
    await editsName("Deleted", "Another name");
    expect((await admin.delete(`/cards/${id}`)).status).toBe(200);
    await architect.sees("There is no such card");
  });

  test("with 409, because the name is taken, is shown with the reason", async () => {
    await admin.post("/cards", { type: "Application", name: "Taken name" });
    await opensNew(architect, "Free name");
    await editsName("Free name", "Taken name");
    await architect.presses("Enter");
    await architect.tab.locator(".toast").getByText("Taken name").waitFor();
    await architect.tab.getByRole("heading", { name: "Free name" }).waitFor();
  });

  test("with 422, because the value breaks a rule, is shown with the field", async () => {
    await opensNew(architect, "Short name");
    await editsName("Short name", "x".repeat(600));
    await architect.presses("Enter");
    await architect.tab.locator(".toast").getByText("name").waitFor();
    await architect.tab.getByRole("heading", { name: "Short name" }).waitFor();
  });
});

describe("a server that fails", () => {
  let proxy: FailingProxy;
  const behind = {} as typeof server;
  beforeAll(() => {
    proxy = startFailingProxy(server.url);
    Object.assign(behind, server, { url: proxy.url });
  });
  afterAll(() => proxy.stop());
  const visitor = person(behind, "admin");
  const users = () => visitor.tab.locator(".card-fields").getByRole("button", { name: /^Number of Users:/i });

  for (const status of [500, 429])
    test(`with ${status} leaves what was typed at its field, and ↵ saves it later`, async () => {
      visitor.expected = [/status of 500/];
      const id = await opensNew(visitor, `Failed with ${status}`);
      proxy.fail({ method: "PATCH", path: /\/cards\//, status });
      await users().click();
      await visitor.tab.getByRole("textbox", { name: "Number of Users" }).fill("700");
      await visitor.presses("Enter");
      await visitor.sees("not saved, kept here");
      expect(await visitor.violations()).toEqual([]);
      proxy.fail(undefined);
      await users().focus();
      await visitor.presses("Enter");
      await visitor.sees(`Number of Users of Failed with ${status} changed`);
      expect((await admin.get(`/cards/${id}`)).body.attributes.numberOfUsers).toBe(700);
    });
});
