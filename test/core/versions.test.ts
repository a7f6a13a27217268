/** Changes that are meant for one version of a resource: `If-Match`, what a refusal says, and to whom. */
import { describe, expect, test } from "bun:test";
import type { Client } from "../support/client";
import { cardType, field, makeCard, role, unique } from "../support/factories";
import { clientAs, testServer } from "../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const other = clientAs(server, "admin");
const member = clientAs(server, "member");

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
type Body = any;
type Kind = { path: string; first: object; second: object; fields: readonly string[] | null };

const created = async (path: string, body: object): Promise<Body> => {
  const answer = await admin.post(path, body);
  expect([200, 201]).toContain(answer.status);
  return answer.body;
};
const application = () => makeCard(admin, { type: "Application" });

const kinds: [kind: string, make: () => Promise<Kind>][] = [
  [
    "card",
    async () => {
      const { id } = await application();
      return { path: `/cards/${id}`, first: { description: "a" }, second: { alias: "b" }, fields: ["description"] };
    },
  ],
  [
    "decision record",
    async () => {
      const { id } = await created("/adr", { title: unique("Decision ") });
      return { path: `/adr/${id}`, first: { context: "a" }, second: { title: "b" }, fields: ["context"] };
    },
  ],
  [
    "statement of architecture work",
    async () => {
      const { id } = await created("/soaw", { name: unique("Statement ") });
      return { path: `/soaw/${id}`, first: { name: "a" }, second: { name: "b" }, fields: ["name"] };
    },
  ],
  [
    "risk",
    async () => {
      const { id } = await created("/risks", { title: unique("Risk ") });
      return { path: `/risks/${id}`, first: { description: "a" }, second: { title: "b" }, fields: ["description"] };
    },
  ],
  [
    "role",
    async () => {
      const { key } = await created("/roles", { key: unique("role_"), label: "Role" });
      return { path: `/roles/${key}`, first: { label: "a" }, second: { color: "#000000" }, fields: ["label"] };
    },
  ],
  [
    "tag",
    async () => {
      const group = await created("/tag-groups", { name: unique("Group ") });
      const tag = await created(`/tag-groups/${group.id}/tags`, { name: unique("Tag ") });
      const path = `/tag-groups/${group.id}/tags/${tag.id}`;
      return { path, first: { description: "a" }, second: { name: "b" }, fields: null };
    },
  ],
  [
    "setting",
    async () => ({
      path: "/settings/app-title",
      first: { app_title: unique("A") },
      second: { app_title: unique("B") },
      fields: null,
    }),
  ],
];

describe("a change that is meant for another version", () => {
  test.each(kinds)("of a %s is refused with what is there now, and changes nothing", async (_kind, make) => {
    const { path, first, second, fields } = await make();
    const etag = (await admin.patch(path, {})).headers.get("etag") ?? "";
    expect(etag).toMatch(/^".+"$/);
    const changed = await other.patch(path, first, { "if-match": etag });
    expect(changed.status).toBe(200);
    const current = changed.headers.get("etag") ?? "";
    expect(current).not.toBe(etag);
    const refused = await admin.patch(path, second, { "if-match": etag });
    expect(refused).toMatchObject({ status: 412, body: { current: first, changed_fields: fields } });
    expect(refused.headers.get("etag")).toBe(current);
    if (fields) expect(refused.body.changed_by).toMatchObject({ id: other.userId });
    expect((await admin.patch(path, second, { "if-match": current })).status).toBe(200);
  });

  test("lists the single attributes that have changed, and none that had before", async () => {
    const type = cardType(unique("Widget").replaceAll(" ", ""), [field("one", "number"), field("two", "number")]);
    const { id } = await makeCard(admin, { type, attributes: { one: 1, two: 1 } });
    await admin.patch(`/cards/${id}`, { attributes: { one: 2, two: 1 } });
    await Bun.sleep(1_100);
    const etag = (await admin.patch(`/cards/${id}`, { alias: "read" })).headers.get("etag") ?? "";
    await other.patch(`/cards/${id}`, { attributes: { one: 2, two: 2 } });
    const { body } = await admin.patch(`/cards/${id}`, { name: "Mine" }, { "if-match": etag });
    expect(body.changed_fields).toEqual(["attributes.two"]);
  });

  test("shows nothing to those who may not make the change", async () => {
    const { id } = await application();
    const todo = await created(`/cards/${id}/todos`, { description: "Secret" });
    const refused = await member.patch(`/todos/${todo.id}`, { description: "x" }, { "if-match": '"another"' });
    expect(refused.status).toBe(403);
    expect(JSON.stringify(refused.body)).not.toContain("Secret");
    const stranger: Client = await server.as(role());
    expect((await stranger.patch(`/cards/${id}`, { name: "x" }, { "if-match": '"another"' })).status).toBe(403);
  });

  test("hides costs from those who may not see them", async () => {
    const type = cardType(unique("Costly").replaceAll(" ", ""), [field("price", "cost")]);
    const { id } = await makeCard(admin, { type, attributes: { price: 4711 } });
    const blind = await server.as(role("inventory.view", "inventory.edit"));
    const refused = await blind.patch(`/cards/${id}`, { name: "x" }, { "if-match": '"another"' });
    expect(refused.status).toBe(412);
    expect(JSON.stringify(refused.body)).not.toContain("4711");
  });

  test("of what isn't there is 404", async () => {
    const unknown = Bun.randomUUIDv7();
    for (const path of ["cards", "todos", "ppm/tasks", "ppm/wbs", "ppm/risks", "ppm/reports", "relations"])
      expect([path, (await admin.patch(`/${path}/${unknown}`, {}, { "if-match": '"1"' })).status]).toEqual([path, 404]);
  });
});
