import { describe, expect, test } from "bun:test";
import { cycleStatus, lifecycleStatus } from "../../../src/areas/eol";

const TODAY = "2026-03-01";
/** 182 days later. */
const NOTICED = "2026-08-30";
const LATER = "2026-08-31";

describe("the status of a cycle", () => {
  test.each([
    [{ eol: true }, "eol"],
    [{ eol: TODAY }, "eol"],
    [{ eol: "2026-02-28" }, "eol"],
    [{ eol: "2026-03-02" }, "approaching"],
    [{ eol: NOTICED }, "approaching"],
    [{ eol: LATER }, "supported"],
    [{ eol: LATER, support: TODAY }, "approaching"],
    [{ eol: LATER, support: "2026-03-02" }, "supported"],
    [{ eol: LATER, support: true }, "supported"],
    [{ eol: false }, "supported"],
    [{ eol: false, support: "2020-01-01" }, "approaching"],
    [{ eol: null, support: "2020-01-01" }, "approaching"],
    [{ eol: null }, "unknown"],
    [{}, "unknown"],
    [{ eol: "soon" }, "supported"],
    [{ eol: "2026-02-30" }, "supported"],
    [{ eol: "2020-1-1" }, "supported"],
  ] as const)("is for %p the status %s", (cycle, status) => {
    expect(cycleStatus(cycle, TODAY)).toBe(status);
  });
});

describe("the status of a card with a life cycle of its own", () => {
  test.each([
    [{ endOfLife: TODAY }, "eol"],
    [{ endOfLife: NOTICED }, "approaching"],
    [{ endOfLife: LATER }, "supported"],
    [{ endOfLife: LATER, phaseOut: TODAY }, "approaching"],
    [{ endOfLife: "2020-01-01T00:00:00Z" }, "supported"],
    [{ endOfLife: "2020-13-01", phaseOut: "2020-01-01" }, "approaching"],
    [{ endOfLife: null, phaseOut: 7 }, "supported"],
    [{}, "supported"],
  ] as const)("is for %p the status %s", (lifecycle, status) => {
    expect(lifecycleStatus(lifecycle, TODAY)).toBe(status);
  });
});
