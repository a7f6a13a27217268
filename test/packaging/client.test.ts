/** The clients of the API: the package for TypeScript, and the examples of the handbook. */
import { beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type * as Package from "../../packaging/client";
import { buildClient, checkTypes } from "../../scripts/release/client";
import { newFolder } from "../support/scratch";
import { testServer } from "../support/server";

const server = testServer({ SEED_DEMO: "true" });
const page = readFileSync(join(import.meta.dir, "../../docs/scripts/clients.md"), "utf8");
const folder = newFolder();

let place = "";
let client: typeof Package;
let token = "";
beforeAll(async () => {
  place = buildClient(folder);
  client = await import(join(place, "index.js"));
  const member = await server.as("member");
  token = (await member.post("/users/me/tokens", { name: "Client", scope: "write" })).body.token;
});

/** Returns the only example of a language on the page. */
const exampleIn = (language: string) =>
  page.match(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "ms"))?.[1] as string;

/** Runs a program that calls the server. @returns what it prints @throws with its errors when it fails */
async function outputOf(command: string[]): Promise<string> {
  const child = Bun.spawn(command, {
    env: { PATH: process.env["PATH"], STOA_URL: server.url, STOA_TOKEN: token },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [code, output, errors] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  return output;
}

test("the package is an archive that npm installs, of the product's version", () => {
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^stoa-client-\d+\.\d+\.\d+\.tgz$/)]);
});

test("the package lists every card, changes one once, and throws what the server refuses", async () => {
  const stoa = client.connect({ server: `${server.url}/`, token });
  const ids = new Set<string>();
  const cards = client.everyItem((number) =>
    stoa.GET("/api/v1/cards", { params: { query: { page: number, page_size: 150 } } }),
  );
  for await (const { id } of cards) ids.add(id);
  const first = await stoa.GET("/api/v1/cards", { params: { query: { page_size: 1 } } });
  expect(ids.size).toBe(first.data?.total as number);
  const [id = ""] = ids;
  const path = { card_id: id };
  const changed = await stoa.PATCH("/api/v1/cards/{card_id}", { params: { path }, body: { alias: "By the client" } });
  expect(changed.data?.alias).toBe("By the client");
  const refused = stoa.POST("/api/v1/cards", { body: { type: "Nothing", name: "x" } }).catch((error: unknown) => error);
  expect(await refused).toBeInstanceOf(client.Refusal);
  expect(await refused).toMatchObject({ status: 422, detail: [{ loc: ["body", "type"] }] });
});

test("the package sends a change again with the same key while the server is busy", async () => {
  const keys: (string | null)[] = [];
  const peer = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ headers }) => {
      keys.push(headers.get("idempotency-key"));
      return keys.length < 2 ? new Response("", { status: 503 }) : Response.json({ id: "1" }, { status: 201 });
    },
  });
  const stoa = client.connect({ server: `http://127.0.0.1:${peer.port}`, token: "x" });
  const { data } = await stoa.POST("/api/v1/cards", { body: { type: "Application", name: "x" } });
  expect(data).toMatchObject({ id: "1" });
  expect(keys).toEqual([keys[1] ?? null, keys[0] ?? null]);
  expect(keys[0]).toBeString();
  await peer.stop(true);
});

test("the example in TypeScript fits the types of the package, lists applications and creates a card", async () => {
  const program = join(place, "example.ts");
  const text = exampleIn("ts").replace('"stoa-client"', '"./index.js"');
  writeFileSync(program, `declare const process: { env: Record<string, string | undefined> };\n${text}`);
  checkTypes(program);
  expect((await outputOf([process.execPath, program])).split("\n").length).toBeGreaterThan(50);
  const list = await (await server.as("viewer")).get("/cards?search=Written in TypeScript");
  expect(list.body.total).toBe(1);
});

test("the example in Python lists what ends and stores a row once, wherever there is a Python", async () => {
  const program = join(newFolder(), "example.py");
  writeFileSync(program, exampleIn("python"));
  const python = Bun.which("python3");
  // Without a Python the page's text is all that there is to look at.
  if (!python) return expect(exampleIn("python")).toContain("/cards/upsert");
  expect(await outputOf([python, program])).toMatch(
    /^\d{4}-\d\d-\d\d Old Web Shop\n(.*\n)*1 created, 0 changed, 0 the same\n$/,
  );
  expect(await outputOf([python, program])).toEndWith("0 created, 0 changed, 1 the same\n");
});
