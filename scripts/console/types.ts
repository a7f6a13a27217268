/** Generates the types of the API from its own description, for the console: build/api.d.ts, when it has changed. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createApp } from "../../src/app";
import { readConfig } from "../../src/config";

const FOLDER = join(import.meta.dir, "../..", "build");
const FILE = join(FOLDER, "api.d.ts");

const text = JSON.stringify(createApp(readConfig({})).description());
const stamp = `// ${new Bun.CryptoHasher("sha256").update(text).digest("hex")}\n`;

if (!existsSync(FILE) || !readFileSync(FILE, "utf8").startsWith(stamp)) {
  const { default: generate, astToString } = await import("openapi-typescript");
  mkdirSync(FOLDER, { recursive: true });
  // Without `silent` it warns of headers that it doesn't know.
  writeFileSync(FILE, stamp + astToString(await generate(JSON.parse(text), { silent: true })));
}
process.exit(0);
