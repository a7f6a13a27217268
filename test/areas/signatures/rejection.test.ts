/** The reason of a rejection stays on the document. */
import { beforeAll, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import { batchAbout } from "../../support/batches";
import type { Client } from "../../support/client";
import { testServer } from "../../support/server";
import { create, kinds, request, take } from "./kinds";

const server = testServer();
let author: Client;
let signer: Client;
beforeAll(async () => {
  [author, signer] = [await server.as("member"), await server.as("member")];
});

describe.each(kinds.map((kind) => [kind.name, kind] as const))("a rejected document, %s,", (_, kind) => {
  const read = async (id: string) => (await author.get(`${kind.path}/${id}`)).body;

  test("has the reason, who gave it and of which revision, also when it is asked for and signed again", async () => {
    const { id, rejection } = await create(kind, author);
    expect(rejection).toBeNull();
    await request(kind, author, id, signer);
    const reason = {
      user_id: signer.userId,
      display_name: expect.any(String),
      comment: "The costs are missing",
      revision_number: 1,
      rejected_at: expect.any(String),
    };
    expect((await take(kind, signer, id, "reject", { comment: "The costs are missing" })).rejection).toEqual(reason);
    expect(await read(id)).toMatchObject({ status: "draft", revision_number: 2, rejection: reason });
    await request(kind, author, id, signer);
    await take(kind, signer, id, "sign");
    expect(await read(id)).toMatchObject({ status: "signed", rejection: reason });
    const revision = await take(kind, author, id, "revise");
    expect(revision.rejection).toBeNull();
  });

  test("has no reason any more once the rejection is undone, also one of an earlier version", async () => {
    for (const isEarlier of [false, true]) {
      const { id } = await create(kind, author);
      await request(kind, author, id, signer);
      await take(kind, signer, id, "reject", { comment: "No" });
      if (isEarlier)
        transaction(() => {
          statement(`UPDATE ${kind.table} SET rejection = NULL WHERE id = ?`).run(id);
          statement(
            "UPDATE events SET undo = json_remove(undo, '$.before.rejection', '$.after.rejection') WHERE entity_id = ?",
          ).run(id);
        });
      const { body } = await signer.post(`/mutation-batches/${batchAbout(id)}/rollback`, { dry_run: false });
      expect(body.results[0]).toMatchObject({ status: "ok" });
      expect(await read(id)).toMatchObject({ status: "in_review", rejection: null });
    }
  });
});
