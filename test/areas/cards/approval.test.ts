import { beforeAll, describe, expect, test } from "bun:test";
import type { Client } from "../../support/client";
import {
  cardNow,
  cardType,
  makeCard,
  relate,
  relationType,
  stakeholder,
  stakeholderRole,
  storedCards,
  tagCard,
  tagGroup,
  unique,
  watch,
} from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
beforeAll(() => {
  cardType("Widget");
  cardType("Strict");
  cardType("Peer");
  cardType("Pair");
  stakeholderRole("Widget", "approver", ["card.view", "card.approval_status"]);
  stakeholderRole("Widget", "editor", ["card.view", "card.edit"]);
  relationType("strictToPeer", "Strict", "Peer", { source_mandatory: true });
  relationType("peerToStrict", "Peer", "Strict", { target_mandatory: true, reverse_label: null });
  relationType("pairs", "Pair", "Pair", { source_mandatory: true, target_mandatory: true });
  relationType("hiddenToPeer", "Strict", "Peer", { source_mandatory: true, is_hidden: true });
  relationType("voluntary", "Strict", "Peer");
});

const act = (client: Client, id: string, action: string) =>
  client.post(`/cards/${id}/approval-status?action=${action}`);

test.each(
  ["DRAFT", "APPROVED", "BROKEN", "REJECTED"].flatMap((from) =>
    ["ACTIVE", "ARCHIVED"].flatMap((status) =>
      (
        [
          ["approve", "APPROVED"],
          ["reject", "REJECTED"],
          ["reset", "DRAFT"],
        ] as const
      ).map(([action, to]) => [from, status, action, to] as const),
    ),
  ),
)("a card in approval %s and status %s gets by %s the approval %s", async (approvalStatus, status, action, to) => {
  const [id] = storedCards([{ type: "Widget", name: unique("W "), approval_status: approvalStatus, status }]);
  const member = await server.as("member");
  const published = await watch(admin);
  const { status: code, body } = await act(member, id as string, action);
  expect(code).toBe(200);
  expect(body).toEqual({ approval_status: to });
  expect(await cardNow(admin, id as string)).toMatchObject({ approval_status: to, status, updated_by: null });
  expect(await published()).toMatchObject([
    {
      event_type: `card.approval_status.${action}`,
      card_id: id,
      data: { id, approval_status: to },
      user_id: member.userId,
    },
  ]);
});

test.each(["", "?action=", "?action=APPROVE", "?action=break", "?action=approve&action=reset"])(
  "the approval action %p is refused",
  async (query) => {
    const card = await makeCard(admin, { type: "Widget" });
    expect((await admin.post(`/cards/${card.id}/approval-status${query}`)).status).toBe(422);
  },
);

describe("the mandatory parts of a type", () => {
  const missing = (relations: object[], groups: object[]) => ({
    status: 400,
    body: {
      detail: {
        code: "approval_blocked_mandatory_missing",
        missing_relations: relations,
        missing_tag_groups: groups,
      },
    },
  });
  const outgoing = { key: "strictToPeer", label: "strictToPeer of", side: "source", other_type_key: "Peer" };
  const incoming = { key: "peerToStrict", label: "peerToStrict of", side: "target", other_type_key: "Peer" };

  test("block an approval until all are there, and the refusal names the missing ones", async () => {
    const groups = [
      tagGroup("Everywhere", ["a", "b"], { mandatory: true }),
      tagGroup("Here", ["c"], { mandatory: true, restrict_to_types: ["Strict", "Other"] }),
    ];
    tagGroup("Elsewhere", ["d"], { mandatory: true, restrict_to_types: ["Peer"] });
    tagGroup("Empty", [], { mandatory: true });
    tagGroup("Voluntary", ["e"]);
    const [everywhere, here] = [
      { id: groups[0]?.id, name: "Everywhere" },
      { id: groups[1]?.id, name: "Here" },
    ];
    const strict = await makeCard(admin, { type: "Strict" });
    const peer = await makeCard(admin, { type: "Peer" });
    const published = await watch(admin);
    const approve = () => act(admin, strict.id, "approve");

    expect(await approve()).toMatchObject(missing([incoming, outgoing], [everywhere, here]));
    expect(await published()).toEqual([]);
    await relate(admin, "strictToPeer", strict, peer);
    await relate(admin, "voluntary", strict, peer);
    expect(await approve()).toMatchObject(missing([incoming], [everywhere, here]));
    tagCard(strict.id, groups[0]?.tags[1]);
    expect(await approve()).toMatchObject(missing([incoming], [here]));
    await relate(admin, "peerToStrict", peer, strict);
    expect(await approve()).toMatchObject(missing([], [here]));
    tagCard(strict.id, groups[1]?.tags[0]);
    expect(await approve()).toMatchObject({ status: 200 });
    // Rejecting and starting over need nothing.
    const bare = await makeCard(admin, { type: "Strict" });
    expect((await act(admin, bare.id, "reject")).status).toBe(200);
    expect((await act(admin, bare.id, "reset")).status).toBe(200);
  });

  test("include both sides of a relation type from a type to itself", async () => {
    const cards = [await makeCard(admin, { type: "Pair" }), await makeCard(admin, { type: "Pair" })];
    const sides = async (card: { id: string }) =>
      ((await act(admin, card.id, "approve")).body.detail?.missing_relations ?? []).map(
        (relation: { side: string; label: string }) => [relation.side, relation.label],
      );
    expect(await sides(cards[0])).toEqual([
      ["source", "pairs of"],
      ["target", "pairs by"],
    ]);
    await relate(admin, "pairs", cards[0], cards[1]);
    expect(await sides(cards[0])).toEqual([["target", "pairs by"]]);
    expect(await sides(cards[1])).toEqual([["source", "pairs of"]]);
  });

  test("are satisfied by a relation to an archived card", async () => {
    const [one, other] = [await makeCard(admin, { type: "Pair" }), await makeCard(admin, { type: "Pair" })];
    await relate(admin, "pairs", one, other);
    await relate(admin, "pairs", other, one);
    await admin.post(`/cards/${other.id}/archive`);
    const { body } = await act(admin, one.id, "approve");
    expect(body.detail?.missing_relations ?? []).toEqual([]);
  });
});

describe("the right to approve", () => {
  test.each([
    ["admin", [], 200],
    ["bpm_admin", [], 200],
    ["member", [], 200],
    ["viewer", [], 403],
    ["viewer", ["editor"], 403],
    ["viewer", ["approver"], 200],
  ] as [string, string[], number][])(
    "is checked for a %s with the stakeholder roles %j: status %i",
    async (name, parts, status) => {
      const card = await makeCard(admin, { type: "Widget" });
      const client = await server.as(name);
      for (const part of parts) stakeholder(card.id, client.userId, part);
      const answer = await act(client, card.id, "reject");
      expect(answer.status).toBe(status);
      if (status === 403) expect(answer.body).toEqual({ detail: "Not enough permissions" });
    },
  );

  test("is nobody's without a login, and the refusal doesn't disclose whether the card exists", async () => {
    const viewer = await server.as("viewer");
    expect((await act(server.nobody, "x", "approve")).status).toBe(401);
    expect((await act(viewer, "x", "approve")).status).toBe(403);
    expect(await act(admin, "x", "approve")).toMatchObject({ status: 404, body: { detail: "Card not found" } });
  });
});
