import { beforeAll, describe, expect, test } from "bun:test";
import { cardNow, cardType, makeCard, storedCards, unique, violationsOf, watch } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const CAPABILITY = "BusinessCapability";
const level = (name: string) => ({ attributes: { capabilityLevel: name } });

const server = testServer();
const admin = clientAs(server, "admin");
beforeAll(() => {
  cardType("Widget", [], { has_hierarchy: true });
  cardType("Flat", [], { has_hierarchy: false });
});

type Card = { id: string };

/** Returns a chain of cards, each the parent of the next. */
async function chain(type: string, length: number, root: Record<string, unknown> = {}): Promise<Card[]> {
  const cards: Card[] = [];
  for (let at = 0; at < length; at++)
    cards.push(await makeCard(admin, { type, ...(at === 0 ? root : { parent_id: (cards[at - 1] as Card).id }) }));
  return cards;
}

const move = (card: Card, parent: Card | null) => admin.patch(`/cards/${card.id}`, { parent_id: parent?.id ?? null });
const levelsOf = async (cards: Card[]) =>
  Promise.all(cards.map(async (card) => (await cardNow(admin, card.id)).attributes.capabilityLevel));

describe("a circle in the hierarchy", () => {
  test.each(["Widget", "Flat", CAPABILITY])("is refused for the type %s", async (type) => {
    const cards = await chain(type, 3);
    const [root, child, grandchild] = cards as [Card, Card, Card];
    const published = await watch(admin);
    for (const parent of [root, child, grandchild]) {
      const { status, body } = await move(root, parent);
      expect(status).toBe(422);
      expect(violationsOf(body)).toEqual(["body.parent_id: value_error"]);
    }
    expect((await move(child, grandchild)).status).toBe(422);
    expect(await published()).toEqual([]);
    expect((await cardNow(admin, root.id)).parent_id).toBeNull();
  });

  test("is refused however deep the tree is", async () => {
    // Deeper than any walk over a tree goes.
    const ids: string[] = [];
    for (let at = 0; at < 150; at++)
      ids.push(...storedCards([{ type: "Widget", name: `Deep ${at}`, parent_id: ids.at(-1) ?? null }]));
    const [root, leaf] = [{ id: ids[0] as string }, { id: ids.at(-1) as string }];
    expect((await move(root, leaf)).status).toBe(422);
    expect((await move({ id: ids[60] as string }, leaf)).status).toBe(422);
    expect((await move(leaf, root)).status).toBe(200);
  });

  test("is refused also where an archived card hides the way", async () => {
    const [root, child, leaf] = (await chain("Widget", 3)) as [Card, Card, Card];
    await admin.post(`/cards/${child.id}/archive`, { child_strategy: "cascade" });
    expect((await move(root, leaf)).status).toBe(422);
  });
});

test("a card can be moved below any card that isn't below it, and to the root", async () => {
  const [root, child, leaf] = (await chain("Widget", 3)) as [Card, Card, Card];
  const published = await watch(admin);
  expect((await move(leaf, root)).body.parent_id).toBe(root.id);
  expect((await move(child, leaf)).body.parent_id).toBe(leaf.id);
  expect((await move(leaf, null)).body.parent_id).toBeNull();
  expect((await published()).map((event) => event.data.changes)).toEqual([
    { parent_id: { old: child.id, new: root.id } },
    { parent_id: { old: root.id, new: leaf.id } },
    { parent_id: { old: root.id, new: null } },
  ]);
});

describe("the level of a capability", () => {
  test("is that of its place, at most five", async () => {
    expect(await levelsOf(await chain(CAPABILITY, 5))).toEqual(["L1", "L2", "L3", "L4", "L5"]);
  });

  test("starts at one below a macro capability", async () => {
    const cards = await chain(CAPABILITY, 6, level("Macro"));
    expect(await levelsOf(cards)).toEqual(["Macro", "L1", "L2", "L3", "L4", "L5"]);
  });

  test("follows a move, with those of the cards below", async () => {
    const [root] = (await chain(CAPABILITY, 1)) as [Card];
    const moved = await chain(CAPABILITY, 3);
    await move(moved[0] as Card, root);
    expect(await levelsOf(moved)).toEqual(["L2", "L3", "L4"]);
    const [macro] = (await chain(CAPABILITY, 1, level("Macro"))) as [Card];
    await move(moved[0] as Card, macro);
    expect(await levelsOf(moved)).toEqual(["L1", "L2", "L3"]);
    await move(moved[0] as Card, null);
    expect(await levelsOf(moved)).toEqual(["L1", "L2", "L3"]);
  });

  test("is corrected when a user writes it", async () => {
    const cards = await chain(CAPABILITY, 2);
    const { body } = await admin.patch(`/cards/${cards[1]?.id}`, level("L5"));
    expect(body.attributes.capabilityLevel).toBe("L2");
    for (const attributes of [{}, null, { note: "n" }, { capabilityLevel: null }, { capabilityLevel: { a: 1 } }])
      expect((await admin.patch(`/cards/${cards[1]?.id}`, { attributes })).body.attributes).toMatchObject({
        capabilityLevel: "L2",
      });
  });

  test("is completed where it is missing, whatever is changed", async () => {
    const [id] = storedCards([{ type: CAPABILITY, name: unique("C "), attributes: null }]);
    expect((await admin.patch(`/cards/${id}`, { alias: "x" })).body.attributes).toEqual({ capabilityLevel: "L1" });
  });

  test("changes for the cards below when a card becomes or ceases to be macro", async () => {
    const cards = await chain(CAPABILITY, 3);
    await admin.patch(`/cards/${cards[0]?.id}`, level("Macro"));
    expect(await levelsOf(cards)).toEqual(["Macro", "L1", "L2"]);
    await admin.patch(`/cards/${cards[0]?.id}`, level("L3"));
    expect(await levelsOf(cards)).toEqual(["L1", "L2", "L3"]);
  });

  test("stays macro wherever the card is moved, and only the root's counts", async () => {
    const [root, child] = (await chain(CAPABILITY, 2)) as [Card, Card];
    const macro = await chain(CAPABILITY, 2, level("Macro"));
    await move(macro[0] as Card, child);
    expect(await levelsOf([root, child, ...macro])).toEqual(["L1", "L2", "Macro", "L4"]);
  });

  test("counts ancestors of other types and other statuses", async () => {
    const [archived] = storedCards([{ type: "Widget", name: unique("W "), status: "ARCHIVED" }]);
    const cards = await chain(CAPABILITY, 2, { parent_id: archived });
    expect(await levelsOf(cards)).toEqual(["L2", "L3"]);
  });

  test("is not published as a change, but changes the card's time", async () => {
    const cards = await chain(CAPABILITY, 2);
    const before = await cardNow(admin, (cards[1] as Card).id);
    const [root] = (await chain(CAPABILITY, 1)) as [Card];
    const published = await watch(admin);
    await Bun.sleep(2);
    await move(cards[0] as Card, root);
    expect((await published()).map((event) => event.card_id)).toEqual([(cards[0] as Card).id]);
    const after = await cardNow(admin, before.id);
    expect(after.attributes.capabilityLevel).toBe("L3");
    expect(after.updated_at > before.updated_at).toBe(true);
  });

  test("is updated when a card is restored", async () => {
    const cards = await chain(CAPABILITY, 2);
    await admin.post(`/cards/${cards[1]?.id}/archive`);
    const above = await chain(CAPABILITY, 2);
    await move(cards[0] as Card, above[1] as Card);
    await admin.post(`/cards/${cards[1]?.id}/restore`);
    expect(await levelsOf(cards)).toEqual(["L3", "L4"]);
  });

  test("follows a move of any ancestor", async () => {
    const [above, widget] = [await makeCard(admin, { type: "Widget" }), await makeCard(admin, { type: "Widget" })];
    const cards = await chain(CAPABILITY, 3, { parent_id: widget.id });
    await admin.patch(`/cards/${cards[1]?.id}`, { status: "PHASING_OUT" });
    expect(await levelsOf(cards)).toEqual(["L2", "L3", "L4"]);
    await move(widget, above);
    expect(await levelsOf(cards)).toEqual(["L3", "L4", "L5"]);
    await admin.delete(`/cards/${widget.id}`, { child_strategy: "disconnect" });
    expect(await levelsOf(cards)).toEqual(["L1", "L2", "L3"]);
  });

  test("is stored unchanged for other types", async () => {
    const parent = await makeCard(admin, { type: "Widget", ...level("L9") });
    const card = await makeCard(admin, { type: "Widget", parent_id: parent.id });
    expect([parent.attributes, card.attributes]).toEqual([{ capabilityLevel: "L9" }, {}]);
  });
});

describe("the depth of capabilities", () => {
  test("is limited to five when one is created", async () => {
    const cards = await chain(CAPABILITY, 5);
    const published = await watch(admin);
    const answer = await admin.post("/cards", { type: CAPABILITY, name: "Sixth", parent_id: cards[4]?.id });
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toMatch(/5.*6.*6/);
    expect(await published()).toEqual([]);
  });

  test("is limited to six below a macro capability", async () => {
    const cards = await chain(CAPABILITY, 6, level("Macro"));
    const answer = await admin.post("/cards", { type: CAPABILITY, name: "Seventh", parent_id: cards[5]?.id });
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toMatch(/6.*7.*7/);
  });

  test("includes the active cards below a card that is moved", async () => {
    const [target, tree] = [await chain(CAPABILITY, 3), await chain(CAPABILITY, 3)];
    const refused = await move(tree[0] as Card, target[2] as Card);
    expect(refused.status).toBe(400);
    expect(refused.body.detail).toMatch(/5.*4.*6/);
    expect(await levelsOf(tree)).toEqual(["L1", "L2", "L3"]);
    await admin.post(`/cards/${tree[2]?.id}/archive`);
    expect((await move(tree[0] as Card, target[2] as Card)).status).toBe(200);
  });

  test("is checked only when the parent changes", async () => {
    const ids: string[] = [];
    for (let at = 0; at < 7; at++)
      ids.push(...storedCards([{ type: CAPABILITY, name: `Old ${at}`, parent_id: ids.at(-1) ?? null }]));
    const { status, body } = await admin.patch(`/cards/${ids[6]}`, { name: "Still", parent_id: ids[5] });
    expect([status, body.attributes.capabilityLevel]).toEqual([200, "L5"]);
    expect((await admin.patch(`/cards/${ids[6]}`, { parent_id: null })).status).toBe(200);
  });

  test("is checked before a name that is taken", async () => {
    const cards = await chain(CAPABILITY, 5);
    const [taken] = storedCards([{ type: CAPABILITY, name: "Taken below", parent_id: (cards[4] as Card).id }]);
    expect(taken).toBeString();
    const moved = await makeCard(admin, { type: CAPABILITY, name: "Taken below" });
    expect((await move(moved, cards[4] as Card)).status).toBe(400);
  });

  test("is not limited for other types", async () => {
    expect(await chain("Widget", 12)).toHaveLength(12);
  });
});

describe("the hierarchy of a card", () => {
  test("is the path from the root to it, and its active children by name", async () => {
    const [root, child] = (await chain("Widget", 2)) as [Card, Card];
    const children = [];
    for (const [type, name] of [
      ["Widget", "b"],
      ["Flat", "B"],
      ["Widget", "a"],
    ] as const)
      children.push(await makeCard(admin, { type, name, parent_id: child.id }));
    storedCards([
      { type: "Widget", name: "archived", parent_id: child.id, status: "ARCHIVED" },
      { type: "Widget", name: "leaving", parent_id: child.id, status: "PHASING_OUT" },
    ]);
    await admin.post(`/cards/${root.id}/archive`, { child_strategy: "reparent" });
    await move(child, root);
    const { body } = await admin.get(`/cards/${child.id}/hierarchy`);
    const node = async (card: Card) => {
      const { id, name, type } = await cardNow(admin, card.id);
      return { id, name, type };
    };
    expect(body).toEqual({
      ancestors: [await node(root)],
      children: [await node(children[1]), await node(children[2]), await node(children[0])],
      level: 2,
    });
  });

  test("is complete in a deep tree", async () => {
    const ids: string[] = [];
    for (let at = 0; at < 100; at++)
      ids.push(...storedCards([{ type: "Widget", name: `Whole ${at}`, parent_id: ids.at(-1) ?? null }]));
    const { body } = await admin.get(`/cards/${ids.at(-1)}/hierarchy`);
    expect(body.level).toBe(100);
    expect(body.ancestors.map((node: Card) => node.id)).toEqual(ids.slice(0, -1));
  });

  test("has neither ancestors nor children for a lonely root", async () => {
    const [root] = (await chain("Widget", 1)) as [Card];
    expect((await admin.get(`/cards/${root.id}/hierarchy`)).body).toEqual({ ancestors: [], children: [], level: 1 });
  });

  test.each(["nonsense", "01900000-0000-7000-8000-000000000000"])(
    "is answered with 404 for the unknown card %s",
    async (id) => {
      expect(await admin.get(`/cards/${id}/hierarchy`)).toMatchObject({
        status: 404,
        body: { detail: "Card not found" },
      });
    },
  );
});
