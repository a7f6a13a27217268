/** Architecture decision records: what each operation does, refuses and publishes. */
import { beforeAll, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import type { Client } from "../../support/client";
import { makeCard, role, stakeholder, stakeholderRole, unique, violationsOf, watch } from "../../support/factories";
import { testServer } from "../../support/server";

const server = testServer();
let admin: Client;
let author: Client;
let signer: Client;
let viewer: Client;
beforeAll(async () => {
  [admin, author, signer, viewer] = (await Promise.all(
    ["admin", "member", "member", "viewer"].map((name) => server.as(name)),
  )) as [Client, Client, Client, Client];
});

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
type Body = any;

const UNKNOWN = "01900000-0000-7000-8000-00000000dead";

async function create(fields: Record<string, unknown> = {}, by = author): Promise<Body> {
  const { status, body } = await by.post("/adr", { title: unique("Decision "), ...fields });
  expect(status).toBe(201);
  return body;
}

/** Returns the events that a call publishes, by type; notifications of users are omitted. */
async function publishedBy(call: () => Promise<unknown>): Promise<Body[]> {
  const events = await watch(admin);
  await call();
  return (await events()).filter((event) => event.event_type !== "notification.created");
}

const typesOf = (events: Body[]) => events.map((event) => event.event_type);

const notificationsOf = async (client: Client): Promise<Body[]> =>
  (await client.get("/notifications?page_size=100")).body.items.filter((item: Body) => item.type.startsWith("adr_"));

const openTodos = async (client: Client): Promise<number> =>
  (await client.get("/notifications/badge-counts")).body.open_todos;

/** Returns a record that the users are asked to sign. */
async function inReview(...signers: Client[]): Promise<Body> {
  const { id } = await create();
  const { body } = await author.post(`/adr/${id}/request-signatures`, { user_ids: signers.map((user) => user.userId) });
  return body;
}

describe("a record", () => {
  test("is created as a draft with the next number", async () => {
    const first = await create({ title: "Use SQLite", decision: "One file", related_decisions: ["RFC 1"] });
    expect(first).toMatchObject({
      title: "Use SQLite",
      status: "draft",
      decision: "One file",
      context: null,
      related_decisions: ["RFC 1"],
      created_by: author.userId,
      creator_name: expect.any(String),
      signatories: [],
      signed_at: null,
      revision_number: 1,
      parent_id: null,
      linked_cards: [],
    });
    expect(first.reference_number).toMatch(/^ADR-\d{3}$/);
    const number = Number(first.reference_number.slice(4));
    const second = await create();
    expect(second.reference_number).toBe(`ADR-${String(number + 1).padStart(3, "0")}`);
  });

  test("takes the number after the highest, also beyond 999, and ignores numbers of other forms", async () => {
    const stray = await create();
    const thousandth = await create();
    transaction(() => {
      statement("UPDATE architecture_decisions SET reference_number = 'ADR-x9' WHERE id = ?").run(stray.id);
      statement("UPDATE architecture_decisions SET reference_number = 'ADR-1000' WHERE id = ?").run(thousandth.id);
    });
    const next = await create();
    expect(next.reference_number).toBe("ADR-1001");
    await admin.delete(`/adr/${next.id}`);
    expect((await create()).reference_number).toBe("ADR-1001");
    await admin.delete(`/adr/${thousandth.id}`);
    expect((await create()).reference_number).toBe("ADR-1002");
  });

  test("stores text unchanged, except for anything that could run", async () => {
    const { id, context, decision } = await create({ context: "a < b & c", decision: "<p>x</p><script>1</script>" });
    expect({ context, decision }).toEqual({ context: "a < b & c", decision: "<p>x</p>" });
    const { body } = await author.patch(`/adr/${id}`, { consequences: '<a href="javascript:x">y</a>', context: null });
    expect(body).toMatchObject({ consequences: "<a>y</a>", context: null, decision: "<p>x</p>" });
  });

  test.each([
    ["no title", {}, ["body.title: missing"]],
    ["an empty title", { title: "" }, ["body.title: string_too_short"]],
    ["a title that is too long", { title: "x".repeat(501) }, ["body.title: string_too_long"]],
    ["no list of decisions", { title: "x", related_decisions: null }, ["body.related_decisions: list_type"]],
  ])("is not created with %s", async (_, body, violations) => {
    const events = await publishedBy(async () => {
      const answer = await author.post("/adr", body);
      expect(answer.status).toBe(422);
      expect(violationsOf(answer.body)).toEqual(violations);
    });
    expect(events).toEqual([]);
  });

  test("is updated field by field, and publishes the changed fields only", async () => {
    const { id } = await create({ title: "Before", decision: "old" });
    const events = await publishedBy(async () => {
      const { status, body } = await signer.patch(`/adr/${id}`, { title: "After", decision: "new" });
      expect({ status, title: body.title, decision: body.decision }).toEqual({
        status: 200,
        title: "After",
        decision: "new",
      });
      await signer.patch(`/adr/${id}`, { title: "After", related_decisions: null });
    });
    expect(typesOf(events)).toEqual(["adr.updated"]);
    expect(events[0].data).toMatchObject({
      id,
      title: "After",
      changes: { title: { old: "Before", new: "After" }, decision: { old: "old", new: "new" } },
    });
  });

  test.each([
    ["signed", "draft"],
    ["in_review", "draft"],
    ["draft", "in_review"],
  ])("can't be given the status %s while it is in %s", async (status, current) => {
    const { id } = current === "draft" ? await create() : await inReview(signer);
    const answer = await author.patch(`/adr/${id}`, { status, title: "Not saved" });
    expect(answer.status).toBe(400);
    expect((await author.get(`/adr/${id}`)).body).toMatchObject({
      status: current,
      title: expect.not.stringMatching("Not"),
    });
  });

  test("loses its remaining signatories when it is set to draft again", async () => {
    const { id } = await inReview(signer);
    await author.patch(`/adr/${id}`, { status: "approved" });
    const events = await publishedBy(async () => {
      const { body } = await author.patch(`/adr/${id}`, { status: "draft" });
      expect(body).toMatchObject({ status: "draft", signatories: [] });
    });
    expect(typesOf(events)).toEqual(["todo.updated", "adr.signatures_recalled"]);
  });

  test("is stored unchanged with long texts, and refused with tags that are nested too deeply", async () => {
    const context = "<p>Long enough for the writer thread.</p>".repeat(1_000);
    const { id } = await create({ context });
    expect((await author.get(`/adr/${id}`)).body.context).toBe(context);
    const answer = await author.patch(`/adr/${id}`, { title: "Not saved", decision: "<i>".repeat(30_000) });
    expect(violationsOf(answer.body)).toEqual(["body.decision: too_deep"]);
    expect((await author.get(`/adr/${id}`)).body).toMatchObject({ title: expect.not.stringContaining("saved") });
  });

  test("may be given any status otherwise", async () => {
    const { id } = await create();
    expect((await author.patch(`/adr/${id}`, { status: "superseded" })).body.status).toBe("superseded");
  });
});

describe("the deletion of a record", () => {
  test("is allowed for a draft to its author and to users whose role grants it", async () => {
    const [own, others] = [await create(), await create()];
    expect((await signer.delete(`/adr/${own.id}`)).status).toBe(403);
    const events = await publishedBy(async () => {
      expect((await author.delete(`/adr/${own.id}`)).status).toBe(204);
      const deleter = await server.as(role("adr.delete"));
      expect((await deleter.delete(`/adr/${others.id}`)).status).toBe(204);
    });
    expect(typesOf(events)).toEqual(["adr.deleted", "adr.deleted"]);
    expect((await author.get(`/adr/${own.id}`)).status).toBe(404);
  });

  test("checks that the record exists, then the right, then the state", async () => {
    const { id } = await inReview(signer);
    for (const user of [admin, signer, viewer]) expect((await user.delete(`/adr/${UNKNOWN}`)).status).toBe(404);
    for (const user of [signer, viewer]) expect((await user.delete(`/adr/${id}`)).status).toBe(403);
    for (const user of [admin, author]) expect((await user.delete(`/adr/${id}`)).status).toBe(400);
  });

  test("leaves its revisions without a parent", async () => {
    const { id } = await inReview(signer);
    await signer.post(`/adr/${id}/sign`);
    const { body: revision } = await author.post(`/adr/${id}/revise`);
    const { body: next } = await author.get(`/adr/${revision.id}`);
    expect(next.parent_id).toBe(id);
    transaction(() => statement("DELETE FROM architecture_decisions WHERE id = ?").run(id));
    expect((await author.get(`/adr/${revision.id}`)).body.parent_id).toBeNull();
  });
});

describe("a decision record that is signed", () => {
  test("goes from draft over review to signed, with todos, notifications and events", async () => {
    const other = await server.as("member");
    const { id, title, reference_number } = await create();
    const events = await publishedBy(async () => {
      const asked = await author.post(`/adr/${id}/request-signatures`, {
        user_ids: [signer.userId, other.userId, signer.userId],
      });
      expect(asked.status).toBe(200);
      expect(asked.body).toMatchObject({
        status: "in_review",
        signatories: [{ status: "pending" }, { status: "pending" }],
      });
      expect(await openTodos(other)).toBe(1);
      expect((await notificationsOf(other))[0]).toMatchObject({
        type: "adr_sign_requested",
        title: "ADR Signature Requested",
        link: `/ea-delivery/adr/${id}`,
        data: { adr_id: id, adr_title: title },
      });

      const first = await other.post(`/adr/${id}/sign`, { comment: "fine" });
      expect(first.body).toMatchObject({ status: "in_review", signed_at: null });
      expect(await openTodos(other)).toBe(0);
      const last = await signer.post(`/adr/${id}/sign`);
      expect(last.body).toMatchObject({ status: "signed", signed_at: expect.any(String) });
    });
    expect(events.map(({ event_type, data }) => [event_type, data.signatory_count ?? data.all_signed])).toEqual([
      ["todo.created", undefined],
      ["todo.created", undefined],
      ["adr.signatures_requested", 2],
      ["todo.updated", undefined],
      ["adr.signed", false],
      ["todo.updated", undefined],
      ["adr.signed", true],
    ]);
    expect(events[2].data).toMatchObject({ id, reference_number, title });
    const [full, received] = await notificationsOf(author);
    expect(received).toMatchObject({ title: "ADR Signature Received", message: expect.stringContaining("1/2") });
    expect(full).toMatchObject({ title: "ADR Fully Signed", link: `/ea-delivery/adr/${id}/preview` });
  });

  test("is refused signatures in every other state", async () => {
    const draft = await create();
    const review = await inReview(signer);
    const signed = await inReview(signer);
    await signer.post(`/adr/${signed.id}/sign`);
    const twice = await inReview(signer, admin);
    await signer.post(`/adr/${twice.id}/sign`);
    const ask = { user_ids: [signer.userId] };
    const refusals: [Client, string, unknown, number][] = [
      [signer, `/adr/${draft.id}/sign`, undefined, 400],
      [signer, `/adr/${signed.id}/sign`, undefined, 400],
      [signer, `/adr/${twice.id}/sign`, undefined, 400],
      [admin, `/adr/${review.id}/sign`, undefined, 403],
      [viewer, `/adr/${review.id}/sign`, undefined, 403],
      [signer, `/adr/${UNKNOWN}/sign`, undefined, 404],
      [author, `/adr/${signed.id}/request-signatures`, ask, 400],
      [author, `/adr/${UNKNOWN}/request-signatures`, ask, 404],
      [author, `/adr/${draft.id}/request-signatures`, { user_ids: [UNKNOWN] }, 404],
      [author, `/adr/${draft.id}/request-signatures`, { user_ids: [] }, 422],
      [author, `/adr/${draft.id}/recall-signatures`, undefined, 400],
      [author, `/adr/${signed.id}/recall-signatures`, {}, 400],
      [signer, `/adr/${draft.id}/reject`, { comment: "" }, 400],
      [author, `/adr/${review.id}/reject`, { comment: "no" }, 403],
      [signer, `/adr/${review.id}/reject`, {}, 422],
      [author, `/adr/${draft.id}/revise`, undefined, 400],
      [author, `/adr/${review.id}/revise`, {}, 400],
    ];
    const events = await publishedBy(async () => {
      for (const [user, path, body, status] of refusals)
        expect([path, (await user.post(path, body)).status]).toEqual([path, status]);
    });
    expect(events).toEqual([]);
    expect((await author.patch(`/adr/${signed.id}`, { title: "x" })).status).toBe(403);
  });

  test("is not sent to a user who doesn't exist, who is named in the refusal", async () => {
    const { id } = await create();
    const { body } = await author.post(`/adr/${id}/request-signatures`, { user_ids: [signer.userId, UNKNOWN] });
    expect(body.detail).toBe(`User ${UNKNOWN} not found`);
    expect((await author.get(`/adr/${id}`)).body.status).toBe("draft");
  });

  test("becomes a draft again when it is recalled, and those who had not signed are notified", async () => {
    const late = await server.as("member");
    const { id } = await inReview(signer, late);
    await signer.post(`/adr/${id}/sign`);
    const events = await publishedBy(async () => {
      const { body } = await author.post(`/adr/${id}/recall-signatures`);
      expect(body).toMatchObject({ status: "draft", signatories: [], revision_number: 1 });
    });
    expect(typesOf(events)).toEqual(["todo.updated", "adr.signatures_recalled"]);
    expect((await notificationsOf(late))[0].title).toBe("ADR Signature Request Recalled");
    expect((await notificationsOf(signer))[0].type).not.toBe("adr_sign_recalled");
    expect(await openTodos(late)).toBe(0);
  });

  test("gets the next revision when it is rejected, and the others are notified once each", async () => {
    const other = await server.as("member");
    const { id } = await inReview(signer, other, author);
    const events = await publishedBy(async () => {
      const { body } = await signer.post(`/adr/${id}/reject`, { comment: "Too dear" });
      expect(body).toMatchObject({ status: "draft", signatories: [], revision_number: 2 });
    });
    expect(typesOf(events)).toEqual(["todo.updated", "todo.updated", "todo.updated", "adr.rejected"]);
    expect(events.at(-1).data).toMatchObject({ comment: "Too dear" });
    const rejections = async (user: Client) =>
      (await notificationsOf(user)).filter(({ type, data }) => type === "adr_rejected" && data.adr_id === id);
    expect(await rejections(author)).toHaveLength(1);
    expect(await rejections(other)).toMatchObject([{ title: "ADR Rejected", data: { comment: "Too dear" } }]);
    expect(await rejections(signer)).toHaveLength(0);
  });

  test("has new signatories and todos when signatures are requested again", async () => {
    const [first, second] = [await server.as("member"), await server.as("member")];
    const { id } = await inReview(first);
    await author.post(`/adr/${id}/request-signatures`, { user_ids: [second.userId] });
    expect([await openTodos(first), await openTodos(second)]).toEqual([0, 1]);
    expect((await first.post(`/adr/${id}/sign`)).status).toBe(403);
  });
});

describe("copies of a record", () => {
  test("are drafts of the caller with the content and links, whatever the state was", async () => {
    const card = await makeCard(admin, { type: "Application" });
    const original = await create({ title: "x".repeat(500), decision: "<p>y</p>" });
    await author.post(`/adr/${original.id}/cards`, { card_id: card.id });
    const events = await publishedBy(async () => {
      const { status, body } = await signer.post(`/adr/${original.id}/duplicate`, {});
      expect(status).toBe(201);
      expect(body).toMatchObject({
        title: `${"x".repeat(493)} (copy)`,
        decision: "<p>y</p>",
        status: "draft",
        revision_number: 1,
        parent_id: null,
        created_by: signer.userId,
        linked_cards: [{ id: card.id, name: card.name, type: "Application" }],
      });
    });
    expect(events.map(({ event_type, data }) => [event_type, data.duplicate_of])).toEqual([
      ["adr.created", original.id],
    ]);
    expect((await signer.post(`/adr/${UNKNOWN}/duplicate`)).status).toBe(404);
  });

  test("have numbers of their own as revisions, and are listed from any revision, a tree included", async () => {
    const { id } = await inReview(signer);
    await signer.post(`/adr/${id}/sign`);
    const second = (await author.post(`/adr/${id}/revise`)).body;
    const sibling = (await author.post(`/adr/${id}/revise`, {})).body;
    expect(second).toMatchObject({ status: "draft", revision_number: 2, parent_id: id });
    expect(second.reference_number).not.toBe(sibling.reference_number);
    for (const from of [id, second.id, sibling.id]) {
      const { body } = await viewer.get(`/adr/${from}/revisions`);
      expect(body.map((row: Body) => row.id)).toEqual([id, second.id, sibling.id]);
      expect(body[0]).toMatchObject({ creator_name: expect.any(String), linked_cards: [] });
    }
    expect((await viewer.get(`/adr/${UNKNOWN}/revisions`)).status).toBe(404);
  });
});

describe("links of a record to cards", () => {
  test("are created and deleted without changing the record", async () => {
    const [b, a] = [
      await makeCard(admin, { type: "Application", name: unique("B ") }),
      await makeCard(admin, { type: "Objective", name: unique("A ") }),
    ];
    const adr = await create();
    const events = await publishedBy(async () => {
      for (const { id } of [b, a])
        expect((await author.post(`/adr/${adr.id}/cards`, { card_id: id })).status).toBe(201);
      expect((await author.post(`/adr/${adr.id}/cards`, { card_id: a.id })).status).toBe(409);
      const { body } = await author.get(`/adr/${adr.id}`);
      expect(body.linked_cards.map((card: Body) => card.id)).toEqual([a.id, b.id]);
      expect(body.updated_at).toBe(adr.updated_at);
      expect((await author.delete(`/adr/${adr.id}/cards/${b.id}`)).status).toBe(204);
      expect((await author.delete(`/adr/${adr.id}/cards/${b.id}`)).body.detail).toBe("Link not found");
    });
    expect(typesOf(events)).toEqual(["adr.linked", "adr.linked", "adr.unlinked"]);
    expect((await viewer.get(`/adr/by-card/${a.id}`)).body.map((row: Body) => row.id)).toEqual([adr.id]);
    expect((await viewer.get(`/adr/by-card/${UNKNOWN}`)).body).toEqual([]);
  });

  test("need adr.manage, or a stakeholder role in the card that grants it", async () => {
    const card = await makeCard(admin, { type: "Application" });
    const adr = await create();
    const guest = await server.as(role("adr.view"));
    expect((await guest.post(`/adr/${adr.id}/cards`, { card_id: card.id })).status).toBe(403);
    stakeholder(card.id, guest.userId, stakeholderRole("Application", unique("linker_"), ["card.manage_adr_links"]));
    expect((await guest.post(`/adr/${adr.id}/cards`, { card_id: card.id })).status).toBe(201);
    expect((await guest.delete(`/adr/${adr.id}/cards/${card.id}`)).status).toBe(204);
  });

  test("are refused with the name of the record or card that doesn't exist", async () => {
    const card = await makeCard(admin, { type: "Application" });
    const adr = await create();
    expect((await author.post(`/adr/${adr.id}/cards`, { card_id: UNKNOWN })).body.detail).toBe("Card not found");
    expect((await author.post(`/adr/${UNKNOWN}/cards`, { card_id: card.id })).body.detail).toBe("ADR not found");
    expect((await author.post(`/adr/${adr.id}/cards`, { card_id: "x" })).status).toBe(422);
  });
});

describe("the list of records", () => {
  test("is filtered by card, type, status, text and dates", async () => {
    const word = unique("Zebra");
    const [app, goal] = [await makeCard(admin, { type: "Application" }), await makeCard(admin, { type: "Objective" })];
    const one = await create({ title: `${word} 100%` });
    const two = await create({ title: `${word} two` });
    await author.post(`/adr/${one.id}/cards`, { card_id: app.id });
    await author.post(`/adr/${one.id}/cards`, { card_id: goal.id });
    await author.post(`/adr/${two.id}/request-signatures`, { user_ids: [signer.userId] });
    const found = async (query: string) => {
      const { body } = await viewer.get(`/adr?search=${word}&${query}`);
      return body.map((row: Body) => (row.id === one.id ? "one" : "two"));
    };
    expect(await found("")).toEqual(["two", "one"]);
    expect(await found(`card_id=${app.id}`)).toEqual(["one"]);
    expect(await found(`initiative_id=${goal.id}&card_id=${UNKNOWN}`)).toEqual(["one"]);
    expect(await found("card_type=Objective")).toEqual(["one"]);
    expect(await found(`card_id=${app.id}&card_type=Objective`)).toEqual([]);
    expect(await found(`card_ids=${app.id},nobody`)).toEqual(await found(`card_id=${app.id}`));
    expect(await found("status=in_review")).toEqual(["two"]);
    expect(await found("date_from=2020-01-01&modified_to=2999-01-01")).toEqual(["two", "one"]);
    expect(await found("date_to=2020-01-01")).toEqual([]);
    expect(await found("signed_from=2020-01-01")).toEqual([]);
    // The time of an instant counts as UTC, and the end of its day ends a period.
    const today = one.created_at.slice(0, 10);
    expect(await found(`date_from=${today}T00:00:00-14:00&date_to=${today}T00:00:00%2B14:00`)).toEqual(["two", "one"]);
    expect((await viewer.get(`/adr?search=${word.toLowerCase()}%20100%25`)).body).toHaveLength(1);
    await author.patch(`/adr/${two.id}`, { title: `${word} ÄNDERN` });
    expect((await viewer.get(`/adr?search=${encodeURIComponent("ändern")}`)).body).toMatchObject([{ id: two.id }]);
    expect((await viewer.get(`/adr?search=${one.reference_number.toLowerCase()}`)).body).toHaveLength(1);
    expect((await viewer.get("/adr?search=%25")).body).toHaveLength(1);
    const page = await viewer.get(`/adr?search=${word}&page=2&page_size=1`);
    expect([page.headers.get("x-total-count"), page.body[0].id]).toEqual(["2", one.id]);
    expect(page.body[0]).not.toHaveProperty("context");
  });

  test.each(["card_id=x", "initiative_id=1", "date_from=yesterday", "signed_to=2026-13-01"])(
    "is refused with the filter %s",
    async (query) => {
      expect((await viewer.get(`/adr?${query}`)).status).toBe(422);
    },
  );
});

test("concurrent changes lead to no other state, and numbers are unique", async () => {
  const users = [author, signer, admin];
  const ids = await Promise.all(users.map(async () => (await create()).id));
  const steps = ["request-signatures", "sign", "recall-signatures", "reject", "revise", "duplicate"];
  let seed = 7;
  const pick = <T>(from: readonly T[]): T => {
    seed = (seed * 48_271) % 2_147_483_647;
    return from[seed % from.length] as T;
  };
  for (let round = 0; round < 40; round++)
    await Promise.all(
      users.map((user) => {
        const step = pick(steps);
        const body =
          step === "request-signatures" ? { user_ids: [pick(users).userId] } : step === "reject" ? { comment: "" } : {};
        return user.post(`/adr/${pick(ids)}/${step}`, body);
      }),
    );
  const { body } = await admin.get("/adr");
  expect(new Set(body.map((row: Body) => row.reference_number)).size).toBe(body.length);
  for (const row of body.filter(({ id }: Body) => ids.includes(id))) {
    expect(["draft", "in_review", "signed"]).toContain(row.status);
    const signed = row.signatories.filter(({ status }: Body) => status === "signed").length;
    if (row.status === "draft") expect(row.signatories).toEqual([]);
    if (row.status === "in_review") expect(signed).toBeLessThan(row.signatories.length);
    if (row.status === "signed") expect(signed).toBe(row.signatories.length);
  }
});
