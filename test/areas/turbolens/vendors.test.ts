/** Vendors of a landscape whose cards are linked to no providers. */
import { expect, test } from "bun:test";
import { makeCard } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";
import { analyse } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");

test("a run without any vendor names what to do", async () => {
  await makeCard(admin, { type: "Application", name: "Night Shift Roster" });
  const { results } = await analyse(admin, "vendors/analyse");
  expect(results).toMatchObject({ analysed: 0, warning: expect.stringContaining("create Provider cards") });
});

test("vendors are read off the names of known products", async () => {
  await makeCard(admin, { type: "Application", name: "MS Teams" });
  await makeCard(admin, { type: "Application", name: "S4 HANA ERP" });
  expect((await analyse(admin, "vendors/analyse")).results).toMatchObject({ analysed: 2 });
  const { body } = await admin.get("/turbolens/vendors");
  expect(
    body.map(({ vendor_name, app_list }: { vendor_name: string; app_list: string[] }) => [vendor_name, app_list]),
  ).toEqual(
    expect.arrayContaining([
      ["Microsoft", ["MS Teams"]],
      ["SAP", ["S4 HANA ERP"]],
    ]),
  );
});
