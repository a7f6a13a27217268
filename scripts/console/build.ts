/**
 * Builds the console: its files, compressed, and the module that the server and the executable find them by. Does nothing
 * when they are as the sources are; `--force` builds them always.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { Glob } from "bun";
import { readMacros } from "./macros";

const ROOT = join(import.meta.dir, "../..");
const FOLDER = join(ROOT, "build", "console");
const STAMP = join(FOLDER, "stamp");
const MODULE = join(FOLDER, "files.js");

/** The sources of the console, and what builds it. */
const INPUTS = ["src/console/**/*", "scripts/console/*.ts", "docs/**/*.md", "SECURITY.md", "package-lock.json"].map(
  (pattern) => new Glob(pattern),
);

/** Returns a hash of everything that the built files depend on. */
async function hashOfInputs(): Promise<string> {
  const files = INPUTS.flatMap((glob) => [...glob.scanSync({ cwd: ROOT, onlyFiles: true })]).sort();
  const hash = new Bun.CryptoHasher("sha256");
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update("\0");
  return hash.digest("hex");
}

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

/** The encodings that a file is stored in; of what is compressed already, only itself. */
type Encoding = "br" | "gzip" | "identity";

const brotli = promisify<Buffer, { params: Record<number, number> }, Buffer>(brotliCompress);
const zip = promisify<Buffer, { level: number }, Buffer>(gzip);

/** Returns the content of a file in the encodings that it is stored in. */
async function encodingsOf(content: Buffer, type: string): Promise<[Encoding, Buffer][]> {
  if (/woff2|png/.test(type)) return [["identity", content]];
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const [br, gz] = await Promise.all([brotli(content, { params }), zip(content, { level: 9 })]);
  return [
    ["br", br],
    ["gzip", gz],
  ];
}

type StoredFile = { path: string; type: string; etag: string; encodings: [Encoding, string][] };

/** Stores a built file in its encodings. @param path its address, as `/assets/index-5d41.js` */
async function store(path: string, content: Buffer): Promise<StoredFile> {
  const type = TYPES[extname(path)];
  if (!type) throw new Error(`${path}: scripts/console/build.ts knows no type of files that end in ${extname(path)}`);
  const etag = new Bun.CryptoHasher("sha256").update(content).digest("base64url").slice(0, 20);
  const encodings: [Encoding, string][] = [];
  for (const [encoding, bytes] of await encodingsOf(content, type)) {
    const name = `${path.slice(1).replaceAll("/", "~")}.${encoding}`;
    writeFileSync(join(FOLDER, "stored", name), bytes);
    encodings.push([encoding, `./stored/${name}`]);
  }
  return { path, type, etag, encodings };
}

/** Returns the module by which the server finds the files, also in the executable. */
function moduleOf(files: readonly StoredFile[], pages: readonly unknown[]): string {
  const imports: string[] = [];
  const entries = files.map(({ path, type, etag, encodings }) => {
    const stored = encodings.map(([encoding, place]) => {
      const name = `f${imports.length}`;
      imports.push(`import ${name} from ${JSON.stringify(place)} with { type: "file" };`);
      return `${JSON.stringify(encoding)}: ${name}`;
    });
    return `  ${JSON.stringify(path)}: { type: ${JSON.stringify(type)}, etag: '"${etag}"', encodings: { ${stored.join(", ")} } },`;
  });
  return [
    ...imports,
    "export const files = {",
    ...entries,
    "};",
    `export const pages = ${JSON.stringify(pages, null, 2)};`,
    "",
  ].join("\n");
}

/** Lists the console's pages, as far as the server and the tests know of them. */
async function listPages(): Promise<unknown[]> {
  readMacros();
  // The compiler follows no computed path, and the console has settings of its own.
  const list: { pages: { address: string; anonymous?: boolean; right?: string }[] } = await import(
    join(ROOT, "src", "console", "pages", "index.ts")
  );
  return list.pages.map(({ address, anonymous = false, right = null }) => ({ address, anonymous, right }));
}

/** Runs work as a build for people, also within a test run, for which Vite would take React with its warnings. */
async function asProduction(work: () => Promise<unknown>): Promise<void> {
  const former = process.env["NODE_ENV"];
  process.env["NODE_ENV"] = "production";
  try {
    await work();
  } finally {
    if (former === undefined) delete process.env["NODE_ENV"];
    else process.env["NODE_ENV"] = former;
  }
}

async function build(): Promise<void> {
  const { build: run } = await import("vite");
  const { BUILT, viteConfig } = await import("./vite");
  rmSync(FOLDER, { recursive: true, force: true });
  await asProduction(() => run(viteConfig()));
  mkdirSync(join(FOLDER, "stored"), { recursive: true });
  const paths = [...new Glob("**/*").scanSync(BUILT)].map((file) => `/${file.replaceAll("\\", "/")}`).sort();
  const files = await Promise.all(
    paths.filter((path) => path !== "/manifest.json").map((path) => store(path, readFileSync(join(BUILT, path)))),
  );
  writeFileSync(MODULE, moduleOf(files, await listPages()));
}

/**
 * Builds the console unless it is built from the sources as they are.
 * @param force true to build it always
 * @returns true when it was built
 */
export async function buildConsole(force = false): Promise<boolean> {
  const hash = await hashOfInputs();
  const isFresh = existsSync(STAMP) && existsSync(MODULE) && readFileSync(STAMP, "utf8") === hash;
  if (isFresh && !force) return false;
  await build();
  writeFileSync(STAMP, hash);
  return true;
}

if (import.meta.main) {
  const started = performance.now();
  if (await buildConsole(process.argv.includes("--force")))
    console.log(`The console is built, in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  process.exit(0);
}
