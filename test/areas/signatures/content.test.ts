/** Signatures stand under the content that was signed. */
import { beforeAll, describe, expect, test } from "bun:test";
import { statement } from "../../../db";
import { batchAbout, batchOfEvent } from "../../support/batches";
import type { Client } from "../../support/client";
import { testServer } from "../../support/server";
import { askedToSign, type Body, create, type Kind, kinds, request, take } from "./kinds";

const server = testServer();
let author: Client;
let first: Client;
let second: Client;
beforeAll(async () => {
  [author, first, second] = [await server.as("member"), await server.as("member"), await server.as("admin")];
});

/** Returns the status of each signature of a document, in the order in which they were asked for. */
const statuses = ({ signatories }: Body): string[] => signatories.map(({ status }: Body) => status);

/** Returns a document that the first of two signatories has signed. */
async function halfSigned(kind: Kind): Promise<Body> {
  const { id } = await create(kind, author, { [kind.text]: kind.content("before") });
  await request(kind, author, id, first, second);
  return take(kind, first, id, "sign");
}

/** Changes the text of a document. @returns the document as it is then */
async function change(kind: Kind, id: string, word: string): Promise<Body> {
  const { status, body } = await author.patch(`${kind.path}/${id}`, { [kind.text]: kind.content(word) });
  expect(status).toBe(200);
  return body;
}

describe.each(kinds.map((kind) => [kind.name, kind] as const))(
  "a signature of the kind of document %s",
  (name, kind) => {
    test("stands under the hash of the content, which a change of the status leaves as it is", async () => {
      const { id, content_hash, signatories } = await halfSigned(kind);
      expect(content_hash).toMatch(/^[0-9a-f]{64}$/);
      expect(signatories.map((signatory: Body) => signatory.content_hash ?? null)).toEqual([content_hash, null]);
      const { body } = await author.patch(`${kind.path}/${id}`, { status: "approved" });
      expect([body.content_hash, statuses(body)]).toEqual([content_hash, ["signed", "pending"]]);
    });

    test("is asked for again when the content changes, with a todo, a notification and an event", async () => {
      const { id, content_hash } = await halfSigned(kind);
      const changed = await change(kind, id, "after");
      expect(changed.content_hash).not.toBe(content_hash);
      expect(changed).toMatchObject({
        status: "in_review",
        signatories: [
          { status: "pending", signed_at: null, content_hash: null, asked_again_at: expect.any(String) },
          { status: "pending" },
        ],
      });
      expect(askedToSign(kind, id)).toEqual([first.userId as string, second.userId as string].toSorted());
      const { body: notifications } = await first.get("/notifications");
      expect(notifications.items[0]).toMatchObject({
        type: `${name}_sign_requested`,
        message: expect.stringContaining("signature is needed again"),
      });
      const { body: events } = await second.get(`/events?event_type=${name}.signatures_requested_again&page_size=1`);
      expect(events).toMatchObject([{ data: { id, signatory_count: 1 } }]);
    });

    test("counts only under the present content, so that the last one doesn't complete a changed document", async () => {
      const { id } = await halfSigned(kind);
      await change(kind, id, "after");
      expect(await take(kind, second, id, "sign")).toMatchObject({ status: "in_review", signed_at: null });
      const signed = await take(kind, first, id, "sign");
      expect(signed).toMatchObject({ status: "signed" });
      expect(new Set(signed.signatories.map((signatory: Body) => signatory.content_hash))).toEqual(
        new Set([signed.content_hash]),
      );
    });

    test("is refused when the content is another than the signatory has read", async () => {
      const { id, content_hash } = await halfSigned(kind);
      const present = (await change(kind, id, "after")).content_hash;
      const answer = await second.post(`${kind.path}/${id}/sign`, { content_hash });
      expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining("content_hash") } });
      expect(await take(kind, second, id, "sign", { content_hash: present })).toMatchObject({ status: "in_review" });
    });

    test("stands again when the change of the content is rolled back", async () => {
      const { id, signatories } = await halfSigned(kind);
      await change(kind, id, "after");
      const path = `/mutation-batches/${batchAbout(id)}/rollback`;
      expect(await author.post(path, { dry_run: false })).toMatchObject({ status: 200 });
      expect((await author.get(`${kind.path}/${id}`)).body).toMatchObject({ signatories });
      expect(askedToSign(kind, id)).toEqual([second.userId as string]);
    });

    test("is asked for again when a rollback changes the content or restores a signature under another one", async () => {
      const { id } = await halfSigned(kind);
      await take(kind, author, id, "recall-signatures");
      const recall = batchAbout(id);
      await change(kind, id, "after");
      const restored = await second.post(`/mutation-batches/${recall}/rollback`, { dry_run: false, force: true });
      expect(restored).toMatchObject({ status: 200 });
      expect(statuses((await author.get(`${kind.path}/${id}`)).body)).toEqual(["pending", "pending"]);
      const content = batchOfEvent("entity_id = ? AND event_type = ?", id, `${name}.updated`);
      await take(kind, first, id, "sign");
      const undone = await second.post(`/mutation-batches/${content}/rollback`, { dry_run: false, force: true });
      expect(undone).toMatchObject({ status: 200 });
      expect(statuses((await author.get(`${kind.path}/${id}`)).body)).toEqual(["pending", "pending"]);
    });

    test("of an earlier version, which has no hash, is asked for again before the document is signed", async () => {
      const { id, signatories } = await halfSigned(kind);
      const unbound = signatories.map(({ content_hash: _, ...signatory }: Body) => signatory);
      statement(`UPDATE ${kind.table} SET signatories = ? WHERE id = ?`).run(JSON.stringify(unbound), id);
      expect(await take(kind, second, id, "sign")).toMatchObject({
        status: "in_review",
        signatories: [{ status: "pending" }, { status: "signed" }],
      });
      expect(await take(kind, first, id, "sign")).toMatchObject({ status: "signed" });
    });
  },
);
