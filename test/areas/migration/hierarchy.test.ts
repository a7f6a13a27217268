/** Hierarchies: parents before children, circles, and levels, also of random ones. */
import { describe, expect, test } from "bun:test";
import { parentsFirst } from "../../../src/areas/migration/staging/hierarchy";
import { clientAs, testServer } from "../../support/server";
import { randomOf } from "../../support/workbooks";
import { applied, type Body, entity, parsed, relation, staged, table, unique } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");

describe("the order of entities", () => {
  test("has parents first, and leaves roots and siblings in their order", () => {
    expect(parentsFirst([2, undefined, undefined, 2, 0])).toEqual({ order: [1, 2, 0, 3, 4], closers: [] });
    expect(parentsFirst([])).toEqual({ order: [], closers: [] });
  });

  test("ignores the parent that closes a circle, but no card", () => {
    expect(parentsFirst([1, 2, 0, 0, undefined])).toEqual({ order: [4, 2, 1, 0, 3], closers: [2] });
    expect(parentsFirst([0])).toEqual({ order: [0], closers: [0] });
  });

  test("is correct for random hierarchies", () => {
    const random = randomOf(3);
    for (let round = 0; round < 300; round++) {
      const count = 1 + random(12);
      const parents = Array.from({ length: count }, () => (random(3) === 0 ? undefined : random(count)));
      const { order, closers } = parentsFirst(parents);
      expect(order.toSorted((one, other) => one - other)).toEqual([...parents.keys()]);
      const left = new Set(closers);
      for (const [at, parent] of parents.entries())
        if (parent !== undefined && !left.has(at)) expect(order.indexOf(parent)).toBeLessThan(order.indexOf(at));
      // Each one that is left out is in a circle, and each circle loses one.
      for (const closer of closers) {
        const circle = [closer];
        for (let at = parents[closer] as number; at !== closer; at = parents[at] as number) circle.push(at);
        expect(closer).toBe(Math.max(...circle));
      }
    }
  });
});

test("cards are created below their parents, those of earlier migrations too; a circle is opened with a message", async () => {
  const names = ["Root", "Child", "Grandchild", "One", "Two", "Three"].map(unique) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const [root, child, grandchild, one, two, three] = names.map((name) => entity("BusinessCapability", name)) as [
    Body,
    Body,
    Body,
    Body,
    Body,
    Body,
  ];
  const below = (lower: Body, upper: Body) => relation("childParentRelation", lower, upper);
  const first = await parsed(admin, {
    Capabilities: table([grandchild, child, root, one, two, three]),
    Relations: table([
      below(grandchild, child),
      below(child, root),
      below(one, two),
      below(two, three),
      below(three, one),
    ]),
  });
  expect(first.stats).toMatchObject({ relation_count: 0, metamodel: { new_relation_types: 0 } });
  expect(await applied(admin, first.id)).toMatchObject({
    status: "applied",
    stats: { apply: { created: 6, errors: 0 } },
  });
  const records = await staged(admin, first.id, "card");
  const cards = await Promise.all(records.map(async ({ target_id }) => (await admin.get(`/cards/${target_id}`)).body));
  const nameOf = (id: string | null) => cards.find((card) => card.id === id)?.name ?? null;
  expect(cards.map(({ name, parent_id, attributes }) => [name, nameOf(parent_id), attributes.capabilityLevel])).toEqual(
    [
      [grandchild.name, child.name, "L3"],
      [child.name, root.name, "L2"],
      [root.name, null, "L1"],
      [one.name, two.name, "L3"],
      [two.name, three.name, "L2"],
      [three.name, null, "L1"],
    ],
  );
  expect(records.map(({ error_message }) => error_message !== null)).toEqual([false, false, false, false, false, true]);
  expect(records[5].error_message).toContain(one.id);

  // A card that comes later below one that was migrated before, and a parent that would be below its own child.
  const late = entity("BusinessCapability", unique("Late"));
  const second = await parsed(admin, {
    Capabilities: table([late, grandchild, { ...root, description: "Now below" }]),
    Relations: table([below(late, grandchild), below(root, grandchild)]),
  });
  await applied(admin, second.id);
  const [added, , moved] = await staged(admin, second.id, "card");
  expect((await admin.get(`/cards/${added.target_id}`)).body.parent_id).toBe(cards[0].id);
  expect((await admin.get(`/cards/${moved.target_id}`)).body).toMatchObject({
    parent_id: null,
    description: "Now below",
  });
});
