/** The first run on an empty server: the administrator, and then each landscape to start with. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { startTestServer, type TestServer } from "../support/server";
import { expectSoon, until } from "../support/waiting";
import { workbookOf } from "../support/workbooks";
import { Person } from "./support/person";

let server: TestServer;
let first: Person;

beforeEach(async () => {
  server = await startTestServer();
  first = new Person(server, undefined, {});
  await first.begin();
});
afterEach(async () => {
  await first.end();
  await server.stop();
});

const EMAIL = "ada@stoa.example";
const PASSWORD = "Three Rivers 9 crossed";

/** Makes the administrator's account, and chooses what to start with. */
async function begins(choice: string): Promise<void> {
  await first.opens("/");
  await first.arrivesAt("/welcome");
  await first.fills("Name", "Ada Merrow");
  await first.fills("E-mail", EMAIL);
  await first.fills("Password", PASSWORD);
  await first.clicks("Make the account");
  await first.sees("What do you want to start with?");
  await first.tab.getByText(choice, { exact: true }).click();
}

/** Returns the number of cards of the server. */
async function countCards(): Promise<number> {
  const { headers } = await server.nobody.post("/auth/login", { email: EMAIL, password: PASSWORD });
  const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
  return (await server.nobody.get("/cards?page_size=1", { cookie })).body.total;
}

test("somebody begins with nothing, and is in an empty console", async () => {
  await begins("Nothing");
  await first.clicks("Begin");
  await first.arrivesAt("/");
  await expectSoon(() => countCards()).toBe(0);
});

const SPREADSHEETS = [
  {
    kind: "a CSV file",
    name: "rows.csv",
    bytes: async () => Buffer.from('Name,Description,Seen\n"Ledger, old",Books,2027-03-01\nPayroll,Wages,\n'),
  },
  {
    kind: "an Excel workbook",
    name: "rows.xlsx",
    bytes: () =>
      workbookOf({
        Applications: [
          ["Name", "Description", "Seen"],
          ["Ledger, old", "Books", new Date("2027-03-01T00:00:00Z")],
          [null, null, null],
          ["Payroll", "Wages", null],
        ],
        Others: [["Name"], ["Not read"]],
      }),
  },
];

test.each(SPREADSHEETS)(
  "rows of $kind are shown in the inventory before anything is written, and then made",
  async ({ name, bytes }) => {
    await begins("A spreadsheet");
    expect(await first.violations()).toEqual([]);
    await first.tab
      .getByLabel("Excel or CSV file", { exact: true })
      .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(await bytes()) });
    await first.arrivesAt("/inventory?type=Application");
    await first.tab.getByRole("gridcell", { name: "Ledger, old" }).waitFor();
    await first.tab.getByRole("gridcell", { name: "2027-03-01" }).waitFor();
    await expectSoon(() => countCards()).toBe(0);
    await first.presses("Control+Enter");
    await first.tab.getByRole("grid", { name: "Cards" }).waitFor();
    await first.sees("Payroll");
    await until(async () => (await countCards()) === 2, "both cards");
  },
);

test("the archive of another installation is shown before it is loaded, and then loaded", async () => {
  const admin = await server.as("admin");
  await admin.post("/cards", { type: "Application", name: "From elsewhere" });
  const archive = await fetch(`${server.url}/api/v1/admin/workspace/export`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const buffer = Buffer.from(await archive.arrayBuffer());
  await server.stop();
  server = await startTestServer();
  await first.end();
  first = new Person(server, undefined, {});
  await first.begin();
  await begins("Another installation");
  await first.tab
    .getByLabel("Archive", { exact: true })
    .setInputFiles({ name: "stoa.zip", mimeType: "application/zip", buffer });
  await first.sees("What you get");
  await expectSoon(() => countCards()).toBe(0);
  await first.tab.getByRole("button", { name: "Load the archive" }).click();
  await first.sees("It is loaded.");
  await expectSoon(() => countCards()).toBe(1);
  await first.clicks("Begin");
  await first.arrivesAt("/");
});

test("a file that is no archive is refused with the reason, and nothing is written", async () => {
  await begins("Another installation");
  const buffer = Buffer.from("no archive");
  await first.tab
    .getByLabel("Archive", { exact: true })
    .setInputFiles({ name: "stoa.zip", mimeType: "application/zip", buffer });
  await first.sees("Nothing was written.");
  expect(await first.violations()).toEqual([]);
  await expectSoon(() => countCards()).toBe(0);
});
