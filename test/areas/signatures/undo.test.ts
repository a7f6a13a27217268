/** Rolling back what happened to documents that people sign. */
import { beforeAll, describe, expect, test } from "bun:test";
import { batchAbout } from "../../support/batches";
import type { Client } from "../../support/client";
import { makeCard } from "../../support/factories";
import { testServer } from "../../support/server";
import { askedToSign, type Body, create, type Kind, kinds, request, take } from "./kinds";

const server = testServer();
let admin: Client;
let author: Client;
let signer: Client;
beforeAll(async () => {
  [admin, author, signer] = [await server.as("admin"), await server.as("member"), await server.as("member")];
});

/** Rolls back the latest change of a document. @returns what became of the event about it */
async function rollBack({ name }: Kind, id: string, by = author, force = false): Promise<Body> {
  const { status, body } = await by.post(`/mutation-batches/${batchAbout(id)}/rollback`, { dry_run: false, force });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.results.find((result: Body) => result[`${name}_id`] === id);
}

describe.each(kinds.map((kind) => [kind.name, kind] as const))("the undo for a kind of document, %s,", (name, kind) => {
  const read = async (id: string) => (await author.get(`${kind.path}/${id}`)).body;

  test("deletes a created draft, and only a draft", async () => {
    const { id } = await create(kind, author);
    expect(await rollBack(kind, id)).toMatchObject({ op: `delete_${name}`, status: "ok" });
    expect((await author.get(`${kind.path}/${id}`)).status).toBe(404);
    const approved = await create(kind, author);
    const batch = batchAbout(approved.id);
    await author.patch(`${kind.path}/${approved.id}`, { status: "approved" });
    const { body } = await admin.post(`/mutation-batches/${batch}/rollback`, { dry_run: false, force: true });
    expect(body.results).toMatchObject([{ status: "skipped", reason: "not_a_draft" }]);
  });

  test("restores the fields", async () => {
    const { id, updated_at, ...before } = await create(kind, author, { [kind.text]: kind.content("a") });
    await author.patch(`${kind.path}/${id}`, {
      [kind.title]: "After",
      [kind.text]: kind.content("b"),
      status: "approved",
    });
    expect(await rollBack(kind, id)).toMatchObject({ op: `restore_${name}_fields`, status: "ok" });
    expect(await read(id)).toMatchObject(before);
  });

  test("doesn't restore a status that the signatures contradict, and leaves a signed document as it is", async () => {
    const { id } = await create(kind, author);
    await author.patch(`${kind.path}/${id}`, { status: "approved" });
    const batch = batchAbout(id);
    await request(kind, author, id, signer);
    const undo = async () =>
      (await admin.post(`/mutation-batches/${batch}/rollback`, { dry_run: false, force: true })).body.results;
    expect(await undo()).toMatchObject([{ not_restored: { status: expect.stringContaining("since") } }]);
    expect(await read(id)).toMatchObject({ status: "in_review" });
    await take(kind, signer, id, "sign");
    expect(await undo()).toMatchObject([{ status: "skipped", reason: "signed" }]);
  });

  test("restores a deleted document", async () => {
    const { id } = await create(kind, author, { [kind.text]: kind.content("a") });
    const before = await read(id);
    await author.delete(`${kind.path}/${id}`);
    expect(await rollBack(kind, id)).toMatchObject({ op: `restore_${name}`, status: "ok" });
    expect(await read(id)).toEqual(before);
  });

  test("withdraws a request or a recall of signatures, with the todos", async () => {
    const { id } = await create(kind, author);
    await request(kind, author, id, signer, admin);
    const asked = await read(id);
    expect(await rollBack(kind, id)).toMatchObject({ op: `restore_${name}_review`, status: "ok" });
    expect([(await read(id)).status, askedToSign(kind, id)]).toEqual(["draft", []]);
    await request(kind, author, id, signer, admin);
    await take(kind, author, id, "recall-signatures");
    await rollBack(kind, id);
    expect(await read(id)).toMatchObject({ status: "in_review", signatories: asked.signatories });
    expect(askedToSign(kind, id)).toEqual([signer.userId as string, admin.userId as string].toSorted());
  });

  test("withdraws a signature or a rejection only for the user who gave it", async () => {
    const { id } = await create(kind, author);
    await request(kind, author, id, signer);
    await take(kind, signer, id, "sign");
    const path = () => `/mutation-batches/${batchAbout(id)}/rollback`;
    expect((await admin.post(path(), { dry_run: false })).status).toBe(403);
    await rollBack(kind, id, signer);
    expect(await read(id)).toMatchObject({
      status: "in_review",
      signed_at: null,
      signatories: [{ status: "pending" }],
    });
    expect(askedToSign(kind, id)).toEqual([signer.userId as string]);
    await take(kind, signer, id, "reject", { comment: "no" });
    expect((await admin.post(path(), { dry_run: false })).status).toBe(403);
    await rollBack(kind, id, signer);
    expect(await read(id)).toMatchObject({ status: "in_review", revision_number: 1 });
  });

  test("retains a signature when the review continued, or a revision followed", async () => {
    const { id } = await create(kind, author);
    await request(kind, author, id, admin, signer);
    await take(kind, admin, id, "sign");
    const first = batchAbout(id);
    await take(kind, signer, id, "sign");
    const forced = await admin.post(`/mutation-batches/${first}/rollback`, { dry_run: false, force: true });
    expect(forced.body.results[0]).toMatchObject({ status: "skipped", reason: "review_continued" });
    await take(kind, author, id, "revise");
    expect(await rollBack(kind, id, signer)).toMatchObject({ status: "skipped", reason: "revised_since" });
    expect(await read(id)).toMatchObject({ status: "signed" });
  });
});

const [adr, soaw] = kinds as [Kind, Kind];

test("a restored decision record has its links, and another number when its own is used", async () => {
  const card = await makeCard(admin, { type: "Application" });
  const record = await create(adr, author);
  await author.post(`/adr/${record.id}/cards`, { card_id: card.id });
  await author.delete(`/adr/${record.id}`);
  const other = await create(adr, author);
  expect(other.reference_number).toBe(record.reference_number);
  expect(await rollBack(adr, record.id)).toMatchObject({ not_restored: { reference_number: expect.any(String) } });
  const { body } = await author.get(`/adr/${record.id}`);
  expect(body.linked_cards).toMatchObject([{ id: card.id }]);
  expect(body.reference_number > other.reference_number).toBe(true);
});

test("the link of a decision record is deleted by the undo, and created again", async () => {
  const card = await makeCard(admin, { type: "Application" });
  const { id } = await create(adr, author);
  const linked = async () => (await author.get(`/adr/${id}`)).body.linked_cards.length;
  await author.post(`/adr/${id}/cards`, { card_id: card.id });
  await rollBack(adr, id);
  expect(await linked()).toBe(0);
  await author.post(`/adr/${id}/cards`, { card_id: card.id });
  await author.delete(`/adr/${id}/cards/${card.id}`);
  await rollBack(adr, id);
  expect(await linked()).toBe(1);
});

test("the undo for a statement restores only the sections that had changed", async () => {
  const { id } = await create(soaw, author, { sections: { "1.1": "a", "1.2": "b", "1.3": "c" } });
  await author.patch(`/soaw/${id}`, { sections: { "1.1": "a2", "1.3": "c", "1.4": "d" } });
  const batch = batchAbout(id);
  await author.patch(`/soaw/${id}`, { sections: { "1.1": "a2", "1.3": "c2", "1.4": "d" } });
  await admin.post(`/mutation-batches/${batch}/rollback`, { dry_run: false, force: true });
  expect((await author.get(`/soaw/${id}`)).body.sections).toEqual({ "1.1": "a", "1.2": "b", "1.3": "c2" });
});

test("a restored signed statement is between its revisions, without a card that is gone", async () => {
  const card = await makeCard(admin, { type: "Initiative" });
  const { id } = await create(soaw, author, { initiative_id: card.id });
  await request(soaw, author, id, signer);
  await take(soaw, signer, id, "sign");
  const revision = await take(soaw, author, id, "revise");
  await author.delete(`/soaw/${id}`);
  expect((await author.get(`/soaw/${revision.id}`)).body.parent_id).toBeNull();
  await admin.delete(`/cards/${card.id}`);
  expect(await rollBack(soaw, id)).toMatchObject({ not_restored: { initiative_id: "The card is gone" } });
  const { body } = await author.get(`/soaw/${revision.id}/revisions`);
  expect(body.map((row: Body) => [row.id, row.status, row.initiative_id])).toEqual([
    [id, "signed", null],
    [revision.id, "draft", null],
  ]);
});
