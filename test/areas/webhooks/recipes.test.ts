/** The recipes of the handbook verify what a webhook really sends. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Seen } from "../../support/outside";
import { newFolder } from "../../support/scratch";
import { deliver, newCard, subscribe, webhookServer } from "./support";

const { admin, receiver } = webhookServer();
const page = readFileSync(join(import.meta.dir, "../../../docs/scripts/webhooks.md"), "utf8");

/** Returns the block of the page in a language. */
const recipe = (language: string) =>
  page.match(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "ms"))?.[1] ?? `no recipe in ${language}`;

/** Sends an event to a receiver. @returns the request as it arrived, with its secret */
async function sent(): Promise<{ secret: string; request: Seen }> {
  const there = await receiver();
  const { secret } = await subscribe(admin, there.url);
  await newCard(admin, `Signed ${there.url}`);
  await deliver();
  return { secret, request: there.seen[0] as Seen };
}

test("the recipe in TypeScript accepts a delivery, and neither another secret nor another body", async () => {
  const file = join(newFolder(), "recipe.ts");
  await Bun.write(file, recipe("ts"));
  const { isFromStoa } = await import(file);
  const { secret, request } = await sent();
  expect(isFromStoa(secret, request.headers, request.body)).toBe(true);
  expect(isFromStoa(secret, request.headers, `${request.body} `)).toBe(false);
  expect(isFromStoa("whsec_b3RoZXI=", request.headers, request.body)).toBe(false);
});

const python = Bun.which("python3");

test.if(python !== null)("the recipe in Python accepts a delivery, and no other body", async () => {
  const { secret, request } = await sent();
  const file = join(newFolder(), "recipe.py");
  const call = "import sys, json\na = json.load(sys.stdin)\n";
  const print = "print(is_from_stoa(*a), is_from_stoa(a[0], a[1], a[2] + ' '))\n";
  await Bun.write(file, recipe("python") + call + print);
  const input = new Blob([JSON.stringify([secret, request.headers, request.body])]);
  const child = Bun.spawn([python ?? "", file], { stdin: input, stdout: "pipe" });
  expect((await new Response(child.stdout).text()).trim()).toBe("True False");
});
