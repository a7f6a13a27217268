/** Reports on risks: by probability and impact, and over time, now and at dates. */
import { beforeAll, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import { nextDueDay } from "../../../src/areas/todos/recurrence";
import { batchAbout } from "../../support/batches";
import { makeCard, role, tagCard, tagGroup, violationsOf } from "../../support/factories";
import { lastEvent } from "../../support/journal";
import { randomFrom } from "../../support/openapi";
import { clientAs, testServer } from "../../support/server";
import { type Body, makeRisk, patchRisk } from "../risks/register";

const server = testServer();
const admin = clientAs(server, "admin");
const manager = clientAs(server, "member");
const viewer = clientAs(server, "viewer");

const FIRST_DAY = "2025-01-01";
const addDays = (day: string, days: number) => nextDueDay(day, "days", days) as string;
const PROBABILITIES = ["very_high", "high", "medium", "low"];
const IMPACTS = ["critical", "high", "medium", "low"];

/** A state of a risk, with the day until which it lasted. */
type RiskModel = Map<string, { risk: Body; cards: Set<string> }>;

let cards: { id: string }[];
let tag: string;
/** Day → the risks at its end. */
const days = new Map<string, RiskModel>();

/** Dates the events since one to a day. */
const dateEvents = (after: number, day: string) =>
  transaction(() => statement("UPDATE events SET created_at = ? WHERE seq > ?").run(`${day}T12:00:00.000Z`, after));

beforeAll(async () => {
  cards = [await makeCard(admin, { type: "Application" }), await makeCard(admin, { type: "ITComponent" })];
  const group = tagGroup("Sites", ["North"]);
  tag = group.tags[0] as string;
  tagCard(cards[0]?.id as string, tag);
  await populate();
});

/** Changes the register on each of forty days in a random way, and notes how it is at the end of each. */
async function populate(): Promise<void> {
  const random = randomFrom(13);
  const known: RiskModel = new Map();
  const assess = (name: string) => ({
    [`${name}_probability`]: random.pick(PROBABILITIES),
    [`${name}_impact`]: random.pick(IMPACTS),
  });
  for (let day = 0; day < 40; day++) {
    const before = lastEvent();
    const ids = [...known.keys()];
    const choice = ids.length < 3 ? 0 : random();
    const id = random.pick(ids) as string;
    const linked = known.get(id)?.cards ?? new Set<string>();
    const card = random.pick(cards).id;
    if (choice < 0.4) {
      const risk = await makeRisk(manager, { ...assess("initial"), card_ids: random() < 0.5 ? [card] : [] });
      known.set(risk.id, { risk, cards: new Set(risk.cards.map(({ card_id }: Body) => card_id)) });
    } else if (choice < 0.6) known.set(id, { risk: await patchRisk(manager, id, assess("residual")), cards: linked });
    else if (choice < 0.7) {
      const risk = await patchRisk(manager, id, { status: "accepted", acceptance_rationale: "x" });
      known.set(id, { risk, cards: linked });
    } else if (choice < 0.8) {
      expect((await manager.post(`/risks/${id}/cards`, { card_ids: [card] })).status).toBe(200);
      known.set(id, { risk: known.get(id)?.risk, cards: new Set([...linked, card]) });
    } else if (choice < 0.9) {
      expect((await manager.delete(`/risks/${id}/cards/${card}`)).status).toBe(200);
      known.set(id, { risk: known.get(id)?.risk, cards: linked.difference(new Set([card])) });
    } else {
      expect((await manager.delete(`/risks/${id}`)).status).toBe(200);
      known.delete(id);
    }
    const date = addDays(FIRST_DAY, day);
    dateEvents(before, date);
    days.set(date, new Map(known));
  }
}

const report = async (path: string, status = 200): Promise<Body> => {
  const answer = await viewer.get(`/reports/risks/${path}`);
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status });
  return answer.body;
};

const countBy = (risks: Body[], value: (risk: Body) => string): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(risks, value)].map(([key, of]) => [key, of.length]));
const filled = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
const currentLevel = (risk: Body) => risk.residual_level ?? risk.initial_level;

describe("the risks over time", () => {
  test("are on each day those of a naive recomputation", async () => {
    const { points } = await report(`over-time?from=${FIRST_DAY}&to=${addDays(FIRST_DAY, 39)}&interval=day`);
    expect(points.map(({ date }: Body) => date)).toEqual([...days.keys()]);
    for (const { date, total, by_level, by_status } of points) {
      const risks = [...(days.get(date) as RiskModel).values()].map(({ risk }) => risk);
      expect({ date, total, by_level: filled(by_level), by_status: filled(by_status) }).toEqual({
        ...{ date, total: risks.length, by_level: countBy(risks, currentLevel) },
        by_status: countBy(risks, ({ status }) => status),
      });
    }
  });

  test("are restricted to the cards that they are linked to at the time", async () => {
    const card = cards[0]?.id as string;
    for (const filter of [`ids=${card}`, "type=Application", `tag=${tag}`]) {
      const { points } = await report(
        `over-time?from=${FIRST_DAY}&to=${addDays(FIRST_DAY, 39)}&interval=week&${filter}`,
      );
      expect(points.map(({ date }: Body) => date)).toEqual(
        [0, 7, 14, 21, 28, 35, 39].map((day) => addDays(FIRST_DAY, day)),
      );
      for (const { date, total } of points)
        expect(total).toBe([...(days.get(date) as RiskModel).values()].filter(({ cards }) => cards.has(card)).length);
    }
  });

  test("are bounded, and end at the requested day", async () => {
    expect(violationsOf(await report("over-time?from=2025-02-01&to=2025-01-01", 422))).toEqual([
      "query.from: value_error",
    ]);
    expect(violationsOf(await report("over-time?from=2000-01-01&to=2025-01-01&interval=day", 422))).toEqual([
      "query.interval: value_error",
    ]);
    const { points } = await report("over-time?from=2024-01-31&to=2024-04-01");
    expect(points.map(({ date }: Body) => date)).toEqual(["2024-01-31", "2024-02-29", "2024-03-31", "2024-04-01"]);
    expect((await report("over-time?to=0000-02-29")).points).toHaveLength(1);
    expect((await report("over-time")).points).toHaveLength(13);
  });

  test("follow a rollback", async () => {
    const now = async () => (await report("over-time?interval=month")).points.at(-1);
    const before = await now();
    const risk = await makeRisk(manager, { initial_probability: "very_high", initial_impact: "critical" });
    expect((await now()).by_level.critical).toBe(before.by_level.critical + 1);
    await manager.post(`/mutation-batches/${batchAbout(risk.id)}/rollback`, { dry_run: false });
    expect(await now()).toEqual(before);
  });
});

describe("the matrix of risks", () => {
  const placeOf = (risk: Body, assessment: string) => {
    const isResidual = assessment === "residual" || (assessment === "current" && risk.residual_level !== null);
    const kind = isResidual ? "residual" : "initial";
    return `${risk[`${kind}_probability`]} ${risk[`${kind}_impact`]}`;
  };

  test.each(["current", "initial", "residual"])(
    "is for the %s assessment at each date that of a naive recomputation",
    async (assessment) => {
      for (const [date, known] of [...days].filter((_, place) => place % 13 === 0)) {
        const risks = [...known.values()].map(({ risk }) => risk);
        const body = await report(`matrix?at=${date}&assessment=${assessment}`);
        const assessed = risks.filter((risk) => !placeOf(risk, assessment).includes("null"));
        expect(body).toMatchObject({ at: date, total: risks.length, unassessed: risks.length - assessed.length });
        const cells = body.cells.map(({ probability, impact, count }: Body) => [`${probability} ${impact}`, count]);
        expect(cells).toHaveLength(16);
        expect(filled(Object.fromEntries(cells))).toEqual(countBy(assessed, (risk) => placeOf(risk, assessment)));
      }
    },
  );

  test("names the risks of a cell, with its level, and omits closed ones", async () => {
    const card = await makeCard(admin, { type: "Application" });
    const risk = await makeRisk(manager, { card_ids: [card.id], initial_probability: "high", initial_impact: "low" });
    const cellOf = (body: Body) => body.cells.find(({ count }: Body) => count > 0);
    expect(cellOf(await report(`matrix?ids=${card.id}`))).toEqual({
      ...{ probability: "high", impact: "low", level: "medium", count: 1 },
      risks: [{ id: risk.id, reference: risk.reference, title: risk.title, status: "identified" }],
    });
    await patchRisk(manager, risk.id, { status: "accepted", acceptance_rationale: "x" });
    await patchRisk(manager, risk.id, { status: "closed" });
    expect((await report(`matrix?ids=${card.id}`)).total).toBe(0);
    for (const filter of [
      "closed=1",
      "status=closed",
      "status=closed&status=analysed",
      "closed=1&category=operational",
    ])
      expect((await report(`matrix?ids=${card.id}&${filter}`)).total).toBe(1);
    expect((await report(`matrix?ids=${card.id}&closed=1&category=security`)).total).toBe(0);
  });
});

test("both risk reports are tables too, and need the rights to see risks and reports", async () => {
  for (const [path, header, rows] of [
    ["matrix?at=2025-01-20", "probability,impact,level,count,risks", 16],
    ["over-time?from=2025-01-01&to=2025-01-10&interval=day", "date,total,critical,high,medium,low,identified,", 10],
  ] as const) {
    const { body } = await viewer.get(`/reports/risks/${path}&format=csv`);
    const lines = body.trimEnd().split("\r\n");
    expect(lines[0]).toStartWith(header);
    expect(lines).toHaveLength(rows + 1);
    for (const permission of ["risks.view", "reports.ea_dashboard"]) {
      const stranger = await server.as(role(permission));
      expect((await stranger.get(`/reports/risks/${path}`)).status).toBe(403);
    }
  }
});
