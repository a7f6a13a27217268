/** Importing risks from a spreadsheet. */
import { beforeAll, expect, test } from "bun:test";
import { makeCard, unique, violationsOf } from "../../support/factories";
import { step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";
import { type Body, makeRisk, noticesOf, todosOf } from "./register";

const server = testServer();
const admin = clientAs(server, "admin");
const manager = clientAs(server, "member");
const owner = clientAs(server, "viewer");

let card: { id: string; name: string };
let twice: string;
let person: { email: string; display_name: string };
beforeAll(async () => {
  card = await makeCard(admin, { type: "Application" });
  twice = unique("Twice ");
  await makeCard(admin, { type: "Application", name: twice });
  await makeCard(admin, { type: "ITComponent", name: twice });
  person = (await owner.get("/auth/me")).body;
});

const row = (row_index: number, fields: object = {}) => ({ row_index, title: `Row ${row_index}`, ...fields });
const bulk = async (items: object[], rest: object = {}): Promise<Body> => {
  const { status, body } = await manager.post("/risks/bulk-import", { items, ...rest });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};

test("each row is created, skipped or refused by itself", async () => {
  const existing = await makeRisk(manager);
  const rows = [
    row(7, {
      ...{ category: " Security ", initial_probability: "HIGH", initial_impact: "", residual_probability: "low" },
      ...{ residual_impact: "low", status: "in_progress", owner_email: person.email.toUpperCase() },
      ...{ target_resolution_date: "2033-03-03", card_names: [` ${card.name} `, "", card.name] },
    }),
    row(8, { reference: ` ${existing.reference.toLowerCase()} `, category: "nonsense" }),
    row(9, { reference: "R-900000", owner_name: person.display_name }),
    row(10, { owner_email: "nobody@stoa.example", owner_name: person.display_name, card_names: [twice, "Nowhere"] }),
    row(11, { title: "  " }),
    row(12, { target_resolution_date: "31.12.2030" }),
    row(13, { status: "open" }),
    row(14, { residual_impact: "huge" }),
  ];
  const dry = await bulk(rows, { dry_run: true });
  expect(dry).toMatchObject({ created: 3, skipped: 1, failed: 4, dry_run: true });
  const { body } = await step({
    ...{ as: manager, method: "POST", path: "/risks/bulk-import", body: { items: rows }, status: 200 },
    events: [
      { event_type: "risk.added", card_id: card.id, data: { change: "created", status: "in_progress", level: "low" } },
      { event_type: "todo.created" },
      { event_type: "notification.created" },
      { event_type: "risk.added", card_id: null },
      { event_type: "todo.created" },
      { event_type: "notification.created" },
      { event_type: "risk.added", card_id: null },
    ],
  });
  const withoutIds = ({ results }: Body) =>
    results.map(({ id, ...result }: Body) => ({ ...result, hasId: id !== null }));
  expect(withoutIds(body)).toEqual(withoutIds(dry));
  const number = Number(existing.reference.slice(2));
  const reference = (after: number) => `R-${String(number + after).padStart(6, "0")}`;
  expect(withoutIds(body)).toEqual([
    { row_index: 7, status: "created", hasId: true, reference: reference(1), error: null, warnings: [] },
    { row_index: 8, status: "skipped", hasId: false, reference: existing.reference, error: null, warnings: [] },
    { row_index: 9, status: "created", hasId: true, reference: reference(2), error: null, warnings: [] },
    {
      ...{ row_index: 10, status: "created", hasId: true, reference: reference(3), error: null },
      warnings: [
        "Owner not found: nobody@stoa.example",
        `Card is ambiguous: 2 are called ${twice}`,
        "Card not found: Nowhere",
      ],
    },
    ...[
      [11, "title must not be empty"],
      [12, "target_resolution_date must be a date as in 2026-01-31"],
      [13, expect.stringContaining("status must be one of identified, ")],
      [14, expect.stringContaining("residual_impact must be one of critical, ")],
    ].map(([row_index, error]) => ({
      row_index,
      status: "failed",
      hasId: false,
      reference: null,
      error,
      warnings: [],
    })),
  ]);
  const [{ id }, , { id: second }] = body.results;
  expect((await owner.get(`/risks/${id}`)).body).toMatchObject({
    ...{ category: "security", initial_level: "high", residual_level: "low", status: "in_progress", accepted_by: null },
    ...{ owner_id: owner.userId, source_type: "manual", cards: [{ card_id: card.id, role: "affected" }] },
  });
  expect(todosOf(id)).toMatchObject([{ due_date: "2033-03-03", status: "open" }]);
  expect(noticesOf(owner.userId, second)).toMatchObject([{ type: "risk_assigned" }]);
});

test("a dry run stores nothing", async () => {
  const body = { items: [row(1, { owner_email: person.email })], dry_run: true };
  const before = (await manager.get("/risks")).body.total;
  const answer = await step({ as: manager, method: "POST", path: "/risks/bulk-import", body, status: 200, events: [] });
  const again = await step({ as: manager, method: "POST", path: "/risks/bulk-import", body, status: 200, events: [] });
  expect(again.body.results[0].reference).toBe(answer.body.results[0].reference);
  expect((await manager.get("/risks")).body.total).toBe(before);
});

test("many rows are created on the writer thread", async () => {
  const { created, results } = await bulk(
    Array.from({ length: 60 }, (_, place) => row(place, { card_names: [card.name] })),
  );
  expect([created, new Set(results.map(({ reference }: Body) => reference)).size]).toEqual([60, 60]);
});

test.each([
  [{ items: [] }, "body.items: too_short"],
  [{ items: [{ title: "x" }] }, "body.items.0.row_index: missing"],
  [{ items: [row(1, { card_names: "x" })] }, "body.items.0.card_names: list_type"],
])("an import is refused with the wrong shape: %j", async (body, violation) => {
  expect(violationsOf((await manager.post("/risks/bulk-import", body)).body)).toEqual([violation]);
});

test("only users who manage risks may import them", async () => {
  const body = { items: [row(1)] };
  await step({ as: owner, method: "POST", path: "/risks/bulk-import", body, status: 403, events: [] });
});
