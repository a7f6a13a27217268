import { beforeAll, describe, expect, test } from "bun:test";
import { cardType, makeCard, relate, relationType, role } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
beforeAll(() => {
  cardType("Part");
  cardType("Secret");
  relationType("joins", "Part", "Part", { label: "joins", reverse_label: "is joined by" });
  relationType("hides", "Part", "Secret", { label: "Hides", reverse_label: null });
});

type Card = { id: string; name: string };
const part = (name: string, more: object = {}): Promise<Card> => makeCard(admin, { type: "Part", name, ...more });
const refOf = ({ id, name }: Card) => ({ id, name, type: "Part", subtype: null });
const impact = async (what: string, card: Card) => (await admin.get(`/cards/${card.id}/${what}-impact`)).body;

describe("the impact of archiving a card", () => {
  test("lists its active children, all descendants, its parent, and its related cards", async () => {
    const above = await part("Above");
    const card = await part("Card", { parent_id: above.id });
    const b = await part("b", { parent_id: card.id });
    const a = await part("a", { parent_id: card.id, subtype: "s" });
    const gone = await part("gone", { parent_id: card.id });
    const below = await part("below", { parent_id: a.id });
    await part("deep", { parent_id: below.id });
    for (const one of [a, below]) await admin.post(`/cards/${one.id}/approval-status?action=approve`);
    await admin.post(`/cards/${gone.id}/archive`);

    const [peer, archived] = [await part("peer"), await part("archived")];
    const secret = await makeCard(admin, { type: "Secret" });
    const outgoing = await relate(admin, "joins", card, peer);
    const incoming = await relate(admin, "joins", peer, card);
    const itself = await relate(admin, "joins", card, card);
    await relate(admin, "joins", card, archived);
    await relate(admin, "hides", card, secret);
    await admin.post(`/cards/${archived.id}/archive`);
    await admin.patch("/metamodel/types/Secret", { is_hidden: true });

    const related = (relation: { id: string }, other: Card, direction: string, relation_label: string) => ({
      ...refOf(other),
      relation_id: relation.id,
      relation_type_key: "joins",
      relation_label,
      direction,
    });
    expect(await impact("archive", card)).toEqual({
      child_count: 2,
      descendant_count: 5,
      approved_descendant_count: 2,
      grandparent: refOf(above),
      children: [
        { ...refOf(a), subtype: "s", descendants_count: 2, approval_status: "APPROVED" },
        { ...refOf(b), descendants_count: 0, approval_status: "DRAFT" },
      ],
      related_cards: [
        related(itself, card, "incoming", "is joined by"),
        related(incoming, peer, "incoming", "is joined by"),
        related(itself, card, "outgoing", "joins"),
        related(outgoing, peer, "outgoing", "joins"),
      ],
    });
  });

  test("is empty for a card without relations", async () => {
    expect(await impact("archive", await part("Alone"))).toEqual({
      ...{ child_count: 0, descendant_count: 0, approved_descendant_count: 0 },
      ...{ grandparent: null, children: [], related_cards: [] },
    });
  });
});

describe("the impact of restoring a card", () => {
  test("lists by name what was archived with it the last time and is archived still", async () => {
    const card = await part("Root");
    const [b, a] = [await part("B", { parent_id: card.id }), await part("A", { parent_id: card.id })];
    const peer = await part("Passenger");
    await relate(admin, "joins", card, peer);
    await relate(admin, "joins", card, a);
    await admin.post(`/cards/${card.id}/archive`, { child_strategy: "cascade", cascade_all_related: true });
    const [child, related] = [{ role: "child" }, { role: "related" }];
    expect(await impact("restore", card)).toEqual({
      passengers: [
        { ...refOf(a), ...child },
        { ...refOf(b), ...child },
        { ...refOf(peer), ...related },
      ],
    });
    await admin.post(`/cards/${a.id}/restore`);
    await admin.delete(`/cards/${b.id}`);
    expect(await impact("restore", card)).toEqual({ passengers: [{ ...refOf(peer), ...related }] });
    // The next time it goes alone with the child that is left.
    await admin.post(`/cards/${card.id}/restore`);
    await admin.post(`/cards/${card.id}/archive`, { child_strategy: "cascade" });
    expect(await impact("restore", card)).toEqual({ passengers: [{ ...refOf(a), ...child }] });
  });

  test("is empty for a card that was archived alone, or never", async () => {
    const card = await part("Lonely");
    expect(await impact("restore", card)).toEqual({ passengers: [] });
    await admin.post(`/cards/${card.id}/archive`);
    expect(await impact("restore", card)).toEqual({ passengers: [] });
  });
});

test.each(["archive-impact", "restore-impact"])(
  "%s needs the right to see the inventory, and a card that exists",
  async (what) => {
    const card = await part(`Seen by ${what}`);
    const outsider = await server.as(role());
    expect((await outsider.get(`/cards/${card.id}/${what}`)).status).toBe(403);
    expect((await server.nobody.get(`/cards/${card.id}/${what}`)).status).toBe(401);
    for (const id of ["nonsense", "01900000-0000-7000-8000-000000000000"])
      expect(await admin.get(`/cards/${id}/${what}`)).toMatchObject({
        status: 404,
        body: { detail: "Card not found" },
      });
  },
);
