import { beforeEach, describe, expect, test } from "bun:test";
import { notFound, Problem } from "../../src/http/errors";
import { countCall, limitGuesses, resetRateLimits } from "../../src/http/rate-limit";
import { canonicalAddress } from "../../src/platform/addresses";

beforeEach(resetRateLimits);

/** Returns the number of calls that are let through, of so many. */
function passed(calls: number, endpoint: string, address: string | ((call: number) => string), perMinute: number) {
  let count = 0;
  for (let call = 0; call < calls; call++) {
    try {
      countCall(endpoint, canonicalAddress(typeof address === "string" ? address : address(call)), perMinute);
      count++;
    } catch (error) {
      expect(error).toBeInstanceOf(Problem);
      expect(error).toMatchObject({ status: 429, detail: `Rate limit exceeded: ${perMinute} per 1 minute` });
      const wait = Number((error as Problem).headers["Retry-After"]);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
    }
  }
  return count;
}

test("a client may make as many calls as the limit permits", () => {
  expect(passed(8, "POST /login", "192.0.2.1", 5)).toBe(5);
});

test("every endpoint and every client has its own count", () => {
  expect(passed(5, "POST /login", "192.0.2.1", 5)).toBe(5);
  expect(passed(5, "POST /register", "192.0.2.1", 5)).toBe(5);
  expect(passed(5, "POST /login", "192.0.2.2", 5)).toBe(5);
  expect(passed(1, "POST /login", "192.0.2.1", 5)).toBe(0);
});

test("a reset forgets the counts", () => {
  passed(5, "POST /login", "192.0.2.1", 5);
  resetRateLimits();
  expect(passed(5, "POST /login", "192.0.2.1", 5)).toBe(5);
});

test.each([
  ["2001:db8:0:1::1", "2001:db8:0:1:ffff:ffff:ffff:ffff", "one network"],
  ["2001:DB8::1", "2001:db8:0:0:1::", "one network in two spellings"],
])("the addresses %s and %s are %s and count as one client", (one, other) => {
  expect(passed(4, "POST /login", (call) => (call % 2 ? one : other), 3)).toBe(3);
});

test("addresses of different networks are different clients", () => {
  expect(passed(4, "POST /login", (call) => `2001:db8:0:${call}::1`, 1)).toBe(4);
});

test("a site of many IPv6 networks may make ten times as many calls as a client", () => {
  expect(passed(60, "POST /login", (call) => `2001:db8:7:${call.toString(16)}:0:0:0:1`, 5)).toBe(50);
  expect(passed(1, "POST /login", "2001:db8:8:0:0:0:0:1", 5)).toBe(1);
});

test("calls of a client that are refused don't count for its site", () => {
  expect(passed(200, "POST /login", "2001:db8:7:1:0:0:0:1", 5)).toBe(5);
  expect(passed(5, "POST /login", "2001:db8:7:2:0:0:0:1", 5)).toBe(5);
});

const manyAddresses = (call: number) => `10.${(call >> 16) & 255}.${(call >> 8) & 255}.${call & 255}`;

test("a full table forgets the clients that called longest ago, and newcomers don't share a count", () => {
  expect(passed(2, "POST /login", "192.0.2.1", 2)).toBe(2);
  expect(passed(20_500, "POST /login", manyAddresses, 1)).toBe(20_500);
  expect(passed(50, "POST /login", (call) => `192.0.2.${call + 2}`, 1)).toBe(50);
  expect(passed(1, "POST /login", manyAddresses(20_499), 1)).toBe(0);
  expect(passed(1, "POST /login", "192.0.2.1", 2)).toBe(1);
});

test("a client that fills the table of one endpoint doesn't change the counts of others", () => {
  expect(passed(5, "POST /login", "192.0.2.1", 5)).toBe(5);
  passed(20_500, "GET /public", manyAddresses, 1);
  expect(passed(1, "POST /login", "192.0.2.1", 5)).toBe(0);
});

describe("failed guesses", () => {
  const guess = (address: string, name: string, exists = false) =>
    limitGuesses(address, name, () => {
      if (!exists) throw notFound("Portal");
      return name;
    });
  const outcome = (address: string, name: string, exists = false) => {
    try {
      return guess(address, name, exists);
    } catch (error) {
      return (error as Problem).status;
    }
  };

  test("count once for each name, and a repeated guess doesn't count again", () => {
    for (let round = 0; round < 3; round++)
      for (let name = 0; name < 20; name++) expect(outcome("192.0.2.1", `name ${name}`)).toBe(404);
    expect(outcome("192.0.2.1", "another")).toBe(429);
    expect(outcome("192.0.2.1", "name 3")).toBe(404);
    expect(outcome("192.0.2.2", "another")).toBe(404);
  });

  test("don't count when they succeed", () => {
    for (let name = 0; name < 100; name++) expect(outcome("192.0.2.1", `name ${name}`, true)).toBe(`name ${name}`);
  });

  test("don't make newcomers share a count when they come from many clients", () => {
    for (let call = 0; call < 20_500; call++) outcome(manyAddresses(call), "x");
    for (let call = 0; call < 30; call++) expect(outcome(`192.0.2.${call}`, "x")).toBe(404);
  });
});
