/** An idle server releases memory. */
import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { readFileSync } from "node:fs";
import { shrinkWhenIdle } from "../../src/platform/footprint";
import { releaseCode } from "../../src/platform/program-pages";

let released = 0;
let watch: ReturnType<typeof shrinkWhenIdle>;
beforeEach(() => {
  jest.useFakeTimers();
  released = 0;
  watch = shrinkWhenIdle(() => {
    released++;
  });
});
afterEach(() => {
  watch.stop();
  jest.useRealTimers();
});

/** Lets intervals pass, in each of which so much is asked for. @returns how often memory was given back so far */
const pass = (intervals: number, requests: number): number => {
  for (let at = 0; at < intervals; at++) {
    for (let asked = 0; asked < requests; asked++) watch.asked();
    jest.advanceTimersByTime(15_000);
  }
  return released;
};

test("memory is released soon after a start, and not again while the server stays idle", () => {
  expect(pass(1, 0)).toBe(1);
  expect(pass(100, 5)).toBe(1);
});

test("memory is never released while there is work, and is released a minute after it", () => {
  expect(pass(100, 6)).toBe(0);
  expect(pass(3, 5)).toBe(0);
  expect(pass(1, 0)).toBe(1);
  expect(pass(1, 1_000)).toBe(1);
  expect(pass(4, 0)).toBe(2);
});

test("memory is not released any more once the server has stopped", () => {
  watch.stop();
  expect(pass(10, 0)).toBe(0);
});

test.if(process.platform === "linux")("the machine code leaves memory and comes back where it is used", () => {
  const codeInMemory = () => Number(/RssFile:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
  const before = codeInMemory();
  releaseCode();
  expect(codeInMemory()).toBeLessThan(before);
  expect(JSON.parse(JSON.stringify({ works: [1, 2, 3] }))).toEqual({ works: [1, 2, 3] });
});
