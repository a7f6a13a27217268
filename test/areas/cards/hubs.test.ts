/** Cards with thousands of relations or children: what is about all of them leaves the server's thread. */
import { beforeAll, describe, expect, test } from "bun:test";
import { transaction } from "../../../db";
import { areas } from "../../../src/areas";
import { createRelationRow } from "../../../src/areas/relations/rows";
import { type Operation, operationKey } from "../../../src/core/api/operation";
import { operationsOf } from "../../../src/core/area";
import { storedCards, unique } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");

const MANY = 1_200;
const cardsOf = (type: string, count: number, parent_id: string | null = null) =>
  storedCards(Array.from({ length: count }, () => ({ type, name: unique(`${type} `), parent_id })));

let [related, parent, usual] = ["", "", ""];
beforeAll(() => {
  [related, usual] = cardsOf("Application", 2) as [string, string];
  const components = cardsOf("ITComponent", MANY);
  cardsOf("ITComponent", MANY, components[0]);
  parent = components[0] as string;
  transaction(() => {
    for (const target_id of components)
      createRelationRow({ type: "relAppToITC", source_id: related, target_id, attributes: null, description: null });
  });
});

const operationOf = (key: string) =>
  operationsOf(areas).find((operation) => operationKey(operation) === key) as Operation;

const reads = (key: string, card_id: string) => {
  const { readsMuch } = operationOf(key);
  return typeof readsMuch === "function" ? readsMuch({ card_id } as never, { card_id }) : readsMuch;
};

describe("a card with very many relations", () => {
  test.each([
    "get /relations",
    "get /cards/{card_id}/archive-impact",
    "get /cards/{card_id}/hierarchy",
    "get /cards/{card_id}/relation-summary",
  ])("is read on a reader thread by %s, and any other card on the server's own", (key) => {
    expect([related, parent, usual].map((id) => reads(key, id))).toEqual([true, true, false]);
  });
});

test("a card with very many relations is deleted on the writer thread, because its related cards are recalculated", () => {
  const { writesMuch } = operationOf("delete /cards/{card_id}");
  const writes = (card_id: string) =>
    typeof writesMuch === "function" && writesMuch({ params: { card_id }, body: {} as never });
  expect([related, parent, usual].map(writes)).toEqual([true, true, false]);
});

test("a card with very many relations is answered like any other card", async () => {
  const { body: hierarchy } = await admin.get(`/cards/${parent}/hierarchy`);
  expect(hierarchy.children).toHaveLength(MANY);
  const { body: summary } = await admin.get(`/cards/${related}/relation-summary`);
  expect(summary.by_type).toMatchObject([{ relation_type_key: "relAppToITC", count: MANY }]);
  const { body: impact } = await admin.get(`/cards/${related}/archive-impact`);
  expect(impact.related_cards).toHaveLength(MANY);
  expect((await admin.get(`/relations?card_id=${related}`)).body).toHaveLength(MANY);
  expect((await admin.delete(`/cards/${related}`)).status).toBe(200);
  expect((await admin.get(`/relations?card_id=${parent}`)).body).toEqual([]);
});
