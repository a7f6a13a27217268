/** The first run on an empty server: the administrator, and then each landscape to start with. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { startTestServer, type TestServer } from "../support/server";
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
  expect(await countCards()).toBe(0);
});

test("rows of a CSV file are shown in the inventory before anything is written, and then made", async () => {
  await begins("A spreadsheet");
  expect(await first.violations()).toEqual([]);
  const buffer = Buffer.from('Name,Description\n"Ledger, old",Books\nPayroll,Wages\n');
  await first.tab
    .getByLabel("CSV file", { exact: true })
    .setInputFiles({ name: "rows.csv", mimeType: "text/csv", buffer });
  await first.arrivesAt("/inventory?type=Application");
  await first.tab.getByRole("gridcell", { name: "Ledger, old" }).waitFor();
  expect(await countCards()).toBe(0);
  await first.presses("Control+Enter");
  await first.sees("Payroll");
  await first.tab.getByRole("grid", { name: "Cards" }).waitFor();
  expect(await countCards()).toBe(2);
});

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
  expect(await countCards()).toBe(0);
  await first.tab.getByRole("button", { name: "Load the archive" }).click();
  await first.sees("It is loaded.");
  expect(await countCards()).toBe(1);
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
  expect(await countCards()).toBe(0);
});
