/** GET /reports/eol?successors=true: what follows what ends. */
import { expect, test } from "bun:test";
import { makeCard, relate } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");

test("the report of ends names what follows a card when it is asked to", async () => {
  const old = await makeCard(admin, { type: "Application", name: "Old till", lifecycle: { endOfLife: "2020-01-01" } });
  const next = await makeCard(admin, { type: "Application", name: "New till" });
  await relate(admin, "relAppSuccessor", next, old);
  const { body } = await admin.get("/reports/eol?successors=true");
  expect(body.items[0].successors).toEqual([{ id: next.id, name: "New till", type: "Application" }]);
  expect((await admin.get("/reports/eol")).body.items[0].successors).toBeUndefined();
});
