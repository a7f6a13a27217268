/** Random changes of diagrams by two users, in any order, are compared with a model of their results. */
import { expect, test } from "bun:test";
import { randomFrom } from "../../../bench/random";
import { newId } from "../../../src/platform/ids";
import { storedCards } from "../../support/factories";
import { eventsAfter, lastEvent } from "../../support/journal";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const one = clientAs(server, "member");
const other = clientAs(server, "member");

const CHANGES = 400;

/** A diagram as the model has it. */
type Model = {
  name: string;
  description: string | null;
  xml: string;
  cards: Set<string>;
  groups: Set<string>;
  stars: Set<string>;
  /** The number of changes of the name, the description or the drawing. */
  changes: number;
};

test("random changes in any order lead to the state of a naive model, with an event for each change", async () => {
  const random = randomFrom(2026);
  const cards = storedCards(
    Array.from({ length: 6 }, (_, index) => ({ type: "Application", name: `Card ${index} ${newId()}` })),
  );
  const groups = await Promise.all(
    [1, 2, 3].map(async () => (await one.post("/diagram-groups", { name: "x" })).body.id),
  );
  const models = new Map<string, Model>();
  /** State that a version protects → its ETag. */
  const etags = new Map<string, string>();
  const stateOf = (id: string, { changes, cards }: Model) => [id, changes, ...sorted(cards)].join();
  const some = (list: readonly string[]) => list.filter(() => random.chance(0.4));
  const sorted = (ids: Iterable<string>) => [...ids].toSorted();
  const isSame = (ids: Set<string>, wanted: readonly string[]) => Bun.deepEquals(sorted(ids), sorted(new Set(wanted)));

  async function create(): Promise<string> {
    const [name, wanted] = [random.one(["a", "b"]), some(cards)];
    const { id } = (await one.post("/diagrams", { name, card_ids: wanted })).body;
    models.set(id, {
      ...{ name, description: null, xml: "", changes: 0 },
      ...{ cards: new Set(wanted), groups: new Set<string>(), stars: new Set<string>() },
    });
    return "diagram.created";
  }

  async function patch(id: string, model: Model): Promise<string | undefined> {
    const asked = {
      ...(random.chance(0.5) && { name: random.one(["a", "b", "c"]) }),
      ...(random.chance(0.3) && { description: random.one([null, "d"]) }),
      ...(random.chance(0.3) && { data: { xml: random.one(cards.map((card) => `cardId="${card}"`)) } }),
      ...(random.chance(0.3) && { card_ids: some(cards) }),
      dry_run: random.chance(0.2),
    };
    const states = [...etags.keys()].filter((state) => state.startsWith(id));
    const state = random.chance(0.4) ? random.one(states) : undefined;
    const headers: Record<string, string> = state === undefined ? {} : { "if-match": etags.get(state) as string };
    const answer = await random.one([one, other]).patch(`/diagrams/${id}`, asked, headers);
    if (state !== undefined && state !== stateOf(id, model)) {
      expect(answer.status).toBe(412);
      return undefined;
    }
    expect(answer.status).toBe(200);
    if (asked.dry_run) return undefined;
    const isRewritten =
      (asked.name !== undefined && asked.name !== model.name) ||
      (asked.description !== undefined && asked.description !== model.description) ||
      (asked.data !== undefined && asked.data.xml !== model.xml);
    const isRelinked = asked.card_ids !== undefined && !isSame(model.cards, asked.card_ids);
    if (asked.name) model.name = asked.name;
    if (asked.description !== undefined) model.description = asked.description;
    if (asked.data) model.xml = asked.data.xml;
    if (asked.card_ids) model.cards = new Set(asked.card_ids);
    if (isRewritten) model.changes++;
    return isRewritten || isRelinked ? "diagram.updated" : undefined;
  }

  async function link(id: string, model: Model): Promise<string | undefined> {
    const [card, links] = [random.one(cards), random.chance(0.5)];
    const path = `/diagrams/${id}/cards`;
    const answer = links ? await one.post(path, { card_id: card }) : await other.delete(`${path}/${card}`);
    const isNew = links !== model.cards.has(card);
    expect(answer.status).toBe(links ? (isNew ? 201 : 409) : isNew ? 204 : 404);
    if (!isNew) return undefined;
    if (links) model.cards.add(card);
    else model.cards.delete(card);
    return links ? "diagram.linked" : "diagram.unlinked";
  }

  async function putIntoGroups(id: string, model: Model): Promise<string | undefined> {
    const wanted = some(groups);
    await other.put(`/diagrams/${id}/groups`, { group_ids: wanted });
    if (isSame(model.groups, wanted)) return undefined;
    model.groups = new Set(wanted);
    return "diagram.grouped";
  }

  async function star(id: string, model: Model): Promise<undefined> {
    const user = random.one([one, other]);
    const [userId, stars] = [user.userId as string, random.chance(0.6)];
    const path = `/diagrams/${id}/favorite`;
    const { status } = stars ? await user.post(path) : await user.delete(path);
    expect(status).toBe(stars ? 201 : model.stars.has(userId) ? 204 : 404);
    if (stars) model.stars.add(userId);
    else model.stars.delete(userId);
  }

  async function remove(id: string): Promise<string> {
    expect((await other.delete(`/diagrams/${id}`)).status).toBe(204);
    models.delete(id);
    return "diagram.deleted";
  }

  for (let round = 0; round < CHANGES; round++) {
    const before = lastEvent();
    const known = [...models];
    const [id, model] = known.length === 0 ? ["", undefined] : random.one(known);
    const act = random.one([patch, patch, patch, link, link, putIntoGroups, star]);
    const published =
      !model || (known.length < 4 && random.chance(0.1))
        ? await create()
        : random.chance(0.02)
          ? await remove(id)
          : await act(id, model);
    expect(eventsAfter(before).map(({ event_type }) => event_type)).toEqual(published ? [published] : []);
    for (const [diagram, model] of models) {
      const { name, description, xml, cards: linked, groups: within, stars } = model;
      const { body, headers } = await one.get(`/diagrams/${diagram}`);
      expect(body).toMatchObject({
        ...{ name, description, card_ids: sorted(linked), group_ids: sorted(within) },
        is_favorite: stars.has(one.userId as string),
      });
      expect(body.data.xml ?? "").toBe(xml);
      const etag = etags.get(stateOf(diagram, model)) ?? (headers.get("etag") as string);
      expect(headers.get("etag")).toBe(etag);
      etags.set(stateOf(diagram, model), etag);
    }
  }
  expect((await one.get("/diagrams")).body.map(({ id }: { id: string }) => id).toSorted()).toEqual(
    sorted(models.keys()),
  );
  const counts = (await one.get("/diagram-groups")).body.map((group: { id: string; diagram_count: number }) => [
    group.id,
    group.diagram_count,
  ]);
  const members = (id: string) => [...models.values()].filter((model) => model.groups.has(id)).length;
  expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(groups.map((id) => [id, members(id)])));
}, 120_000);
