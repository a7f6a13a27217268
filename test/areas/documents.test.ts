/** Links to documents: what is taken, who may add and remove them, and how that is rolled back. */
import { describe, expect, test } from "bun:test";
import { makeCard, stakeholder, violationsOf } from "../support/factories";
import { step } from "../support/scenario";
import { clientAs, testServer } from "../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");
const viewer = clientAs(server, "viewer");

const newCard = async (): Promise<string> => (await makeCard(admin, { type: "Application" })).id;

test("a link is created, listed and deleted, and the history of its card shows it", async () => {
  const id = await newCard();
  const path = `/cards/${id}/documents`;
  const link = { name: "Manual", url: "https://docs.example/manual", type: "documentation" };
  const { body: added } = await step({
    as: member,
    method: "POST",
    path,
    body: { ...link, url: `  ${link.url} ` },
    status: 201,
    events: ({ id: document_id }) => [
      {
        event_type: "document.added",
        card_id: id,
        user_id: member.userId,
        payload: { document_id, ...link, summary: "Manual", id: document_id },
      },
    ],
  });
  expect(added).toEqual({ id: added.id, name: link.name, url: link.url });
  await member.post(path, { name: "By mail", url: "mailto:owner@docs.example" });
  await member.post(path, { name: "Nowhere", url: null });
  expect((await viewer.get(path)).body).toMatchObject([
    { id: added.id, card_id: id, ...link, created_at: expect.any(String) },
    { name: "By mail", type: "link" },
    { name: "Nowhere", url: null },
  ]);
  const page = await viewer.get(`${path}?page=2&page_size=2`);
  expect(page.body).toMatchObject([{ name: "Nowhere" }]);
  expect(page.headers.get("x-total-count")).toBe("3");
  await step({
    as: member,
    method: "DELETE",
    path: `/documents/${added.id}`,
    status: 204,
    events: [
      {
        event_type: "document.removed",
        card_id: id,
        payload: { document_id: added.id, ...link, summary: "Manual", id: added.id },
      },
    ],
  });
  await step({ as: member, method: "DELETE", path: `/documents/${added.id}`, status: 404, events: [] });
});

describe("the link of a card", () => {
  test.each([
    ["a script", { name: "x", url: "javascript:alert(1)" }, "body.url: value_error"],
    ["a scheme in capitals", { name: "x", url: "HTTPS://docs.example" }, "body.url: value_error"],
    ["an address without a scheme", { name: "x", url: "docs.example" }, "body.url: value_error"],
    ["an address with a line break", { name: "x", url: "https://docs.example/a\nb" }, "body.url: value_error"],
    ["an address with a control character", { name: "x", url: "https://docs.example/\u0007" }, "body.url: value_error"],
    ["an empty address", { name: "x", url: "" }, "body.url: value_error"],
    ["no name", { url: null }, "body.name: missing"],
    ["a name that is too long", { name: "x".repeat(501) }, "body.name: string_too_long"],
    ["a type that is too long", { name: "x", type: "x".repeat(51) }, "body.type: string_too_long"],
  ])("is refused with %s", async (_, body, violation) => {
    const answer = await step({
      as: member,
      method: "POST",
      path: `/cards/${await newCard()}/documents`,
      body,
      status: 422,
      events: [],
    });
    expect(violationsOf(answer.body)).toEqual([violation]);
  });

  test("is refused for a card that doesn't exist", async () => {
    const path = "/cards/01900000-0000-7000-8000-00000000dead/documents";
    await step({ as: member, method: "POST", path, body: { name: "x" }, status: 404, events: [] });
    expect((await member.get(path)).body).toEqual([]);
  });
});

test("a viewer can manage links only as a stakeholder of the card whose role allows it", async () => {
  const [own, observed] = [await newCard(), await newCard()];
  stakeholder(own, viewer.userId, "responsible");
  stakeholder(observed, viewer.userId, "observer");
  const add = (card: string) => viewer.post(`/cards/${card}/documents`, { name: "x" });
  expect((await add(observed)).status).toBe(403);
  const { body } = await add(own);
  const elsewhere = (await member.post(`/cards/${observed}/documents`, { name: "x" })).body;
  await step({ as: viewer, method: "DELETE", path: `/documents/${elsewhere.id}`, status: 403, events: [] });
  expect((await viewer.delete(`/documents/${body.id}`)).status).toBe(204);
});

test("a rollback deletes a created link, and restores a deleted one as it was", async () => {
  const id = await newCard();
  const path = `/cards/${id}/documents`;
  const remaining = (await member.post(path, { name: "kept", url: "https://docs.example" })).body;
  const before = (await viewer.get(path)).body;
  const batch = (await member.post("/mutation-batches", { tool_name: "links" })).body.id;
  const headers = { "x-stoa-batch": batch };
  await member.post(path, { name: "new" }, headers);
  await member.delete(`/documents/${remaining.id}`, undefined, headers);
  expect((await viewer.get(path)).body).toMatchObject([{ name: "new" }]);
  expect((await member.post(`/mutation-batches/${batch}/rollback`, { dry_run: false })).body.results).toMatchObject([
    { op: "restore_document", document_id: remaining.id, status: "ok" },
    { op: "remove_document", status: "ok" },
  ]);
  expect((await viewer.get(path)).body).toEqual(before);
});
