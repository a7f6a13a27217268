/** Statements of architecture work: what each operation does, refuses and publishes. */
import { beforeAll, describe, expect, test } from "bun:test";
import { db, tables, transaction } from "../../../db";
import { newId } from "../../../src/platform/ids";
import type { Client } from "../../support/client";
import { makeCard, role, unique, violationsOf } from "../../support/factories";
import { scenario, step } from "../../support/scenario";
import { testServer } from "../../support/server";
import { askedToSign, type Body, kinds } from "../signatures/kinds";

const server = testServer();
const UNKNOWN = "01900000-0000-7000-8000-00000000dead";
const kind = kinds.find(({ name }) => name === "soaw") as (typeof kinds)[number];
let admin: Client;
let author: Client;
let signer: Client;
let viewer: Client;
beforeAll(async () => {
  admin = await server.as("admin");
  [author, signer, viewer] = [await server.as("member"), await server.as("member"), await server.as("viewer")];
});

async function create(fields: Record<string, unknown> = {}): Promise<Body> {
  const { status, body } = await author.post("/soaw", { name: unique("Statement "), ...fields });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

const read = async (id: string): Promise<Body> => (await viewer.get(`/soaw/${id}`)).body;

/** Returns a statement that the users are asked to sign. */
async function inReview(signers: Client[], fields: Record<string, unknown> = {}): Promise<Body> {
  const { id } = await create(fields);
  const user_ids = signers.map(({ userId }) => userId);
  const { body } = await author.post(`/soaw/${id}/request-signatures`, { user_ids });
  return body;
}

async function signed(fields: Record<string, unknown> = {}): Promise<Body> {
  const { id } = await inReview([signer], fields);
  return (await signer.post(`/soaw/${id}/sign`)).body;
}

const notificationsOf = async (client: Client, id: string): Promise<Body[]> =>
  (await client.get("/notifications?page_size=100")).body.items.filter((item: Body) => item.data.soaw_id === id);

describe("a statement", () => {
  scenario("is created as a draft", () => ({
    as: author,
    method: "POST",
    path: "/soaw",
    body: { name: "Cloud", initiative_id: "" },
    status: 201,
    equals: {
      ...{ id: expect.any(String), name: "Cloud", initiative_id: null, status: "draft" },
      ...{ document_info: {}, version_history: [], sections: {}, created_by: author.userId },
      ...{ signatories: [], signed_at: null, revision_number: 1, parent_id: null },
      ...{ created_at: expect.any(String), updated_at: expect.any(String), content_hash: expect.any(String) },
      rejection: null,
    },
    events: ({ id }) => [{ event_type: "soaw.created", user_id: author.userId, payload: { id, name: "Cloud" } }],
  }));

  test("stores any content of its fields unchanged", async () => {
    const fields = {
      document_info: { prepared_by: "Ada", other: [1] },
      version_history: [{ version: "1", date: "2026-01-31" }, "free"],
      sections: {
        scope: "Migrate to AWS",
        "1.1": { content: "<p>a &amp; b</p>", hidden: true },
        "2.1": { table_data: { columns: ["<TBD>"], rows: [["a <b", "x"]] } },
        "3.1": { togaf_data: { A: "<yes>" } },
        custom_1: { title: "Latency <10ms", insertAfter: "1.1", content: "2 < 3 & 4", more: [null, { deep: 1 }] },
      },
    };
    const { id } = await create(fields);
    expect(await read(id)).toMatchObject(fields);
  });

  test("has its texts sanitized of anything that could run", async () => {
    const bad = "<p>x</p><script>1</script>";
    const { id, sections } = await create({ sections: { a: bad, b: { content: bad, list: [bad, { text: bad }] } } });
    const clean = { a: "<p>x</p>", b: { content: "<p>x</p>", list: ["<p>x</p>", { text: "<p>x</p>" }] } };
    expect(sections).toEqual(clean);
    const { body } = await author.patch(`/soaw/${id}`, { sections: { c: '<img src="x" onerror="y">' } });
    expect(body.sections).toEqual({ c: '<img src="x" />' });
  });

  test("is stored unchanged with long texts", async () => {
    const content = "<p>Long enough for the writer thread.</p>".repeat(2_000);
    const { id } = await create({ sections: { "1.1": { content } } });
    expect((await read(id)).sections).toEqual({ "1.1": { content } });
  });

  test.each<[string, object, number, string[] | string]>([
    ["no name", {}, 422, ["body.name: missing"]],
    ["an empty name", { name: "" }, 422, ["body.name: string_too_short"]],
    ["a long name", { name: "x".repeat(501) }, 422, ["body.name: string_too_long"]],
    [
      "a title and a list of sections",
      { title: "x", sections: [] },
      422,
      ["body.name: missing", "body.sections: dict_type"],
    ],
    ["an initiative that is no id", { name: "x", initiative_id: "y" }, 422, ["body.initiative_id: uuid_parsing"]],
    ["an unknown initiative", { name: "x", initiative_id: UNKNOWN }, 404, "Card not found"],
    ["the status signed", { name: "x", status: "signed" }, 400, "status: a SoAW begins as `draft` or `approved`"],
    ["the status in_review", { name: "x", status: "in_review" }, 400, "status: a SoAW begins as `draft` or `approved`"],
    [
      "tags nested too deeply",
      { name: "x", sections: { a: { content: "<i>".repeat(101) } } },
      422,
      ["body.sections.a.content: too_deep"],
    ],
    ["too much text", { name: "x", sections: { a: "x".repeat(1_000_000) } }, 422, ["body.sections: value_error"]],
    [
      "too many sections",
      { name: "x", sections: Object.fromEntries(Array.from({ length: 301 }, (_, at) => [at, ""])) },
      422,
      ["body.sections: value_error"],
    ],
  ])("is not created with %s", async (_, body, status, refusal) => {
    const answer = await step({ as: author, method: "POST", path: "/soaw", body, status, events: [] });
    expect(typeof refusal === "string" ? answer.body.detail : violationsOf(answer.body)).toEqual(refusal);
  });

  test("is updated field by field, objects as a whole; null clears only the initiative", async () => {
    const card = await makeCard(admin, { type: "Initiative" });
    const { id } = await create({ initiative_id: card.id, document_info: { a: 1 }, sections: { "1.1": "x" } });
    await step({
      as: signer,
      method: "PATCH",
      path: `/soaw/${id}`,
      body: { name: null, status: null, document_info: { b: 2 }, sections: null, initiative_id: card.id },
      status: 200,
      expects: { initiative_id: card.id, document_info: { b: 2 }, sections: { "1.1": "x" }, status: "draft" },
      events: [{ event_type: "soaw.updated", data: { id, fields: ["document_info"] } }],
    });
    await step({ as: author, method: "PATCH", path: `/soaw/${id}`, body: {}, status: 200, events: [] });
    for (const initiative_id of [null, ""]) {
      await author.patch(`/soaw/${id}`, { initiative_id: card.id });
      expect((await author.patch(`/soaw/${id}`, { initiative_id })).body.initiative_id).toBeNull();
    }
  });

  test.each([
    ["signed", "draft"],
    ["in_review", "draft"],
    ["draft", "in_review"],
  ])(
    "can't be given the status %s while it is in %s, and nothing else of the request is saved",
    async (status, current) => {
      const { id } = current === "draft" ? await create() : await inReview([signer]);
      await step({
        as: author,
        method: "PATCH",
        path: `/soaw/${id}`,
        body: { status, name: "Not saved" },
        status: 400,
        events: [],
      });
      expect(await read(id)).toMatchObject({ status: current, name: expect.not.stringContaining("saved") });
    },
  );

  test("may be approved in review with its signatories; a draft has none any more", async () => {
    const { id } = await inReview([signer]);
    const approved = (await author.patch(`/soaw/${id}`, { status: "approved", name: "Renamed" })).body;
    expect(approved).toMatchObject({ status: "approved", signatories: [{ user_id: signer.userId }] });
    expect(askedToSign(kind, id)).toEqual([signer.userId as string]);
    await step({
      as: author,
      method: "PATCH",
      path: `/soaw/${id}`,
      body: { status: "draft" },
      status: 200,
      expects: { status: "draft", signatories: [] },
      events: [
        { event_type: "todo.updated", data: { status: "done" } },
        { event_type: "notification.created", data: { user_id: signer.userId, type: "soaw_sign_recalled" } },
        { event_type: "soaw.signatures_recalled", data: { id } },
      ],
    });
  });

  test("is frozen once it is signed", async () => {
    const { id } = await signed();
    const { status, body } = await author.patch(`/soaw/${id}`, { name: "x" });
    expect([status, body.detail]).toEqual([403, "The SoAW is signed: revise it to continue"]);
  });

  test("can be deleted in any state, and its todos are completed", async () => {
    const { id } = await inReview([signer]);
    await step({
      as: author,
      method: "DELETE",
      path: `/soaw/${id}`,
      status: 204,
      events: [
        { event_type: "todo.updated", data: { status: "done" } },
        { event_type: "soaw.deleted", data: { id } },
      ],
    });
    const { id: frozen } = await signed();
    expect((await author.delete(`/soaw/${frozen}`)).status).toBe(204);
    expect((await viewer.get(`/soaw/${frozen}`)).status).toBe(404);
    expect((await author.delete(`/soaw/${frozen}`)).body.detail).toBe("SoAW not found");
  });
});

describe("the signing of a statement", () => {
  test("needs all requested signatures, and publishes todos, notifications and events for each", async () => {
    const card = await makeCard(admin, { type: "Initiative" });
    const { id, name } = await create({ initiative_id: card.id });
    const data = { soaw_id: id, soaw_name: name };
    const link = `/ea-delivery/soaw/${id}`;
    const notified = (user: Client, type: string) => ({
      event_type: "notification.created",
      data: { user_id: user.userId, type },
    });
    await step({
      as: author,
      method: "POST",
      path: `/soaw/${id}/request-signatures`,
      body: { user_ids: [signer.userId, author.userId, signer.userId], message: "please" },
      status: 200,
      expects: {
        status: "in_review",
        signatories: [{ user_id: signer.userId, status: "pending" }, { user_id: author.userId }],
      },
      events: [
        { event_type: "todo.created", card_id: null },
        { event_type: "todo.created" },
        notified(signer, "soaw_sign_requested"),
        notified(author, "soaw_sign_requested"),
        { event_type: "soaw.signatures_requested", payload: { id, name, signatory_count: 2 } },
      ],
    });
    expect((await signer.get("/todos")).body[0]).toMatchObject({
      ...{ card_id: card.id, description: `Sign SoAW: "${name}"`, link, is_system: true, due_date: null },
    });
    expect(await notificationsOf(signer, id)).toMatchObject([{ title: "Signature Requested", link, data }]);
    await author.patch(`/soaw/${id}`, { name: "100% renamed" });
    await step({
      as: signer,
      method: "POST",
      path: `/soaw/${id}/sign`,
      status: 200,
      expects: { status: "in_review", signed_at: null },
      events: [
        { event_type: "todo.updated" },
        notified(author, "soaw_signed"),
        { event_type: "soaw.signed", data: { id, name: "100% renamed", all_signed: false } },
      ],
    });
    const last = await author.post(`/soaw/${id}/sign`);
    expect(last.body).toMatchObject({ status: "signed", signed_at: last.body.signatories[1].signed_at });
    expect(askedToSign(kind, id)).toEqual([]);
    expect((await notificationsOf(author, id)).map(({ title, link: to }) => [title, to])).toEqual([
      ["SoAW Fully Signed", `${link}/preview`],
      ["SoAW Signature Received", link],
      ["Signature Requested", link],
    ]);
  });

  test("gets new signatories and todos when signatures are requested again", async () => {
    const { id } = await inReview([signer, admin]);
    await signer.post(`/soaw/${id}/sign`);
    await author.post(`/soaw/${id}/request-signatures`, { user_ids: [signer.userId] });
    expect((await read(id)).signatories).toMatchObject([{ user_id: signer.userId, status: "pending" }]);
    expect(askedToSign(kind, id)).toEqual([signer.userId as string]);
  });

  test("ends with a recall by anybody who may write; users who have signed are not notified", async () => {
    const { id } = await inReview([signer, admin]);
    await signer.post(`/soaw/${id}/sign`);
    await step({
      as: signer,
      method: "POST",
      path: `/soaw/${id}/recall-signatures`,
      body: {},
      status: 200,
      expects: { status: "draft", signatories: [], revision_number: 1 },
      events: [
        { event_type: "todo.updated", data: { assigned_to: admin.userId } },
        { event_type: "notification.created", data: { user_id: admin.userId, title: "Signature Request Recalled" } },
        { event_type: "soaw.signatures_recalled" },
      ],
    });
  });

  test("ends with a rejection: a draft with the next number, of which the others are notified once each", async () => {
    const { id, name } = await inReview([signer, author]);
    await step({
      as: signer,
      method: "POST",
      path: `/soaw/${id}/reject`,
      body: { comment: "Too dear" },
      status: 200,
      expects: { status: "draft", signatories: [], revision_number: 2, parent_id: null },
      events: [
        { event_type: "todo.updated" },
        { event_type: "todo.updated" },
        {
          event_type: "notification.created",
          data: { user_id: author.userId, title: "SoAW Rejected", message: expect.stringMatching(/Too dear$/) },
        },
        { event_type: "soaw.rejected", data: { id, name, comment: "Too dear" } },
      ],
    });
    expect((await notificationsOf(author, id))[0].data).toEqual({ soaw_id: id, soaw_name: name, comment: "Too dear" });
  });

  test("is refused in every other state, and to everybody else", async () => {
    const [draft, review, done] = [await create(), await inReview([signer]), await signed()];
    const twice = await inReview([signer, admin]);
    await signer.post(`/soaw/${twice.id}/sign`);
    const refusals: [Client, string, unknown, number][] = [
      [signer, `${draft.id}/sign`, undefined, 400],
      [signer, `${done.id}/sign`, undefined, 400],
      [signer, `${twice.id}/sign`, undefined, 400],
      [admin, `${review.id}/sign`, undefined, 403],
      [admin, `${done.id}/sign`, undefined, 403],
      [viewer, `${review.id}/sign`, undefined, 403],
      [signer, `${UNKNOWN}/sign`, undefined, 404],
      [signer, "x/sign", undefined, 404],
      [author, `${done.id}/request-signatures`, { user_ids: [signer.userId] }, 400],
      [author, `${draft.id}/request-signatures`, { user_ids: [signer.userId, UNKNOWN] }, 404],
      [author, `${draft.id}/request-signatures`, { user_ids: [] }, 422],
      [author, `${draft.id}/request-signatures`, { user_ids: ["x"] }, 422],
      [author, `${draft.id}/recall-signatures`, undefined, 400],
      [author, `${done.id}/recall-signatures`, undefined, 400],
      [signer, `${draft.id}/reject`, { comment: "" }, 400],
      [signer, `${done.id}/reject`, { comment: "" }, 400],
      [author, `${review.id}/reject`, { comment: "" }, 403],
      [signer, `${review.id}/reject`, {}, 422],
      [author, `${draft.id}/revise`, undefined, 400],
      [author, `${review.id}/revise`, {}, 400],
    ];
    for (const [as, path, body, status] of refusals)
      await step({ as, method: "POST", path: `/soaw/${path}`, body, status, events: [] });
  });

  test("needs soaw.sign or soaw.manage, and soaw.sign allows nothing else", async () => {
    const only = await server.as(role("soaw.view", "soaw.sign"));
    const { id } = await inReview([only, signer]);
    expect((await only.post(`/soaw/${id}/sign`)).status).toBe(200);
    expect((await only.post(`/soaw/${id}/recall-signatures`)).status).toBe(403);
    expect((await only.post(`/soaw/${id}/reject`, { comment: "" })).status).toBe(200);
  });
});

test("a revision copies the content, and both are listed", async () => {
  const card = await makeCard(admin, { type: "Initiative" });
  const content = {
    initiative_id: card.id,
    sections: { scope: "Migrate to AWS" },
    version_history: [{ version: "1" }],
  };
  const before = await signed(content);
  const { body: revision } = await step({
    as: signer,
    method: "POST",
    path: `/soaw/${before.id}/revise`,
    status: 200,
    expects: {
      ...content,
      ...{ name: before.name, status: "draft", revision_number: 2, parent_id: before.id, created_by: signer.userId },
      ...{ signatories: [], signed_at: null },
    },
    events: ({ id }) => [{ event_type: "soaw.created", data: { id, revision_of: before.id } }],
  });
  expect(await read(before.id)).toEqual(before);
  const other = await create();
  const { body: all } = await viewer.get("/soaw");
  expect(all.slice(0, 3).map(({ id }: Body) => id)).toEqual([other.id, revision.id, before.id]);
  const { content_hash: _, rejection: __, ...listed } = revision;
  expect(all[1]).toEqual(listed);
  const { body: ofCard } = await viewer.get(`/soaw?initiative_id=${card.id}`);
  expect(ofCard.map(({ id }: Body) => id)).toEqual([revision.id, before.id]);
  const page = await viewer.get("/soaw?page=2&page_size=1");
  expect(page.body.map(({ id }: Body) => id)).toEqual([revision.id]);
  expect((await viewer.get("/soaw?initiative_id=x")).status).toBe(422);
  expect((await viewer.get(`/soaw/${UNKNOWN}/revisions`)).status).toBe(404);
  await author.delete(`/soaw/${before.id}`);
  expect((await read(revision.id)).parent_id).toBeNull();
  await admin.delete(`/cards/${card.id}`);
  expect((await read(revision.id)).initiative_id).toBeNull();
});

test("a list omits sections after the first 16 MiB, and is complete otherwise", async () => {
  const stamp = "9999-12-31T00:00:00.000Z";
  const made = Array.from({ length: 18 }, newId).toReversed();
  const row = { document_info: {}, version_history: [], signatories: [], created_at: stamp, updated_at: stamp };
  const rows = made.map((id) => ({ ...row, id, name: id, sections: { a: "x".repeat(990_000) } }));
  transaction(() => db.insert(tables.statementsOfArchitectureWork).values(rows).run());
  const { body } = await viewer.get("/soaw");
  const own = body.slice(0, made.length);
  expect(own.map(({ id }: Body) => id)).toEqual(made);
  expect(own.map(({ sections }: Body) => Object.keys(sections).length)).toEqual([...Array(16).fill(1), 0, 0]);
  const { body: page } = await viewer.get("/soaw?page=18&page_size=1");
  expect(page).toMatchObject([{ id: made[17], sections: { a: expect.any(String) } }]);
});
