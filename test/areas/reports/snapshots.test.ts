/** Key figures of each day, and how they have changed. */
import { beforeEach, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import { captureFirstSnapshot } from "../../../src/areas/reports";
import { requireKind } from "../../../src/core/runs/kinds";
import { DAY, fromNow } from "../../../src/platform/clock";
import { newId } from "../../../src/platform/ids";
import { storedCards } from "../../support/factories";
import { eventsAfter, lastEvent } from "../../support/journal";
import { executePeriodic } from "../../support/runs";
import { clientAs, testServer } from "../../support/server";
import { emptyLandscape } from "./landscape";

const server = testServer();
const viewer = clientAs(server, "viewer");

const daysAgo = (days: number) => fromNow(-days * DAY).slice(0, 10);
const trends = async () => (await viewer.get("/reports/dashboard")).body.trends;
const stored = () => statement("SELECT snapshot_date, total_cards FROM kpi_snapshots ORDER BY 1").all();

/** Stores the figures of an earlier day. */
const store = (days: number, cards: number, quality = 50.5, approved = 0, broken = 4) =>
  transaction(() =>
    statement(
      `INSERT INTO kpi_snapshots (id, snapshot_date, total_cards, avg_data_quality, approved_count, broken_count, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(newId(), daysAgo(days), cards, quality, approved, broken, fromNow(0), fromNow(0)),
  );

beforeEach(() => {
  emptyLandscape();
  transaction(() => statement("DELETE FROM kpi_snapshots").run());
});

const cards = (count: number) =>
  storedCards(
    Array.from({ length: count }, (_, at) => ({
      type: "Application",
      name: `App ${at}`,
      approval_status: at % 2 === 0 ? "APPROVED" : "BROKEN",
      data_quality: 60.25,
    })),
  );

describe("the first stored figures", () => {
  test("are not those of an empty landscape", async () => {
    captureFirstSnapshot();
    expect(stored()).toEqual([]);
    const nothing = { previous: null, delta_abs: null, delta_pct: null };
    expect(await trends()).toEqual({
      comparison_days: 30,
      snapshot_available: false,
      snapshot_date: null,
      total_cards: { current: 0, ...nothing },
      avg_data_quality: { current: 0, ...nothing },
      approved_count: { current: 0, ...nothing },
      broken_count: { current: 0, ...nothing },
    });
  });

  test("are stored at the start, once", async () => {
    cards(3);
    captureFirstSnapshot();
    cards(2);
    captureFirstSnapshot();
    expect(stored()).toEqual([{ snapshot_date: daysAgo(0), total_cards: 3 }]);
    expect(await trends()).toMatchObject({
      comparison_days: 1,
      snapshot_date: daysAgo(0),
      total_cards: { current: 5, previous: 3, delta_abs: 2, delta_pct: 66.7 },
      avg_data_quality: { current: 60.2, previous: 60.2, delta_abs: 0, delta_pct: 0 },
    });
  });
});

test("the daily job replaces the figures of the day, and publishes that", async () => {
  expect(requireKind("kpi-snapshot")).toMatchObject({ dailyAt: 2 });
  const before = lastEvent();
  cards(1);
  await executePeriodic("kpi-snapshot");
  cards(1);
  await executePeriodic("kpi-snapshot");
  expect(stored()).toEqual([{ snapshot_date: daysAgo(0), total_cards: 2 }]);
  expect(eventsAfter(before).map(({ event_type }) => event_type)).toEqual(["kpi.captured", "kpi.captured"]);
});

test("the figures are compared with those nearest to a month ago, and none older than a year", async () => {
  cards(4);
  store(366, 1);
  expect((await trends()).snapshot_available).toBe(false);
  store(364, 2);
  expect(await trends()).toMatchObject({ comparison_days: 364, total_cards: { previous: 2, delta_pct: 100 } });
  store(5, 5);
  expect(await trends()).toMatchObject({ comparison_days: 5, total_cards: { delta_abs: -1, delta_pct: -20 } });
  store(33, 8);
  expect(await trends()).toEqual({
    comparison_days: 33,
    snapshot_available: true,
    snapshot_date: daysAgo(33),
    total_cards: { current: 4, previous: 8, delta_abs: -4, delta_pct: -50 },
    avg_data_quality: { current: 60.2, previous: 50.5, delta_abs: 9.7, delta_pct: 19.2 },
    approved_count: { current: 2, previous: 0, delta_abs: 2, delta_pct: null },
    broken_count: { current: 2, previous: 4, delta_abs: -2, delta_pct: -50 },
  });
});
