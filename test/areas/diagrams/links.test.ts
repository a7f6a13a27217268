/** Links of diagrams to cards, and the stars that users give them. */
import { describe, expect, test } from "bun:test";
import { newId } from "../../../src/platform/ids";
import { stakeholder, stakeholderRole, storedCards, violationsOf } from "../../support/factories";
import { step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const member = clientAs(server, "member");
const viewer = clientAs(server, "viewer");

const newCard = (status = "ACTIVE"): string =>
  storedCards([{ type: "Application", name: `Linked ${newId()}`, status }])[0] as string;
const newDiagram = async (fields = {}): Promise<string> =>
  (await member.post("/diagrams", { name: "Payments", ...fields })).body.id;

describe("the link of a diagram to a card", () => {
  test("is created and deleted with an event each, and doesn't change the drawing", async () => {
    const card = newCard("ARCHIVED");
    const id = await newDiagram({ data: { xml: "<x/>" } });
    const [path, link] = [`/diagrams/${id}/cards`, { diagram_id: id, card_id: card }];
    const payload = { id, name: "Payments", card_id: card };
    const linking = { as: member, method: "POST", path, body: { card_id: card.toUpperCase() } } as const;
    await step({ ...linking, status: 201, equals: link, events: [{ event_type: "diagram.linked", payload }] });
    const detail = "Card already linked to this diagram";
    await step({ ...linking, status: 409, equals: { detail }, events: [] });
    expect((await viewer.get(`/diagrams?card_id=${card}`)).body).toMatchObject([
      { id, card_ids: [card], card_count: 0 },
    ]);
    const unlinking = { as: member, method: "DELETE", path: `${path}/${card}` } as const;
    await step({ ...unlinking, status: 204, events: [{ event_type: "diagram.unlinked", payload }] });
    await step({ ...unlinking, status: 404, equals: { detail: "Link not found" }, events: [] });
    expect((await viewer.get(`/diagrams/${id}`)).body).toMatchObject({ card_ids: [], data: { xml: "<x/>" } });
  });

  test("is checked for a card, then for the diagram, then for the existence of the card", async () => {
    const [id, card] = [await newDiagram(), newCard()];
    const refused = (path: string, body: object, status: number, detail: string) =>
      step({ as: member, method: "POST", path, body, status, equals: { detail }, events: [] });
    for (const body of [{}, { card_id: "" }, { card_id: null }])
      await refused(`/diagrams/${newId()}/cards`, body, 400, "card_id is required");
    await refused(`/diagrams/${newId()}/cards`, { card_id: card }, 404, "Diagram not found");
    await refused(`/diagrams/${id}/cards`, { card_id: newId() }, 404, "Card not found");
    const answer = await member.post(`/diagrams/${id}/cards`, { card_id: "x" });
    expect(answer).toMatchObject({ status: 422 });
    expect(violationsOf(answer.body)).toEqual(["body.card_id: uuid_parsing"]);
  });

  test("may be created by stakeholders whose role in the card allows it, and for no other card", async () => {
    const [own, other] = [newCard(), newCard()];
    const id = await newDiagram({ card_ids: [other] });
    stakeholder(own, viewer.userId, stakeholderRole("Application", "drawer", ["card.manage_diagram_links"]));
    expect(await viewer.post(`/diagrams/${id}/cards`, { card_id: own })).toMatchObject({ status: 201 });
    expect(await viewer.delete(`/diagrams/${id}/cards/${own}`)).toMatchObject({ status: 204 });
    expect(await viewer.post(`/diagrams/${id}/cards`, { card_id: newCard() })).toMatchObject({ status: 403 });
    expect(await viewer.delete(`/diagrams/${id}/cards/${other}`)).toMatchObject({ status: 403 });
    expect(await viewer.patch(`/diagrams/${id}`, { card_ids: [own] })).toMatchObject({ status: 403 });
  });
});

describe("the star of a diagram", () => {
  test("belongs to its user, and is given once", async () => {
    const ids = [await newDiagram(), await newDiagram()].toSorted();
    const [id] = ids as [string, string];
    const starring = { as: viewer, method: "POST", path: `/diagrams/${id}/favorite`, status: 201, events: [] } as const;
    await step({ ...starring, equals: { diagram_id: id } });
    await step({ ...starring, equals: { status: "already_favorited" } });
    await viewer.post(`/diagrams/${ids[1]}/favorite`);
    expect((await viewer.get("/diagrams/favorites")).body).toEqual(ids);
    expect((await member.get("/diagrams/favorites")).body).toEqual([]);
    const starred = (await viewer.get("/diagrams?favorites=1")).body;
    expect(starred.map((diagram: { id: string }) => diagram.id)).toEqual(ids.toReversed());
    expect(starred).toMatchObject([{ is_favorite: true }, { is_favorite: true }]);
    expect((await member.get("/diagrams?favorites=on")).body).toEqual([]);
    const unstarring = { as: viewer, method: "DELETE", path: `/diagrams/${id}/favorite`, events: [] } as const;
    await step({ ...unstarring, status: 204 });
    await step({ ...unstarring, status: 404, equals: { detail: "Favorite not found" } });
    expect((await viewer.get("/diagrams/favorites")).body).toEqual([ids[1]]);
  });

  test("needs a diagram that exists, and accepts an empty body with the type of JSON", async () => {
    const headers = { "content-type": "application/json" };
    const unknown = await viewer.send("POST", `/diagrams/${newId()}/favorite`, undefined, headers);
    expect(unknown).toMatchObject({ status: 404, body: { detail: "Diagram not found" } });
    const path = `/diagrams/${await newDiagram()}/favorite`;
    expect(await viewer.send("POST", path, undefined, headers)).toMatchObject({ status: 201 });
  });
});
