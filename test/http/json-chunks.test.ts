/** Answers of JSON that are made piece by piece. */
import { describe, expect, test } from "bun:test";
import { listed } from "../../src/areas/reports/rows";
import { isStreamed, jsonInChunks } from "../../src/http/responses";

const MB = 1024 * 1024;

describe("an answer that is made piece by piece", () => {
  test.each([
    ["none", []],
    ["one", ["1"]],
    ["three", ["1", '"ü"', "{}"]],
  ])("is the array of its entries: %s", async (_, texts) => {
    const response = jsonInChunks(listed(texts, '{"items":', ',"end":true}'));
    expect(await response.json()).toEqual({ items: JSON.parse(`[${texts.join(",")}]`), end: true });
  });

  test("goes out whole when it is short, and in chunks when it is long", async () => {
    expect(isStreamed(jsonInChunks(['"short"']).headers)).toBe(false);
    const long = jsonInChunks(listed(Array.from({ length: 1_000 }, (_, at) => `"${String(at).repeat(1_000)}"`)));
    expect(isStreamed(long.headers)).toBe(true);
    expect(((await long.json()) as string[])[999]).toBe("999".repeat(1_000));
  });

  test("is refused with 413 before it is made when it is too large", () => {
    let made = 0;
    function* endless(): Generator<string> {
      for (;;) {
        made += MB;
        yield "x".repeat(MB);
      }
    }
    expect(() => jsonInChunks(endless(), 3 * MB)).toThrow("The answer would be larger than 3145728 bytes");
    expect(made).toBe(4 * MB);
  });
});
