/** Comments: threads, who may change what, whom they notify, and how they are rolled back. */
import { beforeAll, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../db";
import { checkDatabase } from "../../db/check";
import { durable } from "../../db/durability";
import { checks } from "../../src/areas/comments/definitions";
import type { Client } from "../support/client";
import { makeCard, role, stakeholder, stakeholderRole, unique, violationsOf } from "../support/factories";
import { scenario, step } from "../support/scenario";
import { clientAs, testServer } from "../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const author = clientAs(server, "member");
const other = clientAs(server, "member");
const viewer = clientAs(server, "viewer");

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
type Body = any;

let card: { id: string; name: string };
beforeAll(async () => {
  card = await makeCard(admin, { type: "Application" });
});

async function comment(fields: Record<string, unknown> = {}, by = author, cardId = card.id): Promise<Body> {
  const { status, body } = await by.post(`/cards/${cardId}/comments`, { content: unique("Comment "), ...fields });
  expect(status).toBe(201);
  return body;
}

const threads = async (cardId: string, query = ""): Promise<Body[]> =>
  (await viewer.get(`/cards/${cardId}/comments${query}`)).body;

/** Returns a thread as texts: its own text, and those of its replies. */
const said = ({ content, replies }: Body): Body => (replies.length > 0 ? [content, ...replies.map(said)] : content);

const notified = async (client: Client): Promise<Body[]> =>
  (await client.get("/notifications?page_size=100")).body.items.filter((item: Body) => item.type === "comment_added");

describe("a comment", () => {
  scenario("is created, and shown in the history of its card", async () => ({
    as: author,
    method: "POST",
    path: `/cards/${card.id}/comments`,
    body: { content: "x".repeat(150) },
    status: 201,
    expects: {
      card_id: card.id,
      user_id: author.userId,
      user_display_name: expect.any(String),
      content: "x".repeat(150),
      parent_id: null,
      is_deleted: false,
      replies: [],
    },
    events: ({ id }) => [
      {
        event_type: "comment.created",
        card_id: card.id,
        user_id: author.userId,
        payload: { id, content: "x".repeat(100) },
      },
    ],
  }));

  test("may be sent as `body`, too", async () => {
    expect(await comment({ content: undefined, body: "from elsewhere" })).toMatchObject({ content: "from elsewhere" });
  });

  test.each([
    ["nothing", {}, "body.content: missing"],
    ["an empty text", { content: "" }, "body.content: string_too_short"],
    ["a text that is too long", { content: "x".repeat(10_001) }, "body.content: string_too_long"],
    ["no id as its parent", { content: "x", parent_id: "x" }, "body.parent_id: uuid_parsing"],
  ])("is not written with %s", async (_, body, violation) => {
    const answer = await step({
      as: author,
      method: "POST",
      path: `/cards/${card.id}/comments`,
      body,
      status: 422,
      events: [],
    });
    expect(violationsOf(answer.body)).toEqual([violation]);
  });

  test("needs a card that exists", async () => {
    const path = "/cards/01900000-0000-7000-8000-00000000dead/comments";
    const body = { content: "x" };
    await step({ as: author, method: "POST", path, body, status: 404, events: [] });
    await step({ as: viewer, method: "POST", path, body, status: 403, events: [] });
    expect(await threads("01900000-0000-7000-8000-00000000dead")).toEqual([]);
  });

  test("can reply to a comment of the same card that is not deleted", async () => {
    const elsewhere = await comment({}, author, (await makeCard(admin, { type: "Application" })).id);
    const deleted = await comment();
    await author.delete(`/comments/${deleted.id}`);
    for (const { id } of [elsewhere, deleted]) {
      const answer = await author.post(`/cards/${card.id}/comments`, { content: "x", parent_id: id });
      expect({ status: answer.status, at: violationsOf(answer.body) }).toEqual({
        status: 422,
        at: ["body.parent_id: value_error"],
      });
    }
  });

  test("can be changed by its author and by users who may manage comments, and by nobody else", async () => {
    const { id } = await comment({ content: "before" });
    const change = { method: "PATCH", path: `/comments/${id}` } as const;
    await step({
      ...change,
      as: other,
      body: { content: "x" },
      status: 403,
      equals: { detail: "Not enough permissions" },
      events: [],
    });
    await step({
      ...change,
      as: author,
      body: { content: "after" },
      status: 200,
      expects: { id, content: "after" },
      events: [{ event_type: "comment.updated", card_id: null, payload: { id, card_id: card.id, content: "after" } }],
    });
    await step({ ...change, as: author, body: { content: "after" }, status: 200, events: [] });
    const manager = await server.as("bpm_admin");
    expect((await manager.patch(`/comments/${id}`, { content: "managed" })).body).toMatchObject({
      content: "managed",
      user_id: author.userId,
    });
    stakeholder(card.id, viewer.userId, stakeholderRole("Application", unique("role_"), ["card.manage_comments"]));
    expect((await viewer.patch(`/comments/${id}`, { content: "by a stakeholder" })).status).toBe(200);
  });

  test("can be written by a viewer whose stakeholder role in the card allows it", async () => {
    const own = await makeCard(admin, { type: "Application" });
    expect((await viewer.post(`/cards/${own.id}/comments`, { content: "x" })).status).toBe(403);
    stakeholder(own.id, viewer.userId, "observer");
    expect((await viewer.post(`/cards/${own.id}/comments`, { content: "x" })).status).toBe(201);
  });
});

describe("threads of comments", () => {
  test("are listed newest first, with replies oldest first, in any depth", async () => {
    const { id } = await makeCard(admin, { type: "Application" });
    const first = await comment({ content: "1" }, author, id);
    const second = await comment({ content: "2" }, author, id);
    let parent = first;
    for (const content of ["1.1", "1.1.1", "1.1.1.1", "1.1.1.1.1"])
      parent = await comment({ content, parent_id: parent.id }, other, id);
    await comment({ content: "1.2", parent_id: first.id }, author, id);
    await comment({ content: "2.1", parent_id: second.id }, author, id);
    const expected = ["1", ["1.1", ["1.1.1", ["1.1.1.1", "1.1.1.1.1"]]], "1.2"];
    expect((await threads(id)).map(said)).toEqual([["2", "2.1"], expected]);
    expect(said((await author.patch(`/comments/${first.id}`, { content: "1" })).body)).toEqual(expected);
    const page = await viewer.get(`/cards/${id}/comments?page=2&page_size=1`);
    expect(page.body.map(said)).toEqual([expected]);
    expect(page.headers.get("x-total-count")).toBe("2");
  });

  test("are limited to a hundred levels", async () => {
    const { id } = await makeCard(admin, { type: "Application" });
    let parent_id: string | undefined;
    for (let level = 1; level <= 100; level++) parent_id = (await comment({ parent_id }, author, id)).id;
    const { status, body } = await author.post(`/cards/${id}/comments`, { content: "x", parent_id });
    expect({ status, at: violationsOf(body) }).toEqual({ status: 422, at: ["body.parent_id: value_error"] });
    expect((await viewer.get(`/cards/${id}/comments`)).status).toBe(200);
  });

  test("show a placeholder for a deleted comment while it has replies", async () => {
    const { id } = await makeCard(admin, { type: "Application" });
    const root = await comment({ content: "a secret" }, author, id);
    const reply = await comment({ content: "an answer", parent_id: root.id }, other, id);
    await step({ as: other, method: "DELETE", path: `/comments/${root.id}`, status: 403, events: [] });
    await step({
      as: author,
      method: "DELETE",
      path: `/comments/${root.id}`,
      status: 204,
      events: [{ event_type: "comment.deleted", card_id: null, payload: { id: root.id, card_id: id } }],
    });
    expect(await threads(id)).toMatchObject([
      { id: root.id, content: "deleted", is_deleted: true, replies: [{ content: "an answer", is_deleted: false }] },
    ]);
    await step({ as: author, method: "DELETE", path: `/comments/${root.id}`, status: 404, events: [] });
    await step({
      as: author,
      method: "PATCH",
      path: `/comments/${root.id}`,
      body: { content: "x" },
      status: 404,
      events: [],
    });
    await other.delete(`/comments/${reply.id}`);
    expect(await threads(id)).toEqual([]);
  });

  test("remain when the account of their author is deleted", async () => {
    const { id } = await makeCard(admin, { type: "Application" });
    const leaving = await server.as("member");
    const root = await comment({}, leaving, id);
    await comment({}, leaving, id);
    await comment({ content: "an answer", parent_id: root.id }, other, id);
    expect((await admin.delete(`/users/${leaving.userId}`)).status).toBe(204);
    expect(await threads(id)).toMatchObject([
      { user_id: null, content: "deleted", is_deleted: true, replies: [{ content: "an answer" }] },
    ]);
  });

  test("are deleted with their card", async () => {
    const { id } = await makeCard(admin, { type: "Application" });
    const root = await comment({}, author, id);
    await comment({ parent_id: root.id }, author, id);
    expect((await admin.delete(`/cards/${id}`)).status).toBe(200);
    expect(await threads(id)).toEqual([]);
    expect((await author.patch(`/comments/${root.id}`, { content: "x" })).status).toBe(404);
  });
});

test("stakeholders who may read comments are notified once, but not the author", async () => {
  const { id, name } = await makeCard(admin, { type: "Application" });
  const blind = await server.as(role("inventory.view", "notifications.manage"));
  const reader = await server.as("viewer");
  for (const [client, part] of [
    [reader, "observer"],
    [reader, "responsible"],
    [author, "observer"],
    [blind, "observer"],
  ] as const)
    stakeholder(id, client.userId, part);
  const { id: commentId, user_display_name } = await comment({ content: "y".repeat(90) }, author, id);
  expect(await notified(reader)).toMatchObject([
    {
      title: "New Comment",
      message: `${user_display_name} commented on "${name}": ${"y".repeat(80)}`,
      link: `/cards/${id}`,
      data: { comment_id: commentId },
      card_id: id,
      actor_id: author.userId,
    },
  ]);
  expect([await notified(author), await notified(blind)]).toEqual([[], []]);
});

test("the check of a database finds a reply to a comment of another card", async () => {
  const parent = await comment();
  const reply = await comment({ parent_id: parent.id });
  const elsewhere = (await makeCard(admin, { type: "Application" })).id;
  const found = async () => {
    await durable();
    return checkDatabase(server.databaseFile, checks).find(({ check }) => check === "comments");
  };
  expect(await found()).toEqual({ check: "comments" });
  const move = (to: string) =>
    transaction(() => statement("UPDATE comments SET card_id = ? WHERE id = ?").run(to, reply.id));
  move(elsewhere);
  expect((await found())?.problem).toContain(reply.id);
  move(card.id);
});

describe("a rollback of a comment", () => {
  /** Makes a change in a batch of its own; returns the batch. */
  async function inBatch(by: Client, change: (headers: Record<string, string>) => Promise<unknown>): Promise<string> {
    const { id } = (await by.post("/mutation-batches", { tool_name: "comments" })).body;
    await change({ "x-stoa-batch": id });
    return id;
  }
  const rollBack = (by: Client, batch: string) => by.post(`/mutation-batches/${batch}/rollback`, { dry_run: false });

  test("deletes a new comment, and restores the text of a changed or deleted one", async () => {
    const { id } = await makeCard(admin, { type: "Application" });
    const changed = await comment({ content: "changed before" }, author, id);
    const deleted = await comment({ content: "deleted before" }, author, id);
    const batch = await inBatch(author, async (headers) => {
      await author.post(`/cards/${id}/comments`, { content: "new" }, headers);
      await author.patch(`/comments/${changed.id}`, { content: "after" }, headers);
      await author.delete(`/comments/${deleted.id}`, undefined, headers);
    });
    expect((await threads(id)).map(said)).toEqual(["new", "after"]);
    const { status, body } = await rollBack(author, batch);
    expect(status).toBe(200);
    expect(body.results.map((result: Body) => `${result.op}: ${result.status}`)).toEqual([
      "restore_comment: ok",
      "restore_comment: ok",
      "delete_comment: ok",
    ]);
    expect((await threads(id)).map(said)).toEqual(["deleted before", "changed before"]);
  });

  test("needs the right to change the comment", async () => {
    const batch = await inBatch(author, (headers) =>
      author.post(`/cards/${card.id}/comments`, { content: "x" }, headers),
    );
    const auditor = await server.as(role("admin.events", "comments.create"));
    expect((await rollBack(auditor, batch)).status).toBe(403);
    expect((await rollBack(admin, batch)).status).toBe(200);
  });
});
