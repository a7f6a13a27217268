import { expect, test } from "bun:test";
import { inUuidList, listOf, statement, uuidBytes } from "../../../db";
import { newId } from "../../../src/platform/ids";
import { testServer } from "../../support/server";

testServer();

const plan = (condition: string, value: string) =>
  statement<{ detail: string }>(`EXPLAIN QUERY PLAN SELECT r.id FROM relations r WHERE ${condition}`)
    .all(value)
    .map(({ detail }) => detail);

test("relations are found by their ids without reading others", () => {
  const found = "SEARCH r USING INDEX relations_uuid_unique (uuid=?)";
  expect(plan(`r.uuid = ${uuidBytes()}`, newId())[0]).toBe(found);
  expect(plan(inUuidList("r.uuid"), listOf([newId(), newId()]))[0]).toBe(found);
});
