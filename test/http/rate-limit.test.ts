import { beforeEach, expect, test } from "bun:test";
import { Problem } from "../../src/http/errors";
import { countCall, resetRateLimits } from "../../src/http/rate-limit";

beforeEach(resetRateLimits);

/** How many of so many calls are let through. */
async function passed(
  calls: number,
  endpoint: string,
  address: string | ((call: number) => string),
  perMinute: number,
) {
  let count = 0;
  for (let call = 0; call < calls; call++) {
    try {
      await countCall(endpoint, typeof address === "string" ? address : address(call), perMinute);
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

test("a client may make as many calls as the limit says", async () => {
  expect(await passed(8, "POST /login", "192.0.2.1", 5)).toBe(5);
});

test("every endpoint and every client has its own count", async () => {
  expect(await passed(5, "POST /login", "192.0.2.1", 5)).toBe(5);
  expect(await passed(5, "POST /register", "192.0.2.1", 5)).toBe(5);
  expect(await passed(5, "POST /login", "192.0.2.2", 5)).toBe(5);
  expect(await passed(1, "POST /login", "192.0.2.1", 5)).toBe(0);
});

test("a reset forgets the counts", async () => {
  await passed(5, "POST /login", "192.0.2.1", 5);
  resetRateLimits();
  expect(await passed(5, "POST /login", "192.0.2.1", 5)).toBe(5);
});

test.each([
  ["2001:db8:0:1::1", "2001:db8:0:1:ffff:ffff:ffff:ffff", "one network"],
  ["2001:DB8::1", "2001:db8:0:0:1::", "one network in two spellings"],
])("%s and %s are %s: one client", async (one, other) => {
  expect(await passed(4, "POST /login", (call) => (call % 2 ? one : other), 3)).toBe(3);
});

test("addresses of different networks are different clients", async () => {
  expect(await passed(4, "POST /login", (call) => `2001:db8:0:${call}::1`, 1)).toBe(4);
});

test("when too many clients have called, those that are new share a count", async () => {
  const address = (call: number) => `10.${(call >> 16) & 255}.${(call >> 8) & 255}.${call & 255}`;
  expect(await passed(20_000, "POST /login", address, 1)).toBe(20_000);
  expect(await passed(10, "POST /login", (call) => `192.0.2.${call}`, 1)).toBe(1);
});
