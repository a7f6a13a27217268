/** Decisions that hold in place of others, and the history of a document. */
import { beforeAll, describe, expect, test } from "bun:test";
import type { Client } from "../../support/client";
import { makeCard, unique, watch } from "../../support/factories";
import { testServer } from "../../support/server";

const server = testServer();
let admin: Client;
let author: Client;
let viewer: Client;
beforeAll(async () => {
  [admin, author, viewer] = (await Promise.all(["admin", "member", "viewer"].map((name) => server.as(name)))) as [
    Client,
    Client,
    Client,
  ];
});

/** Creates a decision that its author has signed. */
async function signed(title = unique("Decision ")) {
  const { body } = await author.post("/adr", { title, decision: "So it is" });
  await author.post(`/adr/${body.id}/request-signatures`, { user_ids: [author.userId] });
  return (await author.post(`/adr/${body.id}/sign`)).body;
}

const referenceOf = ({ id, reference_number, title }: { id: string; reference_number: string; title: string }) => ({
  id,
  reference_number,
  title,
});

describe("a signed decision", () => {
  test("names the one that holds in its place, in itself and in every list, and publishes that", async () => {
    const [former, successor] = [await signed(), await signed()];
    expect(former.superseded_by).toBeNull();
    const events = await watch(admin);
    const { status, body } = await author.post(`/adr/${former.id}/supersede`, { by: successor.id });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "signed", superseded_by: referenceOf(successor) });
    expect(body.content_hash).toBe(former.content_hash);
    const published = (await events()).filter((event: { event_type: string }) => event.event_type.startsWith("adr."));
    expect(published).toMatchObject([
      {
        event_type: "adr.superseded",
        data: { id: former.id, superseded_by: successor.id, reference: successor.reference_number },
      },
    ]);
    const listed = (await viewer.get("/adr")).body.find(({ id }: { id: string }) => id === former.id);
    expect(listed.superseded_by).toEqual(referenceOf(successor));
    const again = await author.post(`/adr/${former.id}/supersede`, { by: null });
    expect(again.body.superseded_by).toBeNull();
  });

  test("is superseded by its own next revision once that is signed", async () => {
    const first = await signed();
    const { body: second } = await author.post(`/adr/${first.id}/revise`);
    expect((await viewer.get(`/adr/${first.id}`)).body.superseded_by).toBeNull();
    await author.post(`/adr/${second.id}/request-signatures`, { user_ids: [author.userId] });
    await author.post(`/adr/${second.id}/sign`);
    expect((await viewer.get(`/adr/${first.id}`)).body.superseded_by).toEqual(referenceOf(second));
  });

  test("is not superseded by a draft, by itself, by nothing known, or by one that doesn't hold itself", async () => {
    const [former, other, third] = [await signed(), await signed(), await signed()];
    const { body: draft } = await author.post("/adr", { title: "Draft" });
    const refusedFor = (id: string, by: string) => author.post(`/adr/${id}/supersede`, { by });
    expect(await refusedFor(former.id, draft.id)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("must be signed") },
    });
    expect(await refusedFor(former.id, former.id)).toMatchObject({ status: 400 });
    expect(await refusedFor(draft.id, former.id)).toMatchObject({ status: 400 });
    expect(await refusedFor(former.id, "01900000-0000-7000-8000-00000000dead")).toMatchObject({ status: 404 });
    await author.post(`/adr/${other.id}/supersede`, { by: third.id });
    expect(await refusedFor(former.id, other.id)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("must not be superseded itself") },
    });
    expect(await viewer.post(`/adr/${former.id}/supersede`, { by: third.id })).toMatchObject({ status: 403 });
    expect((await viewer.get(`/adr/${former.id}`)).body.superseded_by).toBeNull();
  });

  test("holds again when the batch is rolled back, unless another successor was named since", async () => {
    const [former, one, other] = [await signed(), await signed(), await signed()];
    const first = await author.post(`/adr/${former.id}/supersede`, { by: one.id });
    const second = await author.post(`/adr/${former.id}/supersede`, { by: other.id });
    const rollBack = (answer: { headers: Headers }) =>
      admin.post(`/mutation-batches/${answer.headers.get("x-stoa-batch")}/rollback`, { dry_run: false, force: true });
    await rollBack(first);
    expect((await viewer.get(`/adr/${former.id}`)).body.superseded_by).toEqual(referenceOf(other));
    await rollBack(second);
    expect((await viewer.get(`/adr/${former.id}`)).body.superseded_by).toEqual(referenceOf(one));
  });
});

describe("the history of a document", () => {
  test("has its events, the latest first, with what has changed, page by page", async () => {
    const { body: draft } = await author.post("/adr", { title: "First words" });
    const card = await makeCard(author, { type: "Application" });
    await author.patch(`/adr/${draft.id}`, { title: "Better words" });
    await author.post(`/adr/${draft.id}/cards`, { card_id: card.id });
    const { status, body } = await viewer.get(`/adr/${draft.id}/history`);
    expect(status).toBe(200);
    expect(body.map(({ event_type }: { event_type: string }) => event_type)).toEqual([
      "adr.linked",
      "adr.updated",
      "adr.created",
    ]);
    expect(body[1]).toMatchObject({
      user_id: author.userId,
      user_display_name: expect.any(String),
      data: { changes: { title: { old: "First words", new: "Better words" } } },
    });
    const second = await viewer.get(`/adr/${draft.id}/history?page=2&page_size=1`);
    expect(second.body).toMatchObject([{ event_type: "adr.updated" }]);
  });

  test("is there for statements of architecture work, and 404 for a document that isn't there", async () => {
    const { body } = await author.post("/soaw", { name: "Work" });
    await author.patch(`/soaw/${body.id}`, { sections: { "1.1": { content: "<p>Why</p>" } } });
    const { body: events } = await viewer.get(`/soaw/${body.id}/history`);
    expect(events.map(({ event_type }: { event_type: string }) => event_type)).toEqual([
      "soaw.updated",
      "soaw.created",
    ]);
    expect(await viewer.get(`/soaw/${crypto.randomUUID()}/history`)).toMatchObject({ status: 404 });
  });
});
