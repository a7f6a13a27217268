/** A workbook has at most so many types, fields and rows. */
import { expect, test } from "bun:test";
import { clientAs, testServer } from "../../support/server";
import { type CellValue, workbookOf } from "../../support/workbooks";
import { settled, unique, upload } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");

test("a workbook whose types have too many fields fails with the reason, and leaves no staged records", async () => {
  const columns = Array.from({ length: 300 }, (_, at) => `field${at}`);
  const rows: CellValue[][] = Array.from({ length: 70 }, (_, at) => [unique("e"), `Type${at}`]);
  const { body } = await upload(admin, await workbookOf({ Sheet: [["id", "type", ...columns], [], ...rows] }));
  expect(await settled(admin, body.id)).toMatchObject({
    status: "failed",
    error_message: "The workbook must not have more than 20000 fields of types",
  });
  expect((await admin.get(`/migration/${body.id}/preview`)).body.total).toBe(0);
});
