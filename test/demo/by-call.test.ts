/** Loading the demo by a call. */
import { describe, expect, test } from "bun:test";
import { statement, transaction } from "../../db";
import { makeCard, role } from "../support/factories";
import { clientAs, testServer } from "../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const numberOf = (table: string) => statement<{ count: number }>(`SELECT count(*) AS count FROM ${table}`).get()?.count;

describe("the demo that is loaded by a call", () => {
  test("is refused for everybody but administrators, and with a login only", async () => {
    for (const key of ["member", "viewer", "bpm_admin", role("admin.import_workspace"), role("admin.users")])
      expect((await (await server.as(key)).post("/demo")).status).toBe(403);
    expect((await server.nobody.post("/demo")).status).toBe(401);
    expect(numberOf("cards")).toBe(0);
  });

  test("is not loaded where there is a card, even an archived one, and nothing changes then", async () => {
    const card = await makeCard(admin, { type: "Application" });
    await admin.post(`/cards/${card.id}/archive`);
    const refused = await admin.post("/demo");
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining("no card yet") } });
    expect([numberOf("cards"), refused.headers.get("x-stoa-batch")]).toEqual([1, null]);
    expect((await admin.delete(`/cards/${card.id}`)).status).toBe(200);
  });

  test("is not loaded into a metamodel that it doesn't fit, and nothing of it stays", async () => {
    const rename = (from: string, to: string) =>
      transaction(() => statement("UPDATE relation_types SET key = ? WHERE key = ?").run(to, from));
    const before = ["cards", "users", "events", "roles"].map(numberOf);
    rename("relOrgToObjective", "elsewhere");
    const refused = await admin.post("/demo");
    rename("elsewhere", "relOrgToObjective");
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("doesn't fit the metamodel") },
    });
    expect(["cards", "users", "events", "roles"].map(numberOf)).toEqual(before);
  });

  test("has its cards, relations, people and history, and its accounts have no password", async () => {
    const loaded = await admin.post("/demo");
    expect(loaded).toMatchObject({ status: 201, body: { cards: numberOf("cards"), relations: numberOf("relations") } });
    expect(loaded.body.cards).toBeGreaterThan(300);
    expect(loaded.body.projects).toBeGreaterThan(0);
    const people = (await admin.get("/users")).body.filter(({ email }: Record<string, string>) =>
      email?.endsWith(".example"),
    );
    expect(people.length).toBeGreaterThan(3);
    expect(people.filter((person: Record<string, unknown>) => person["has_password"])).toEqual([]);
    expect((await admin.post("/demo")).status).toBe(409);
  });
});
