/** Short ways to calculations through the API. */
import { expect } from "bun:test";
import type { Client } from "../../support/client";

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
type Body = any;

/** Writes a calculation that is not active. */
export async function calculation(
  admin: Client,
  type: string,
  field: string,
  formula: string,
  rest: Record<string, unknown> = {},
): Promise<Body> {
  const answer = await admin.post("/calculations", {
    name: `${type} ${field}`,
    target_type_key: type,
    target_field_key: field,
    formula,
    ...rest,
  });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

/** Writes a calculation and activates it. */
export async function activeCalculation(...of: Parameters<typeof calculation>): Promise<Body> {
  const { id } = await calculation(...of);
  const answer = await of[0].post(`/calculations/${id}/activate`, {});
  expect(answer).toMatchObject({ status: 200, body: { is_active: true } });
  return answer.body;
}

/** Returns a calculation as the API answers it now. */
export const calculationNow = async (client: Client, id: string): Promise<Body> =>
  (await client.get(`/calculations/${id}`)).body;

/** Formulas that try to hold up the server, or to get out of their bounds. */
export const hostile: Record<string, string> = {
  "a huge power": "9 ** 9 ** 9 ** 9",
  "a tower of powers in a loop": "[4000000 ** 600 for a in [1] * 9999]",
  "nested loops": "[a for a in [1] * 10000 for b in [1] * 10000]",
  "comparing long lists again and again": "x = [1] * 100000\n[x == x for y in [1] * 9999]",
  "a list that doubles": `x = [1]\n${"x = x + x\n".repeat(40)}len(x)`,
  "a text that doubles": `x = "a"\n${"x = x + x\n".repeat(40)}x`,
  "deep nesting": `${"(".repeat(2_400)}1${")".repeat(2_400)}`,
  "a long chain": `1${"+1".repeat(2_400)} + nope`,
  "the prototype": "data.__proto__.constructor",
  "a constructor by index": 'data["constructor"]("return process")()',
  "a wide format": 'f"{1:999999999}"',
  "a large shift": "1 << 10000000",
  "half a character": '"\\ud800"',
  "a function as a value": "SUM",
  "no number": 'float("nan")',
};
