import { beforeAll, describe, expect, test } from "bun:test";
import {
  cardNow,
  cardType,
  field,
  makeCard,
  relate,
  relationType,
  role,
  stakeholder,
  stakeholderRole,
  storedCards,
  tagCard,
  tagGroup,
  unique,
  violationsOf,
  watch,
} from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
beforeAll(() => {
  cardType("Widget", [field("price", "cost")]);
  cardType("Ghost", [], { is_hidden: true });
  relationType("uses", "Widget", "Widget");
  relationType("haunts", "Ghost", "Widget");
  stakeholderRole("Widget", "archivist", ["card.archive"]);
  stakeholderRole("Widget", "editor", ["card.edit"]);
});

type Card = { id: string };
const nobodysId = "01900000-0000-7000-8000-000000000000";

const widget = (name: string, parent?: Card, rest: object = {}): Promise<Card> =>
  makeCard(admin, { type: "Widget", name: unique(`${name} `), parent_id: parent?.id ?? null, ...rest });

/** Returns a grandparent, the card, two children of which one is approved, and a grandchild. */
async function family() {
  const above = await widget("above");
  const card = await widget("card", above);
  const [first, second] = [await widget("first", card), await widget("second", card)];
  const grandchild = await widget("grandchild", first);
  await admin.post(`/cards/${second.id}/approval-status?action=approve`);
  return { above, card, first, second, grandchild };
}

const archive = (card: Card, body?: unknown, client = admin) => client.post(`/cards/${card.id}/archive`, body);
const restore = (card: Card, body?: unknown, client = admin) => client.post(`/cards/${card.id}/restore`, body);
const statesOf = (...cards: Card[]): Promise<string[]> =>
  Promise.all(cards.map(async (card) => (await cardNow(admin, card.id)).status));
const parentsOf = (...cards: Card[]): Promise<(string | null)[]> =>
  Promise.all(cards.map(async (card) => (await cardNow(admin, card.id)).parent_id));
const typesAndCards = (events: { event_type: string; card_id: string }[]) =>
  events.map((event) => [event.event_type, event.card_id]);

test.each([
  ["no body", undefined],
  ["an empty body", ""],
  ["an empty object", {}],
  ["null for a strategy", { child_strategy: null }],
  ["a strategy without need", { child_strategy: "cascade", cascade_all_related: false, related_card_ids: [] }],
])("archiving with %s hides the card, preserves it, and publishes the change", async (_, body) => {
  const card = await widget("alone", undefined, { attributes: { price: 1 } });
  const { tags } = tagGroup(unique("G "), ["tag"]);
  tagCard(card.id, tags[0]);
  stakeholder(card.id, admin.userId, "editor");
  const published = await watch(admin);
  const answer = await archive(card, body);
  expect(answer.status).toBe(200);
  const now = await cardNow(admin, card.id);
  expect(answer.body).toEqual({ primary: now, affected_children_ids: [], affected_related_card_ids: [] });
  expect(now).toMatchObject({ status: "ARCHIVED", archived_at: expect.any(String), updated_by: admin.userId });
  expect(now.tags).toHaveLength(1);
  expect(now.stakeholders).toHaveLength(1);
  expect(await published()).toMatchObject([
    { event_type: "card.archived", card_id: card.id, data: { id: card.id, type: "Widget", name: now.name } },
  ]);
  expect((await admin.get(`/cards?ids=${card.id}&status=ACTIVE`)).body.total).toBe(0);
});

test("an archived card can't be archived again", async () => {
  const card = await widget("twice");
  await archive(card);
  const published = await watch(admin);
  expect(await archive(card)).toMatchObject({ status: 400, body: { detail: "Card is already archived" } });
  expect(await published()).toEqual([]);
});

test("a card in another status than ACTIVE is archived all the same", async () => {
  const [id] = storedCards([{ type: "Widget", name: unique("x"), status: "END_OF_LIFE" }]);
  expect((await archive({ id: id as string })).body.primary.status).toBe("ARCHIVED");
});

describe("the children of an archived card", () => {
  test("need a strategy, archived ones too", async () => {
    const { card, first, second } = await family();
    const refusal = { status: 409, body: { detail: { error: "children_present", child_count: 2 } } };
    const published = await watch(admin);
    expect(await archive(card)).toMatchObject(refusal);
    expect(await published()).toEqual([]);
    await archive(first, { child_strategy: "cascade" });
    await archive(second);
    expect(await archive(card)).toMatchObject(refusal);
  });

  test("are archived with `cascade`, all the way down, and keep their parents", async () => {
    const { above, card, first, second, grandchild } = await family();
    const published = await watch(admin);
    const { body } = await archive(card, { child_strategy: "cascade" });
    expect(body.affected_children_ids).toEqual([grandchild.id, first.id, second.id]);
    expect(await statesOf(above, card, first, second, grandchild)).toEqual([
      "ACTIVE",
      "ARCHIVED",
      "ARCHIVED",
      "ARCHIVED",
      "ARCHIVED",
    ]);
    expect(await parentsOf(card, first, second, grandchild)).toEqual([above.id, card.id, card.id, first.id]);
    expect((await cardNow(admin, second.id)).approval_status).toBe("APPROVED");
    const events = await published();
    expect(typesAndCards(events)).toEqual([
      ["card.archived", card.id],
      ["card.archived", grandchild.id],
      ["card.archived", first.id],
      ["card.archived", second.id],
      ["card.archived.batch", card.id],
    ]);
    expect(events.at(-1).data).toMatchObject({
      id: card.id,
      type: "Widget",
      child_strategy: "cascade",
      affected_children_ids: [grandchild.id, first.id, second.id],
      affected_related_card_ids: [],
    });
  });

  test("are not archived again when they are archived already", async () => {
    const { card, first, second, grandchild } = await family();
    await archive(first, { child_strategy: "cascade" });
    const { archived_at } = await cardNow(admin, first.id);
    const { body } = await archive(card, { child_strategy: "cascade" });
    expect(body.affected_children_ids).toEqual([second.id]);
    expect((await cardNow(admin, first.id)).archived_at).toBe(archived_at);
    expect(await statesOf(grandchild)).toEqual(["ARCHIVED"]);
  });

  test.each([
    ["disconnect", "become roots"],
    ["reparent", "go to the grandparent"],
  ])("lose their approval with `%s` and %s", async (child_strategy) => {
    const { above, card, first, second, grandchild } = await family();
    const { body } = await archive(card, { child_strategy });
    expect(body).toMatchObject({ affected_children_ids: [], affected_related_card_ids: [] });
    const parent = child_strategy === "reparent" ? above.id : null;
    expect(await parentsOf(first, second, grandchild)).toEqual([parent, parent, first.id]);
    expect(await statesOf(card, first, second)).toEqual(["ARCHIVED", "ACTIVE", "ACTIVE"]);
    expect(await cardNow(admin, second.id)).toMatchObject({ approval_status: "BROKEN", updated_by: admin.userId });
    expect((await cardNow(admin, first.id)).approval_status).toBe("DRAFT");
  });

  test("become roots with `reparent` when the card was a root", async () => {
    const card = await widget("root");
    const child = await widget("child", card);
    await archive(card, { child_strategy: "reparent" });
    expect(await parentsOf(child)).toEqual([null]);
  });

  test("get the level of their new place, with those below, when they are capabilities", async () => {
    const chain: Card[] = [];
    for (let at = 0; at < 4; at++)
      chain.push(
        await makeCard(admin, {
          type: "BusinessCapability",
          name: unique("C "),
          parent_id: chain.at(-1)?.id ?? null,
        }),
      );
    await archive(chain[1] as Card, { child_strategy: "reparent" });
    const levels = await Promise.all(
      chain.map(async (card) => (await cardNow(admin, card.id)).attributes.capabilityLevel),
    );
    expect(levels).toEqual(["L1", "L2", "L2", "L3"]);
  });
});

describe("the related cards of an archived card", () => {
  test("are archived when they are named, and their own children become roots", async () => {
    const { card, second } = await family();
    const related = await widget("related");
    const child = await widget("its child", related);
    const published = await watch(admin);
    const { body } = await archive(card, {
      child_strategy: "cascade",
      related_card_ids: [related.id, related.id, card.id, second.id, nobodysId],
    });
    expect(body.affected_related_card_ids).toEqual([related.id]);
    expect(body.affected_children_ids).toContain(second.id);
    expect(await statesOf(related, child)).toEqual(["ARCHIVED", "ACTIVE"]);
    expect(await parentsOf(child)).toEqual([null]);
    expect((await published()).at(-1).data).toMatchObject({ affected_related_card_ids: [related.id] });
  });

  test("are all archived on request when they are one relation away, in both directions, but not two", async () => {
    const card = await widget("card");
    const [to, from, far] = [await widget("to"), await widget("from"), await widget("far")];
    const ghost = await makeCard(admin, { type: "Ghost" });
    await relate(admin, "uses", card, to);
    await relate(admin, "uses", from, card);
    await relate(admin, "uses", to, far);
    await relate(admin, "haunts", ghost, card);
    await relate(admin, "uses", card, card);
    const { body } = await archive(card, { cascade_all_related: true });
    expect(body.affected_related_card_ids.toSorted()).toEqual([to.id, from.id].toSorted());
    expect(await statesOf(far, ghost)).toEqual(["ACTIVE", "ACTIVE"]);
  });

  test("are left as they are, with their children, when they are archived already", async () => {
    const card = await widget("card");
    const related = await widget("related");
    const child = await widget("child", related);
    await relate(admin, "uses", card, related);
    await archive(related, { child_strategy: "cascade" });
    const { body } = await archive(card, { cascade_all_related: true });
    expect(body.affected_related_card_ids).toEqual([]);
    expect(await parentsOf(child)).toEqual([related.id]);
  });

  test("keep their relations, which are hidden until both ends are restored", async () => {
    const [card, related] = [await widget("card"), await widget("related")];
    const relation = await relate(admin, "uses", card, related);
    const shown = async () => (await admin.get(`/relations?card_id=${related.id}`)).body.map((row: Card) => row.id);
    await archive(card, { cascade_all_related: true });
    await restore(related);
    expect(await shown()).toEqual([]);
    await restore(card);
    expect(await shown()).toEqual([relation.id]);
  });
});

describe("the restoring of a card", () => {
  test("publishes the change, and restores children and related cards only when they are named", async () => {
    const { above, card, first, second, grandchild } = await family();
    const untouched = await widget("untouched");
    await archive(card, { child_strategy: "cascade" });
    const published = await watch(admin);
    const { status, body } = await restore(card, {
      also_restore_card_ids: [first.id, grandchild.id, untouched.id, nobodysId, card.id, first.id],
    });
    expect(status).toBe(200);
    expect(body.primary).toEqual(await cardNow(admin, card.id));
    expect(body.primary).toMatchObject({ status: "ACTIVE", archived_at: null, updated_by: admin.userId });
    expect(body.restored_passenger_ids.toSorted()).toEqual([first.id, grandchild.id].toSorted());
    expect(await statesOf(above, first, second, grandchild)).toEqual(["ACTIVE", "ACTIVE", "ARCHIVED", "ACTIVE"]);
    const events = await published();
    expect(events.map((event) => event.event_type)).toEqual(["card.restored", "card.restored", "card.restored"]);
    expect(events[0]).toMatchObject({ card_id: card.id, data: { id: card.id, type: "Widget" } });
  });

  test.each([
    ["no body", undefined],
    ["{}", {}],
  ])("is possible with %s", async (_, body) => {
    const card = await widget("card");
    await archive(card);
    expect((await restore(card, body)).status).toBe(200);
  });

  test("is refused when the card is not archived", async () => {
    const card = await widget("card");
    const published = await watch(admin);
    expect(await restore(card)).toMatchObject({ status: 400, body: { detail: "Card is not archived" } });
    expect(await published()).toEqual([]);
  });

  test("updates the data quality by the present metamodel", async () => {
    cardType("Changing", [field("a", "text"), field("b", "text")]);
    const card = await makeCard(admin, { type: "Changing", attributes: { a: "x" } });
    expect(card.data_quality).toBe(25);
    await archive(card);
    cardType("Changing", [field("a", "text")]);
    expect((await restore(card)).body.primary.data_quality).toBe(33.3);
  });
});

test.each([
  ["archive", { child_strategy: "drop" }, ["body.child_strategy: literal_error"]],
  ["archive", { related_card_ids: ["x"] }, ["body.related_card_ids.0: uuid_parsing"]],
  ["archive", { related_card_ids: Array(201).fill(nobodysId) }, ["body.related_card_ids: too_long"]],
  ["archive", { related_card_ids: null }, ["body.related_card_ids: list_type"]],
  ["archive", { cascade_all_related: "some" }, ["body.cascade_all_related: bool_parsing"]],
  ["archive", [], ["body: model_attributes_type"]],
  ["restore", { also_restore_card_ids: [nobodysId, "x"] }, ["body.also_restore_card_ids.1: uuid_parsing"]],
  ["restore", { also_restore_card_ids: Array(201).fill(nobodysId) }, ["body.also_restore_card_ids: too_long"]],
])("the action %s with %j is refused", async (action, body, expected) => {
  const card = await widget("card");
  const answer = await admin.post(`/cards/${card.id}/${action}`, body);
  expect(answer.status).toBe(422);
  expect(violationsOf(answer.body)).toEqual(expected);
});

describe("the right to archive and restore", () => {
  test.each([
    ["admin", [], 200],
    ["bpm_admin", [], 200],
    ["member", [], 200],
    ["viewer", [], 403],
    ["viewer", ["editor"], 403],
    ["viewer", ["archivist"], 200],
  ] as [string, string[], number][])(
    "is checked for a %s with the stakeholder roles %j: status %i",
    async (name, parts, status) => {
      const card = await widget("card");
      const client = await server.as(name);
      for (const part of parts) stakeholder(card.id, client.userId, part);
      const archived = await archive(card, undefined, client);
      expect(archived.status).toBe(status);
      if (status === 403) {
        expect(archived.body).toEqual({ detail: "Not enough permissions" });
        await archive(card);
      }
      expect((await restore(card, undefined, client)).status).toBe(status);
    },
  );

  test("is needed for all affected cards, and the refusal names up to five", async () => {
    const { card, first, second, grandchild } = await family();
    const related = await widget("related");
    const many = [related, ...(await Promise.all(Array.from({ length: 5 }, () => widget("many"))))];
    const viewer = await server.as("viewer");
    for (const one of [card, first, second]) stakeholder(one.id, viewer.userId, "archivist");
    const request = { child_strategy: "cascade", related_card_ids: [related.id] };
    const published = await watch(admin);
    expect(await archive(card, request, viewer)).toMatchObject({
      status: 403,
      body: { detail: `Not enough permissions for cards: ${grandchild.id}, ${related.id}` },
    });
    stakeholder(grandchild.id, viewer.userId, "archivist");
    const { body } = await archive(card, { ...request, related_card_ids: many.map((one) => one.id) }, viewer);
    for (const one of many.slice(0, 5)) expect(body.detail).toContain(one.id);
    expect(body.detail).not.toContain(many[5]?.id);
    expect(await archive(card, { child_strategy: "cascade", related_card_ids: [nobodysId] }, viewer)).toMatchObject({
      status: 403,
    });
    expect(await published()).toEqual([]);
    stakeholder(related.id, viewer.userId, "archivist");
    expect((await archive(card, request, viewer)).status).toBe(200);
    expect(await restore(card, { also_restore_card_ids: [first.id, many[1]?.id] }, viewer)).toMatchObject({
      status: 200,
    });
  });

  test("is needed for each card that is restored along", async () => {
    const [card, other] = [await widget("card"), await widget("other")];
    const viewer = await server.as("viewer");
    stakeholder(card.id, viewer.userId, "archivist");
    await archive(card, { related_card_ids: [other.id] });
    expect(await restore(card, { also_restore_card_ids: [other.id] }, viewer)).toMatchObject({
      status: 403,
      body: { detail: `Not enough permissions for cards: ${other.id}` },
    });
    expect(await statesOf(card, other)).toEqual(["ARCHIVED", "ARCHIVED"]);
  });

  test("is nobody's without a login, and the refusal doesn't disclose whether the card exists", async () => {
    const viewer = await server.as("viewer");
    for (const action of ["archive", "restore"]) {
      expect((await server.nobody.post(`/cards/${nobodysId}/${action}`)).status).toBe(401);
      expect((await viewer.post(`/cards/${nobodysId}/${action}`)).status).toBe(403);
      expect((await admin.post(`/cards/${nobodysId}/${action}`)).body).toEqual({ detail: "Card not found" });
    }
  });

  test("doesn't show costs to a user who may not see them", async () => {
    const card = await widget("card", undefined, { attributes: { price: 3 } });
    const clerk = await server.as(role("inventory.view", "inventory.archive"));
    expect((await archive(card, undefined, clerk)).body.primary.attributes).toEqual({});
    expect((await restore(card, undefined, clerk)).body.primary.attributes).toEqual({});
  });
});
