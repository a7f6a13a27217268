/** The demo landscape, whose dates are of two years, in a bundle: exported, and imported into an empty installation. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { statement } from "../../../db";
import { startTestServer, type TestServer } from "../../support/server";
import { applied, exported, type ImportedLandscape, rowsWith } from "./support";

let bundle: ImportedLandscape;
let before: ReturnType<typeof dated>;
let server: TestServer;

/** Returns the cards, comments and compliance findings of the installation, with their dates of creation. */
const dated = () => {
  const all = (sql: string) => statement<Record<string, string>>(sql).all();
  return {
    cards: all("SELECT type, name, created_at FROM cards ORDER BY type, name"),
    comments: all("SELECT content, created_at FROM comments ORDER BY content"),
    findings: all(
      "SELECT regulation, requirement, decision, created_at FROM compliance_findings ORDER BY regulation, requirement",
    ),
  };
};

beforeAll(async () => {
  const source = await startTestServer({ SEED_DEMO: "true" });
  before = dated();
  bundle = await exported(source, await source.as("admin"));
  await source.stop();
  server = await startTestServer();
});
afterAll(() => server.stop());

test("a bundle carries compliance findings and the dates when everything was created", async () => {
  const transfer = await applied(await server.as("admin"), bundle.bytes);
  expect(rowsWith(transfer.result, "conflict", "failed")).toEqual([]);
  expect(dated()).toEqual(before);
  expect(before.findings).toHaveLength(12);
  const years = new Set(before.cards.map(({ created_at }) => created_at?.slice(0, 4)));
  expect(years.size).toBeGreaterThan(1);
});
