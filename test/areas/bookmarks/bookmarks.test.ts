/** Tests of saved views: their fields, who sees and changes them, and their rollback. */
import { describe, expect, test } from "bun:test";
import { newId } from "../../../src/platform/ids";
import { batchAbout } from "../../support/batches";
import type { Client } from "../../support/client";
import { cardType, field, unique, violationsOf } from "../../support/factories";
import { step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const owner = clientAs(server, "member");
const other = clientAs(server, "member");
const viewer = clientAs(server, "viewer");

const view = {
  name: "Old applications",
  card_type: "Application",
  filters: { types: ["Application"], lifecyclePhases: ["phaseOut"], made: { up: true } },
  columns: ["name", "attr_hostingType", { key: "rest" }],
  sort: { field: "name", direction: "desc" },
};

async function create(as: Client, fields: Record<string, unknown> = {}) {
  const answer = await as.post("/bookmarks", { ...view, ...fields });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

const share = (client: Client, can_edit = false) => ({ user_id: client.userId, can_edit });
const seen = async (as: Client, filter = "all"): Promise<string[]> =>
  (await as.get(`/bookmarks?filter=${filter}`)).body.map(({ id }: { id: string }) => id);
const sharedIds = (body: { shared_with: { user_id: string }[] }) => body.shared_with.map(({ user_id }) => user_id);

test("a view is created with defaults, changed and deleted, each with an event of its owner", async () => {
  const event = { user_id: owner.userId, card_id: null };
  const { body } = await step({
    as: owner,
    method: "POST",
    path: "/bookmarks",
    body: view,
    status: 201,
    events: ({ id }) => [
      {
        ...event,
        event_type: "bookmark.created",
        payload: { id, user_id: owner.userId, name: view.name, visibility: "private", odata_enabled: false },
      },
    ],
  });
  expect(body).toEqual({
    ...view,
    id: expect.any(String),
    is_default: false,
    visibility: "private",
    odata_enabled: false,
    owner_id: owner.userId,
    owner_name: expect.any(String),
    is_owner: true,
    can_edit: true,
    shared_with: [],
    created_at: expect.any(String),
    odata_url: null,
  });
  const path = `/bookmarks/${body.id}`;
  await step({
    as: owner,
    method: "PATCH",
    path,
    body: { name: "", filters: null, is_default: "yes" },
    status: 200,
    expects: { name: "", filters: null, is_default: true, columns: view.columns },
    events: [{ ...event, event_type: "bookmark.updated", data: { fields: ["name", "filters", "is_default"] } }],
  });
  await step({ as: owner, method: "PATCH", path, body: { name: "", nothing: 1 }, status: 200, events: [] });
  await step({
    as: owner,
    method: "DELETE",
    path,
    status: 204,
    events: [{ ...event, event_type: "bookmark.deleted", data: { id: body.id } }],
  });
  await step({ as: owner, method: "DELETE", path, status: 404, equals: { detail: "Bookmark not found" }, events: [] });
});

describe("the list of views", () => {
  test("has private views of the owner, public ones for everybody, and shared ones for their recipients", async () => {
    const { id: secret } = await create(owner);
    const { id: open } = await create(owner, { visibility: "public" });
    const { id: given } = await create(owner, { visibility: "shared", shared_with: [share(viewer)] });
    expect((await seen(owner)).slice(0, 3)).toEqual([given, open, secret]);
    expect((await seen(owner, "my")).slice(0, 3)).toEqual([given, open, secret]);
    expect(await seen(owner, "shared")).not.toContain(given);
    const shownTo = async (as: Client, filter?: string) =>
      (await seen(as, filter)).filter((id) => [secret, open, given].includes(id));
    expect(await shownTo(viewer)).toEqual([given, open]);
    expect(await shownTo(viewer, "shared")).toEqual([given]);
    expect(await shownTo(viewer, "public")).toEqual([open]);
    expect(await shownTo(viewer, "my")).toEqual([]);
    expect(await shownTo(other)).toEqual([open]);
  });

  test("has the requested page and the total", async () => {
    await create(owner);
    await create(owner);
    const page = await owner.get("/bookmarks?filter=my&page=2&page_size=1");
    expect(page.body).toHaveLength(1);
    expect(Number(page.headers.get("x-total-count"))).toBe((await seen(owner, "my")).length);
    expect(await owner.get("/bookmarks?filter=theirs")).toMatchObject({ status: 422 });
  });
});

describe("the sharing of a view", () => {
  test("stores only users who exist, and which of them may edit", async () => {
    const { shared_with } = await create(owner, {
      visibility: "shared",
      shared_with: [share(viewer, true), { user_id: newId() }, { user_id: "nobody" }],
    });
    expect(shared_with).toEqual([
      { ...share(viewer, true), display_name: expect.any(String), email: expect.any(String) },
    ]);
    expect(sharedIds(await create(owner, { visibility: "public", shared_with: [share(viewer)] }))).toEqual([]);
  });

  test("ends for all users when the view is no longer shared, whatever the body lists", async () => {
    const { id } = await create(owner, { visibility: "shared", odata_enabled: true, shared_with: [share(viewer)] });
    expect(await viewer.get(`/bookmarks/${id}/odata`)).toMatchObject({ status: 200 });
    const { body } = await owner.patch(`/bookmarks/${id}`, { visibility: "private", shared_with: null });
    expect(sharedIds(body)).toEqual([]);
    expect(await seen(viewer)).not.toContain(id);
    expect(await viewer.get(`/bookmarks/${id}/odata`)).toMatchObject({
      status: 403,
      body: { detail: "Access denied" },
    });
  });

  test("is returned by the change as it is then", async () => {
    const { id } = await create(owner, { visibility: "shared", shared_with: [share(viewer)] });
    const { body } = await owner.patch(`/bookmarks/${id}`, { shared_with: [share(other, true)] });
    expect(sharedIds(body)).toEqual([other.userId as string]);
    expect(sharedIds((await owner.patch(`/bookmarks/${id}`, { name: "x", shared_with: null })).body)).toEqual(
      sharedIds(body),
    );
  });

  test("lets other users edit what they may, but not the sharing", async () => {
    const { id } = await create(owner, { visibility: "shared", shared_with: [share(viewer, true), share(other)] });
    const path = `/bookmarks/${id}`;
    const unchanged = { visibility: "shared", odata_enabled: false, shared_with: [share(other), share(viewer, true)] };
    const edited = await step({
      as: viewer,
      method: "PATCH",
      path,
      body: { name: "Edited", ...unchanged },
      status: 200,
      events: [{ event_type: "bookmark.updated", user_id: viewer.userId, data: { fields: ["name"] } }],
    });
    expect(edited.body).toMatchObject({ name: "Edited", is_owner: false, can_edit: true });
    for (const change of [{ visibility: "public" }, { odata_enabled: true }, { shared_with: [] }])
      expect(await viewer.patch(path, change)).toMatchObject({
        status: 403,
        body: { detail: expect.stringMatching(/^Only the owner/) },
      });
    const refusal = { detail: "You don't have permission to edit this view" };
    expect(await other.patch(path, { name: "x" })).toMatchObject({ status: 403, body: refusal });
    await step({ as: viewer, method: "DELETE", path, status: 403, events: [] });
  });

  test("needs its permissions only when it changes", async () => {
    const needs = { status: 403, body: { detail: "Insufficient permissions" } };
    expect(await viewer.post("/bookmarks", { name: "x", visibility: "public" })).toMatchObject(needs);
    expect(await viewer.post("/bookmarks", { name: "x", odata_enabled: true })).toMatchObject(needs);
    const { id } = await create(viewer);
    expect(await viewer.patch(`/bookmarks/${id}`, { visibility: "shared" })).toMatchObject(needs);
    expect(await viewer.patch(`/bookmarks/${id}`, { odata_enabled: true })).toMatchObject(needs);
    expect(await viewer.patch(`/bookmarks/${id}`, { odata_enabled: false, visibility: "private" })).toMatchObject({
      status: 200,
    });
  });
});

describe("a view", () => {
  test.each([
    ["no name", {}, "body.name: missing"],
    ["a long name", { name: "x".repeat(201) }, "body.name: string_too_long"],
    ["a null name", { name: null }, "body.name: string_type"],
    ["filters that are no object", { name: "x", filters: [] }, "body.filters: dict_type"],
    ["too many columns", { name: "x", columns: Array(501).fill("a") }, "body.columns: too_long"],
    ["too much to keep", { name: "x", filters: { a: "x".repeat(50_000) } }, "body.filters: value_error"],
  ])("is refused with %s", async (_, body, violation) => {
    const answer = await step({ as: owner, method: "POST", path: "/bookmarks", body, status: 422, events: [] });
    expect(violationsOf(answer.body)).toEqual([violation]);
  });

  test.each(["Public", "", "everybody"])("is refused with the visibility %j", async (visibility) => {
    const detail = "visibility must be private, public, or shared";
    const body = { name: "x", visibility };
    await step({ as: owner, method: "POST", path: "/bookmarks", body, status: 400, equals: { detail }, events: [] });
  });

  test("is refused with null for a required field", async () => {
    const { id } = await create(owner);
    for (const body of [{ name: null }, { is_default: null }, { odata_enabled: null }])
      expect(await owner.patch(`/bookmarks/${id}`, body)).toMatchObject({ status: 422 });
    expect(await owner.patch(`/bookmarks/${id}`, { visibility: null })).toMatchObject({ status: 400 });
    expect(await owner.patch("/bookmarks/none", { name: "x" })).toMatchObject({ status: 404 });
  });
});

describe("a view that its owner rolls back", () => {
  const rollBack = async (id: string, inverse: string) =>
    await step({
      as: owner,
      method: "POST",
      path: `/mutation-batches/${batchAbout(id)}/rollback`,
      body: { dry_run: false },
      status: 200,
      events: [{ event_type: `rollback.${inverse}`, data: { outcome: "ok" } }],
    });

  test("is deleted when it was created", async () => {
    const { id } = await create(owner);
    await rollBack(id, "delete_bookmark");
    expect(await seen(owner)).not.toContain(id);
  });

  test("is as before, with its shares, when it was deleted or changed", async () => {
    const before = await create(owner, {
      visibility: "shared",
      odata_enabled: true,
      shared_with: [share(viewer, true)],
    });
    const found = async () => (await owner.get("/bookmarks")).body.find(({ id }: { id: string }) => id === before.id);
    await owner.patch(`/bookmarks/${before.id}`, { name: "After", columns: null, visibility: "public" });
    await rollBack(before.id, "restore_bookmark_fields");
    expect(await found()).toEqual(before);
    await owner.delete(`/bookmarks/${before.id}`);
    await rollBack(before.id, "restore_bookmark");
    expect(await found()).toEqual(before);
  });
});

test("the address of a feed starts with the address that the client uses for the server", async () => {
  const { id, odata_url } = await create(owner, { odata_enabled: true });
  expect(odata_url).toBe(`${server.url}/api/v1/bookmarks/${id}/odata`);
  const proxied = { "x-forwarded-proto": "https", "x-forwarded-host": "stoa.example" };
  const { body } = await owner.get("/bookmarks?filter=my", proxied);
  expect(body[0].odata_url).toBe(`https://stoa.example/api/v1/bookmarks/${id}/odata`);
  const wrong = await owner.get("/bookmarks?filter=my", { "x-forwarded-host": "not a host/" });
  expect(wrong.body[0].odata_url).toBe(odata_url);
});

test("the cost filter of a public view is hidden from those who don't see costs, and stays when they edit it", async () => {
  const blind = await server.as("viewer");
  const type = cardType(unique("Costly").replaceAll(" ", ""), [field("price", "cost"), field("size", "number")]);
  const filters = { types: [type], attributes: { price: [1234], size: [5] } };
  const shared_with = [share(blind, true)];
  const { id } = await create(owner, { filters, visibility: "shared", shared_with });
  const seenBy = async (as: Client) => (await as.get("/bookmarks")).body.find((view: { id: string }) => view.id === id);
  expect((await seenBy(owner)).filters).toEqual(filters);
  expect((await seenBy(blind)).filters).toEqual({ types: [type], attributes: { size: [5] } });
  const asked = { types: [type], attributes: { size: [6], price: [1] } };
  const { body } = await blind.patch(`/bookmarks/${id}`, { filters: asked });
  expect(body.filters).toEqual({ types: [type], attributes: { size: [6] } });
  expect((await seenBy(owner)).filters.attributes).toEqual({ size: [6], price: [1234] });
});
