/** Tests of what people are notified of by the work of others: parts, answers, mentions, done todos, broken approvals, and more. */
import { beforeAll, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../db";
import type { Client } from "../support/client";
import { role } from "../support/factories";
import { clientAs, testServer } from "../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");
const other = clientAs(server, "member");
let card: string;

beforeAll(async () => {
  card = (await admin.post("/cards", { type: "Application", name: "Payroll" })).body.id;
  transaction(() => {
    const rename = statement("UPDATE users SET display_name = ? WHERE id = ?");
    rename.run("Ada Lovelace", member.userId ?? "");
    rename.run("Ada", other.userId ?? "");
  });
});

type Notification = { type: string; title: string; message: string; link: string; data: Record<string, unknown> };

/** Returns the notifications that a user gets by some work, newest first. */
async function notifiedBy(user: Client, work: () => Promise<unknown>): Promise<Notification[]> {
  await user.post("/notifications/mark-all-read");
  await work();
  return (await user.get("/notifications?is_read=false")).body.items;
}
const typesOf = (notifications: Notification[]) => notifications.map(({ type }) => type);

const preferences = async (user: Client) => (await user.get("/users/me/notification-preferences")).body;

describe("a user", () => {
  test("is notified of a part in a card that somebody else gives or changes, and not of one's own observation", async () => {
    let id = "";
    const given = await notifiedBy(member, async () => {
      const answer = await admin.post(`/cards/${card}/stakeholders`, { user_id: member.userId, role: "responsible" });
      id = answer.body.id;
    });
    expect(given).toMatchObject([
      {
        type: "stakeholder_assigned",
        title: "Responsible: Payroll",
        link: `/cards/${card}`,
        data: { role: "responsible" },
      },
    ]);
    const changed = await notifiedBy(member, () =>
      admin.patch(`/stakeholders/${id}`, { user_id: member.userId, role: "business_application_owner" }),
    );
    expect(changed).toMatchObject([{ type: "stakeholder_assigned", data: { role: "business_application_owner" } }]);
    expect(await notifiedBy(member, () => member.post(`/cards/${card}/me/observe`))).toEqual([]);
  });

  test("is notified of becoming the manager of a project", async () => {
    const { id } = (await admin.post("/cards", { type: "Initiative", name: "Renewal" })).body;
    const part = { user_id: other.userId, role: "it_project_manager" };
    expect(await notifiedBy(other, () => admin.post(`/cards/${id}/stakeholders`, part))).toMatchObject([
      { type: "stakeholder_assigned", title: expect.stringContaining("Renewal") },
    ]);
  });

  test("is notified of an answer to one's comment, without a part in the card", async () => {
    const { id } = (await other.post(`/cards/${card}/comments`, { content: "Who knows?" })).body;
    const reply = () => admin.post(`/cards/${card}/comments`, { content: "I do.", parent_id: id });
    expect(await notifiedBy(other, reply)).toMatchObject([
      { type: "comment_replied", message: expect.stringContaining("I do."), link: `/cards/${card}` },
    ]);
    const own = () => other.post(`/cards/${card}/comments`, { content: "Me too.", parent_id: id });
    expect(await notifiedBy(other, own)).toEqual([]);
  });

  test.each([
    ["by name", "Please look, @Ada Lovelace: is it right?", ["comment_mentioned"], []],
    ["in another case", "@ADA LOVELACE!", ["comment_mentioned"], []],
    ["by a shorter name", "Ask @Ada, please.", ["comment_added"], ["comment_mentioned"]],
    ["by an address", "See ada@lovelace.example and @nobody", ["comment_added"], []],
  ])("is notified of a mention %s", async (_, content, ofMember, ofOther) => {
    let second: Notification[] = [];
    const first = await notifiedBy(member, async () => {
      second = await notifiedBy(other, () => admin.post(`/cards/${card}/comments`, { content }));
    });
    expect(typesOf(first)).toEqual(ofMember);
    expect(typesOf(second)).toEqual(ofOther);
  });

  test("is notified of a mention by mail address, and of one that a change of the comment brings, once", async () => {
    const { email } = (await other.get("/auth/me")).body;
    const { id } = (await admin.post(`/cards/${card}/comments`, { content: "Hm." })).body;
    const change = (content: string) => () => admin.patch(`/comments/${id}`, { content });
    expect(typesOf(await notifiedBy(other, change(`@${email}, hm.`)))).toEqual(["comment_mentioned"]);
    expect(await notifiedBy(other, change(`@${email}, hm?`))).toEqual([]);
  });

  test("is not notified of a mention on a card that they may not see", async () => {
    const blind = await server.as(role("notifications.manage"));
    transaction(() => statement("UPDATE users SET display_name = 'Blind Man' WHERE id = ?").run(blind.userId ?? ""));
    const mention = () => admin.post(`/cards/${card}/comments`, { content: "@Blind Man" });
    expect(await notifiedBy(blind, mention)).toEqual([]);
  });

  test("is notified when somebody else has done a todo of theirs, and not when they have", async () => {
    const create = async () =>
      (await member.post(`/cards/${card}/todos`, { description: "Count", assigned_to: other.userId })).body.id;
    const [one, two] = [await create(), await create()];
    const done = (by: Client, id: string) => () => by.patch(`/todos/${id}`, { status: "done" });
    expect(await notifiedBy(member, done(other, one))).toMatchObject([
      { type: "todo_completed", message: expect.stringContaining("Count"), data: { todo_id: one } },
    ]);
    expect(await notifiedBy(member, done(member, two))).toEqual([]);
  });

  test("is notified of an approval that somebody breaks, once until it is given again", async () => {
    await admin.post(`/cards/${card}/approval-status?action=approve`);
    const change = (description: string) => () => admin.patch(`/cards/${card}`, { description });
    expect(typesOf(await notifiedBy(member, change("a"))).sort()).toEqual(["approval_broken", "card_updated"]);
    expect(typesOf(await notifiedBy(member, change("b")))).toEqual(["card_updated"]);
  });

  test("is notified of comments on a task that they do or have commented on", async () => {
    const { id } = (await admin.post("/cards", { type: "Initiative", name: "Move" })).body;
    const task = (await admin.post(`/ppm/initiatives/${id}/tasks`, { title: "Pack", assignee_id: member.userId })).body;
    const comment = (by: Client, content: string) => () => by.post(`/ppm/tasks/${task.id}/comments`, { content });
    expect(await notifiedBy(member, comment(other, "When?"))).toMatchObject([
      { type: "task_commented", message: expect.stringContaining("When?"), data: { task_id: task.id } },
    ]);
    expect(typesOf(await notifiedBy(other, comment(member, "Now.")))).toEqual(["task_commented"]);
    expect(await notifiedBy(member, comment(member, "Done."))).toEqual([]);
  });

  test("is notified of a report on their initiative that becomes red, and of no other", async () => {
    const { id } = (await admin.post("/cards", { type: "Initiative", name: "Recall" })).body;
    await admin.post(`/cards/${id}/stakeholders`, { user_id: member.userId, role: "responsible" });
    const path = `/ppm/initiatives/${id}/reports`;
    let report = "";
    const create = (cost_health: string) => async () => {
      report = (await admin.post(path, { report_date: "2026-11-01", cost_health })).body.id;
    };
    expect(await notifiedBy(member, create("atRisk"))).toEqual([]);
    const change = (fields: object) => () => admin.patch(`/ppm/reports/${report}`, fields);
    expect(await notifiedBy(member, change({ cost_health: "offTrack" }))).toMatchObject([
      { type: "status_report_red", title: "Red Status Report: Recall", data: { red: ["cost"] } },
    ]);
    expect(await notifiedBy(member, change({ summary: "Still." }))).toEqual([]);
    expect(typesOf(await notifiedBy(member, create("offTrack")))).toEqual(["status_report_red"]);
  });

  test("is notified when everybody has answered their survey", async () => {
    const { id } = (await admin.post("/cards", { type: "Application", name: "Asked" })).body;
    for (const user of [member, other])
      await admin.post(`/cards/${id}/stakeholders`, { user_id: user.userId, role: "responsible" });
    const fields = [{ key: "numberOfUsers", label: "Users", type: "number", action: "maintain" }];
    const content = { name: "Right?", target_type_key: "Application", target_roles: ["responsible"], fields };
    const survey = (await admin.post("/surveys", { ...content, target_filters: { card_ids: [id] } })).body.id;
    expect((await admin.post(`/surveys/${survey}/send`)).status).toBe(200);
    const answer = (by: Client) => () => by.post(`/surveys/${survey}/respond/${id}`, { responses: {} });
    expect(await notifiedBy(admin, answer(member))).toEqual([]);
    expect(await notifiedBy(admin, answer(other))).toMatchObject([
      { type: "survey_completed", title: "Survey Completed: Right?", data: { survey_id: survey } },
    ]);
    expect(await notifiedBy(admin, answer(other))).toEqual([]);
  });
});

describe("the preferences", () => {
  test("have signatures and risks notified of by mail by default, also for users who have set others before", async () => {
    const { email } = await preferences(member);
    expect(email).toMatchObject({ adr_sign_requested: true, soaw_sign_requested: true, risk_assigned: true });
    transaction(() =>
      statement("UPDATE users SET notification_preferences = ? WHERE id = ?").run(
        JSON.stringify({ in_app: { comment_added: false }, email: { risk_assigned: false } }),
        other.userId ?? "",
      ),
    );
    expect(await preferences(other)).toMatchObject({
      in_app: { comment_added: false, comment_mentioned: true },
      email: { risk_assigned: false, adr_sign_requested: true },
    });
  });

  test("turn a kind of notification off", async () => {
    await member.patch("/users/me/notification-preferences", { in_app: { comment_mentioned: false } });
    const mention = () => admin.post(`/cards/${card}/comments`, { content: "@Ada Lovelace" });
    expect(await notifiedBy(member, mention)).toEqual([]);
  });
});
