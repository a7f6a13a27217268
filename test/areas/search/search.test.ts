/** GET /search: cards, documents and people by what they are called. */
import { beforeAll, describe, expect, test } from "bun:test";
import type { Client } from "../../support/client";
import { cardType, makeCard, role, unique } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");
const viewer = clientAs(server, "viewer");

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
type Body = any;

const found = async (client: Client, q: string, query = ""): Promise<Body[]> => {
  const { status, body } = await client.get(`/search?q=${encodeURIComponent(q)}${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const names = async (client: Client, q: string, query = "") => (await found(client, q, query)).map(({ name }) => name);

beforeAll(() => {
  cardType("Thing");
  cardType("Other");
  cardType("Secret", [], { is_hidden: true });
});

describe("the order of what is found", () => {
  test("is exact, beginning, word, inside, then other text, and shorter names first", async () => {
    for (const [name, description] of [
      ["A subzorgon", ""],
      ["Great zorgon engine", ""],
      ["Zorgon platform", ""],
      ["Zorgon", ""],
      ["Zorgons", ""],
      ["Mail", "Sends what the zorgon makes"],
      ["Nothing", "Unrelated"],
    ])
      await makeCard(admin, { type: "Thing", name: name as string, description });
    const all = await found(viewer, "zorgon");
    expect(all.map(({ name, match }) => `${match} ${name}`)).toEqual([
      "exact Zorgon",
      "prefix Zorgons",
      "prefix Zorgon platform",
      "word Great zorgon engine",
      "inside A subzorgon",
      "text Mail",
    ]);
    expect(all.at(-1)).toMatchObject({ excerpt: "Sends what the zorgon makes" });
    expect(all[0]).toEqual({
      ...{ kind: "card", id: expect.any(String), name: "Zorgon", detail: null, card_type: "Thing" },
      ...{ match: "exact", excerpt: null },
    });
  });

  test("is the same for one letter, two letters and any case", async () => {
    await makeCard(admin, { type: "Thing", name: "Qxa" });
    await makeCard(admin, { type: "Thing", name: "The Qx box" });
    await makeCard(admin, { type: "Thing", name: "Aqxa" });
    expect(await names(viewer, "qX")).toEqual(["Qxa", "The Qx box", "Aqxa"]);
    expect(await names(viewer, "q", "&type=Thing")).toContain("Qxa");
  });

  test("ignores accents from three letters on", async () => {
    await makeCard(admin, { type: "Thing", name: "Überweisungsdienst" });
    await makeCard(admin, { type: "Thing", name: "日本語システム" });
    expect(await names(viewer, "uberweis")).toEqual(["Überweisungsdienst"]);
    expect(await names(viewer, "ÜBERWEIS")).toEqual(["Überweisungsdienst"]);
    expect(await names(viewer, "システム")).toEqual(["日本語システム"]);
  });
});

describe("cards", () => {
  test("are found by type, with their parent, without archived ones and those of hidden types", async () => {
    const parent = await makeCard(admin, { type: "Thing", name: "Vexil roof" });
    await makeCard(admin, { type: "Thing", name: "Vexil beam", parent_id: parent.id });
    await makeCard(admin, { type: "Other", name: "Vexil door" });
    await makeCard(admin, { type: "Secret", name: "Vexil secret" });
    const gone = await makeCard(admin, { type: "Thing", name: "Vexil gone" });
    await admin.post(`/cards/${gone.id}/archive`);
    expect(await names(viewer, "vexil")).toEqual(["Vexil beam", "Vexil door", "Vexil roof"]);
    expect(await names(viewer, "vexil", "&type=Other")).toEqual(["Vexil door"]);
    expect((await found(viewer, "vexil beam"))[0].detail).toBe("Vexil roof");
  });

  test("are no more than the limit", async () => {
    for (let at = 0; at < 4; at++) await makeCard(admin, { type: "Thing", name: `Wombat ${at}` });
    expect(await names(viewer, "wombat", "&limit=3")).toHaveLength(3);
  });

  test("are not found by whoever may not list them", async () => {
    await makeCard(admin, { type: "Thing", name: "Xerxes" });
    expect(await names(await server.as(role("tags.manage")), "xerxes")).toEqual([]);
  });
});

describe("documents and people", () => {
  test("are found by each reader of their lists, and by nobody else", async () => {
    const name = unique("Quillon ");
    const made = await Promise.all([
      admin.post("/diagrams", { name: `${name} picture` }),
      admin.post("/adr", { title: `${name} decision` }),
      admin.post("/soaw", { name: `${name} work` }),
      admin.post("/risks", { title: `${name} risk`, initial_probability: "low", initial_impact: "low" }),
      admin.post("/surveys", { name: `${name} survey`, target_type_key: "Thing", target_roles: [], fields: [] }),
    ]);
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 200, 201]);
    const kinds = async (client: Client) => (await found(client, name)).map(({ kind }) => kind);
    expect(await kinds(admin)).toEqual(["diagram", "decision", "statement", "risk", "survey"]);
    expect(await kinds(await server.as(role("inventory.view")))).toEqual([]);
    for (const [permission, kind] of [
      ["diagrams.view", "diagram"],
      ["adr.view", "decision"],
      ["soaw.view", "statement"],
      ["risks.view", "risk"],
      ["surveys.manage", "survey"],
    ])
      expect(await kinds(await server.as(role(permission as string)))).toEqual([kind as string]);
  });

  test("are found by their references and descriptions", async () => {
    const risk = await admin.post("/risks", {
      ...{ title: "Flood", description: "Of the mirandole", initial_probability: "low", initial_impact: "low" },
    });
    expect(await found(admin, risk.body.reference)).toMatchObject([{ kind: "risk", detail: risk.body.reference }]);
    expect(await found(admin, "mirandole")).toMatchObject([{ match: "text", excerpt: "Of the mirandole" }]);
  });

  test("of saved views and reports are the caller's own, the public ones, and those shared with the caller", async () => {
    const view = { name: "Tarnish mine", card_type: "Thing" };
    await member.post("/bookmarks", view);
    await member.post("/bookmarks", { ...view, name: "Tarnish public", visibility: "public" });
    await member.post("/bookmarks", {
      ...view,
      name: "Tarnish shared",
      visibility: "shared",
      shared_with: [{ user_id: viewer.userId }],
    });
    for (const visibility of ["private", "public"])
      await member.post("/saved-reports", {
        name: `Tarnish ${visibility}`,
        report_type: "matrix",
        config: {},
        visibility,
      });
    const kindsOf = async (client: Client) =>
      (await found(client, "tarnish")).map(({ kind, name }) => `${kind} ${name}`);
    expect((await kindsOf(member)).toSorted()).toEqual([
      "report Tarnish private",
      "report Tarnish public",
      "view Tarnish mine",
      "view Tarnish public",
      "view Tarnish shared",
    ]);
    expect((await kindsOf(viewer)).toSorted()).toEqual([
      "report Tarnish public",
      "view Tarnish public",
      "view Tarnish shared",
    ]);
  });

  test("of people are the active ones, by name and address", async () => {
    const [person] = await found(viewer, "member", "&kinds=user");
    expect(person).toMatchObject({ kind: "user", detail: expect.stringContaining("@"), match: "prefix" });
  });
});

describe("a search", () => {
  test("is limited to the kinds that it names", async () => {
    await makeCard(admin, { type: "Thing", name: "Yonder" });
    await admin.post("/diagrams", { name: "Yonder" });
    expect((await found(admin, "yonder", "&kinds=diagram")).map(({ kind }) => kind)).toEqual(["diagram"]);
    expect((await found(admin, "yonder", "&kinds=diagram,card")).map(({ kind }) => kind)).toEqual(["card", "diagram"]);
  });

  test.each(["%", "_", "'", '"', "\\", "*", "NEAR(", " ", "()", "\u{1f600}", "x".repeat(200)])(
    "takes %j for a text and no pattern",
    async (text) => {
      const { name } = await makeCard(admin, { type: "Thing", name: unique("Plain") });
      expect(await names(viewer, text)).not.toContain(name);
    },
  );

  test("is refused without a text, with an unknown kind, a wrong limit, or another parameter", async () => {
    for (const query of ["", "?q=", "?q=a&kinds=card,boat", "?q=a&limit=0", "?q=a&limit=51", "?q=a&page=1"])
      expect([query, (await viewer.get(`/search${query}`)).status]).toEqual([query, 422]);
    expect((await server.nobody.get("/search?q=a")).status).toBe(401);
  });
});
