/** Tests of the reports on users: their work, their stakeholder roles, and the dashboard of administrators. */
import { beforeAll, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import { DAY, fromNow } from "../../../src/platform/clock";
import { newId } from "../../../src/platform/ids";
import type { Client } from "../../support/client";
import { cardType, makeCard, stakeholder, stakeholderRole, storedCards } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");
const colleague = clientAs(server, "member");
const daysAgo = (days: number) => fromNow(-days * DAY);

type Row = { id: string };
let open: Row;
let broken: string;
let bare: string;

const todo = (card: string | null, to: Client | undefined, due: string | null, status = "open") =>
  transaction(() =>
    statement(
      "INSERT INTO todos (id, card_id, description, status, assigned_to, created_by, due_date, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    ).run(newId(), card, `Due ${due}`, status, to?.userId ?? null, admin.userId ?? null, due, fromNow(0)),
  );

beforeAll(async () => {
  cardType("Tool", [], { label: "Tools", icon: "build", color: "#123456" });
  cardType("Part", [], { label: "Parts" });
  cardType("Ghost", [], { is_hidden: true });
  stakeholderRole("Tool", "keeper", [], { label: "Keeper", color: "#abcdef" });
  open = await makeCard(member, { type: "Tool", name: "Open" });
  await makeCard(member, { type: "Ghost", name: "Hidden" });
  const old = { type: "Tool", created_at: daysAgo(200), updated_at: daysAgo(100) };
  [broken, bare] = storedCards([
    { ...old, name: "broken", approval_status: "BROKEN" },
    { ...old, name: "bare", approval_status: "DRAFT" },
  ]) as [string, string];
  const [archived, ghost] = storedCards([
    { ...old, name: "archived", status: "ARCHIVED", approval_status: "BROKEN" },
    { type: "Ghost", name: "ghost", approval_status: "BROKEN", updated_at: daysAgo(100) },
  ]) as [string, string];
  for (const card of [open.id, broken, archived, ghost]) stakeholder(card, member.userId, "keeper");
  stakeholder(open.id, member.userId, "gone");
  stakeholder(open.id, colleague.userId, "keeper");
  await member.post(`/favorites/${open.id}`);
  todo(open.id, member, null);
  todo(open.id, member, daysAgo(1).slice(0, 10));
  todo(null, colleague, daysAgo(9).slice(0, 10));
  todo(null, undefined, fromNow(DAY).slice(0, 10));
  todo(null, member, daysAgo(5).slice(0, 10), "done");
  transaction(() => {
    statement("UPDATE users SET last_login = ? WHERE id = ?").run(daysAgo(100), colleague.userId as string);
    statement("UPDATE users SET last_login = ? WHERE id = ?").run(daysAgo(1), member.userId as string);
    statement("INSERT INTO sso_invitations (id, email, role, created_at) VALUES (?, ?, ?, ?)").run(
      newId(),
      "new@stoa.example",
      "member",
      fromNow(0),
    );
  });
});

test("a user's own work is counted", async () => {
  expect((await member.get("/reports/my-workspace")).body).toEqual({
    favorite_count: 1,
    stakeholder_card_count: 4,
    open_todo_count: 2,
    pending_survey_count: 0,
    overdue_todo_count: 1,
    // The hidden card is active and broken, too.
    broken_card_count: 2,
    attention_count: 3,
    created_count: 1,
  });
});

describe("the dashboard of administrators", () => {
  const dashboard = async () => (await admin.get("/reports/admin-dashboard")).body;

  test("counts users, cards and events", async () => {
    const users = (await admin.get("/users")).body;
    const active = (Array.isArray(users) ? users : users.items).filter(
      (user: { is_active: boolean }) => user.is_active,
    );
    expect((await dashboard()).kpis).toEqual({
      total_users: active.length,
      active_users_30d: 1,
      cards_without_stakeholders: 1,
      overdue_todos_total: 2,
      stuck_approvals: 1,
      broken_total: 1,
      pending_sso_invitations: 1,
      unassigned_todo_count: 1,
    });
  });

  test("lists the most active users, and users who have not logged in for long", async () => {
    const { top_contributors, idle_users } = await dashboard();
    expect(top_contributors).toMatchObject([{ user_id: member.userId, event_count: 2 }]);
    const logins = idle_users.map(({ last_login }: { last_login: string | null }) => last_login);
    expect(logins.at(-1)?.slice(0, 10)).toBe(daysAgo(100).slice(0, 10));
    expect(logins.slice(0, -1).every((login: string | null) => login === null)).toBe(true);
    expect(idle_users.at(-1)).toMatchObject({ user_id: colleague.userId, role: "member" });
  });

  test("lists types with cards that lack stakeholders or approval", async () => {
    const { stakeholder_coverage, approval_pipeline } = await dashboard();
    expect(stakeholder_coverage).toEqual([{ type: "Tool", total: 3, with_stakeholders: 2, missing: 1 }]);
    expect(approval_pipeline).toEqual([{ type: "Tool", draft: 2, broken: 1, rejected: 0, total: 3 }]);
  });

  test("lists the oldest overdue todos first, and the last events", async () => {
    const { oldest_overdue_todos, recent_activity } = await dashboard();
    expect(oldest_overdue_todos).toMatchObject([
      { title: `Due ${daysAgo(9).slice(0, 10)}`, assignee_id: colleague.userId, card_id: null },
      { title: `Due ${daysAgo(1).slice(0, 10)}`, assignee_id: member.userId, card_id: open.id },
    ]);
    const events = recent_activity.map(({ event_type }: { event_type: string }) => event_type);
    expect(events).toContain("card.created");
    const named = recent_activity.find((event: { card_id: string }) => event.card_id === open.id);
    expect(named).toMatchObject({ card_name: "Open", user_display_name: expect.any(String) });
    const times = recent_activity.map(({ created_at }: { created_at: string }) => created_at);
    expect(times).toEqual(times.toSorted().reverse());
  });
});

test("the directory lists each stakeholder once, the user with most cards first", async () => {
  const { body } = await admin.get("/reports/stakeholder-directory");
  expect(body.card_types).toHaveLength(1);
  expect(body.card_types[0]).toMatchObject({
    ...{ type_key: "Tool", type_label: "Tools", type_icon: "build", type_color: "#123456", holders_count: 2 },
    roles: [
      {
        ...{ role_key: "keeper", role_label: "Keeper", role_color: "#abcdef", role_translations: {} },
        users: [
          {
            ...{ user_id: member.userId, card_count: 2 },
            cards: [
              { id: broken, name: "broken" },
              { id: open.id, name: "Open" },
            ],
          },
          { user_id: colleague.userId, card_count: 1, cards: [{ id: open.id, name: "Open" }] },
        ],
      },
      { role_key: "gone", role_label: "gone", role_color: "#757575", users: [{ card_count: 1 }] },
    ],
  });
  expect(JSON.stringify(body)).not.toContain(bare);
});

test("the directory as a table has a row for each part", async () => {
  const { body } = await admin.get("/reports/stakeholder-directory?format=csv");
  const [head, ...rows] = String(body).trim().split(/\r?\n/);
  expect(head).toBe("display_name,email,type,role,card_id,card");
  expect(rows.filter((row) => row.endsWith(`,Tool,keeper,${open.id},Open`))).toHaveLength(2);
  expect(rows).toHaveLength(4);
});
