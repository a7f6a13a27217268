/**
 * Two architects sign a decision; a statement of architecture work is rejected, revised and signed, and continued by the next
 * revision once it is frozen.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import type { Client } from "../support/client";
import { makeCard } from "../support/factories";
import { step } from "../support/scenario";
import { testServer } from "../support/server";

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
type Body = any;

const server = testServer();
let admin: Client;
let ada: Client;
let grace: Client;
let mary: Client;
let initiative: Body;
beforeAll(async () => {
  admin = await server.as("admin");
  [ada, grace, mary] = [await server.as("member"), await server.as("member"), await server.as("member")];
  initiative = await makeCard(admin, { type: "Initiative", name: "Move to the cloud" });
});

const todosOf = async (user: Client): Promise<string[]> =>
  (await user.get("/todos?status=open")).body.map(({ description }: Body) => description);

const notified = (user: Client, type: string) => ({
  event_type: "notification.created",
  data: { user_id: user.userId, type },
});
const updated = { event_type: "todo.updated", data: { status: "done" } };

describe("an architecture decision", () => {
  let decision: Body;

  test("is written for an initiative, and two users are asked to sign it", async () => {
    const body = {
      title: "One region",
      context: "<p>Two regions cost <strong>twice</strong>.</p>",
      decision: '<p onclick="x()">One region, with backups elsewhere.</p>',
    };
    ({ body: decision } = await step({
      as: ada,
      method: "POST",
      path: "/adr",
      body,
      status: 201,
      expects: { reference_number: "ADR-001", decision: "<p>One region, with backups elsewhere.</p>" },
      events: [{ event_type: "adr.created" }],
    }));
    await step({
      as: ada,
      method: "POST",
      path: `/adr/${decision.id}/cards`,
      body: { card_id: initiative.id },
      status: 201,
      expects: { linked_cards: [{ name: "Move to the cloud" }] },
      events: [{ event_type: "adr.linked", data: { card_id: initiative.id } }],
    });
    await step({
      as: ada,
      method: "POST",
      path: `/adr/${decision.id}/request-signatures`,
      body: { user_ids: [grace.userId, mary.userId] },
      status: 200,
      expects: { status: "in_review" },
      events: [
        { event_type: "todo.created" },
        { event_type: "todo.created" },
        notified(grace, "adr_sign_requested"),
        notified(mary, "adr_sign_requested"),
        { event_type: "adr.signatures_requested", data: { signatory_count: 2 } },
      ],
    });
    expect(await todosOf(grace)).toEqual(['Sign ADR: "ADR-001 — One region"']);
  });

  test("is signed by both, and by nobody else", async () => {
    const path = `/adr/${decision.id}/sign`;
    await step({ as: admin, method: "POST", path, status: 403, events: [] });
    await step({
      as: grace,
      method: "POST",
      path,
      status: 200,
      expects: { status: "in_review" },
      events: [updated, notified(ada, "adr_signed"), { event_type: "adr.signed", data: { all_signed: false } }],
    });
    await step({
      as: mary,
      method: "POST",
      path,
      status: 200,
      expects: { status: "signed", signatories: [{ status: "signed" }, { status: "signed" }] },
      events: [updated, notified(ada, "adr_signed"), { event_type: "adr.signed", data: { all_signed: true } }],
    });
    expect([await todosOf(grace), await todosOf(mary)]).toEqual([[], []]);
    await step({
      as: ada,
      method: "PATCH",
      path: `/adr/${decision.id}`,
      body: { title: "Two" },
      status: 403,
      events: [],
    });
  });

  test("is found from its initiative", async () => {
    const { body } = await mary.get(`/adr/by-card/${initiative.id}`);
    expect(body).toMatchObject([{ id: decision.id, status: "signed" }]);
  });
});

describe("a statement of architecture work", () => {
  let statement: Body;
  const path = (rest = "") => `/soaw/${statement.id}${rest}`;
  const request = (...users: Client[]) =>
    ada.post(path("/request-signatures"), { user_ids: users.map(({ userId }) => userId) });

  test("is rejected with a reason", async () => {
    const sections = { "1.1": { content: "<p>Everything moves.</p>" }, "3.1": { togaf_data: { A: "Vision" } } };
    const body = { name: "Cloud foundation", initiative_id: initiative.id, sections };
    ({ body: statement } = await ada.post("/soaw", body));
    expect((await request(grace, mary)).status).toBe(200);
    await step({
      as: grace,
      method: "POST",
      path: path("/reject"),
      body: { comment: "The ledger stays" },
      status: 200,
      expects: { status: "draft", revision_number: 2, signatories: [] },
      events: [
        updated,
        updated,
        notified(ada, "soaw_rejected"),
        notified(mary, "soaw_rejected"),
        { event_type: "soaw.rejected", data: { comment: "The ledger stays" } },
      ],
    });
    expect(await todosOf(mary)).toEqual([]);
  });

  test("is revised and signed", async () => {
    const sections = { ...statement.sections, "1.1": { content: "<p>All but the ledger moves.</p>" } };
    await step({
      as: ada,
      method: "PATCH",
      path: path(),
      body: { sections, version_history: [{ version: "2", description: "Without the ledger" }] },
      status: 200,
      expects: { sections },
      events: [{ event_type: "soaw.updated", data: { fields: ["version_history", "sections"] } }],
    });
    await request(grace, mary);
    await grace.post(path("/sign"));
    expect((await mary.post(path("/sign"))).body).toMatchObject({ status: "signed", revision_number: 2 });
    await step({ as: ada, method: "PATCH", path: path(), body: { name: "x" }, status: 403, events: [] });
  });

  test("is continued by a revision, while the signed version is unchanged", async () => {
    const { body: revision } = await ada.post(path("/revise"));
    await ada.patch(`/soaw/${revision.id}`, { sections: { "1.1": { content: "<p>The ledger too.</p>" } } });
    const { body } = await mary.get(path("/revisions"));
    expect(
      body.map(({ status, revision_number, sections }: Body) => [status, revision_number, sections["1.1"].content]),
    ).toEqual([
      ["signed", 2, "<p>All but the ledger moves.</p>"],
      ["draft", 3, "<p>The ledger too.</p>"],
    ]);
  });
});
