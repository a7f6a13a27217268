/**
 * Clients that generators make of the description are compiled and called, in four languages, and two linters find nothing in it.
 * The generators are installed into `build/generators` at first, by the tools of their languages, which have to be there.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { startStoa, withAdministrator } from "../support/executable";

const TOOLS = join(import.meta.dir, "../../build/generators");
const PROGRAMS = join(import.meta.dir, "clients");
const SPECIFICATION = join(TOOLS, "openapi.json");

const OAPI_CODEGEN = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";
const OPENAPI_PYTHON_CLIENT = "openapi-python-client==0.29.1";
const OPENAPI_TO_RUST = "openapi-to-rust@0.23.0";
const LINTERS = ["@stoplight/spectral-cli@6.16.3", "@redocly/cli@2.77.0"];

/** The program in TypeScript, which imports what is generated and therefore stands in no file. */
const typescript = `
  import createClient from "openapi-fetch";
  import type { paths } from "./stoa";

  const baseUrl = process.env["STOA_URL"] as string;
  const nobody = createClient<paths>({ baseUrl });
  const login = await nobody.POST("/api/v1/auth/login", {
    body: { email: process.env["STOA_EMAIL"] as string, password: process.env["STOA_PASSWORD"] as string },
  });
  const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${login.data?.access_token}\` } });
  const created = await client.POST("/api/v1/cards", { body: { type: "Application", name: "Billing by TypeScript" } });
  const card_id: string = created.data?.id ?? "";
  const found = await client.GET("/api/v1/cards/{card_id}", { params: { path: { card_id } } });
  const missing = await client.GET("/api/v1/cards/{card_id}", { params: { path: { card_id: crypto.randomUUID() } } });
  const name: string | undefined = found.data?.name;
  const explained = missing.error?.detail !== undefined;
  console.log(JSON.stringify({ name, missing: missing.response.status, explained }));
`;

/** Runs a command. @throws with its output when it fails, or isn't installed */
function run(command: string[], cwd: string, environment: Record<string, string> = {}): string {
  const [program = ""] = command;
  if (!Bun.which(program)) throw new Error(`${program} is not installed, so its clients can't be tested.`);
  const { success, stdout, stderr } = Bun.spawnSync(command, { cwd, env: { ...process.env, ...environment } });
  if (!success)
    throw new Error(`${command.join(" ")}\n${String(stderr).slice(-8_000)}\n${String(stdout).slice(-8_000)}`);
  return String(stdout);
}

/** Returns a folder of a language. */
function folderOf(language: string): string {
  const folder = join(TOOLS, language);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Installs a tool once. @param program the path of what is installed */
function install(program: string, command: string[], environment: Record<string, string> = {}): void {
  if (!existsSync(program)) run(command, TOOLS, environment);
}

let server: Awaited<ReturnType<typeof startStoa>>;
let environment: Record<string, string>;
beforeAll(async () => {
  folderOf("");
  server = await startStoa({ environment: withAdministrator });
  environment = {
    STOA_URL: server.url,
    STOA_EMAIL: withAdministrator.ADMIN_EMAIL,
    STOA_PASSWORD: withAdministrator.ADMIN_PASSWORD,
  };
  writeFileSync(SPECIFICATION, await (await fetch(`${server.url}/api/openapi.json`)).text());
});
afterAll(() => server.stop());

describe("a generated client finds the card that it has created, and is refused with a reason for another, in", () => {
  /** Returns the output of the program of a language; names of cards are unique, so each creates its own. */
  const expected = (language: string) => ({ name: `Billing by ${language}`, missing: 404, explained: true });

  test("TypeScript", () => {
    const folder = folderOf("typescript");
    const packageOf = (name: string) => dirname(Bun.resolveSync(`${name}/package.json`, import.meta.dir));
    writeFileSync(join(folder, "main.ts"), typescript);
    run(
      [process.execPath, join(packageOf("openapi-typescript"), "bin/cli.js"), SPECIFICATION, "-o", "stoa.d.ts"],
      folder,
    );
    const options = ["--strict", "--noEmit", "--skipLibCheck", "--target", "esnext", "--module", "preserve"];
    run([process.execPath, join(packageOf("typescript"), "bin/tsc"), ...options, "--types", "bun", "main.ts"], folder);
    expect(JSON.parse(run([process.execPath, "main.ts"], folder, environment))).toEqual(expected("TypeScript"));
  });

  test("Python", () => {
    const folder = folderOf("python");
    const bin = join(folder, "tools/bin");
    if (!existsSync(bin)) run(["python3", "-m", "venv", "tools"], folder);
    install(join(bin, "ruff"), [join(bin, "pip"), "install", "-q", OPENAPI_PYTHON_CLIENT, "ruff"]);
    // The generator knows only these types of files.
    const content_type_overrides = {
      "application/zip": "application/octet-stream",
      "image/png": "application/octet-stream",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "application/octet-stream",
      "application/xml": "text/xml",
      "image/svg+xml": "text/xml",
    };
    writeFileSync(join(folder, "config.json"), JSON.stringify({ content_type_overrides }));
    const generate = ["generate", "--path", SPECIFICATION, "--output-path", "stoa", "--meta", "none", "--overwrite"];
    const output = run([join(bin, "openapi-python-client"), ...generate, "--config", "config.json"], folder, {
      PATH: `${bin}:${process.env["PATH"]}`,
    });
    expect(output).not.toMatch(/warning|unable|error/i);
    cpSync(join(PROGRAMS, "main.py"), join(folder, "main.py"));
    expect(JSON.parse(run([join(bin, "python"), "main.py"], folder, environment))).toEqual(expected("Python"));
  });

  test("Go", () => {
    const folder = folderOf("go");
    const generator = join(TOOLS, "bin/oapi-codegen");
    install(generator, ["go", "install", OAPI_CODEGEN], { GOBIN: join(TOOLS, "bin") });
    mkdirSync(join(folder, "stoa"), { recursive: true });
    cpSync(join(PROGRAMS, "main.go"), join(folder, "main.go"));
    run([generator, "-generate", "types,client", "-package", "stoa", "-o", "stoa/client.go", SPECIFICATION], folder);
    if (!existsSync(join(folder, "go.mod"))) run(["go", "mod", "init", "stoa/client"], folder);
    run(["go", "mod", "tidy"], folder, { GOFLAGS: "-mod=mod" });
    expect(JSON.parse(run(["go", "run", "."], folder, environment))).toEqual(expected("Go"));
  });

  test("Rust", () => {
    const folder = folderOf("rust");
    const generator = join(TOOLS, "bin/openapi-to-rust");
    install(generator, ["cargo", "install", "--root", TOOLS, "--locked", OPENAPI_TO_RUST]);
    run([generator, "generate", SPECIFICATION, "--output-dir", "src/stoa"], folder);
    cpSync(join(PROGRAMS, "main.rs"), join(folder, "src/main.rs"));
    writeFileSync(
      join(folder, "Cargo.toml"),
      `[package]\nname = "client"\nversion = "0.0.0"\nedition = "2024"\n\n[workspace]\n\n[dependencies]\n${dependencies}`,
    );
    expect(JSON.parse(run(["cargo", "run", "--quiet"], folder, environment))).toEqual(expected("Rust"));
  });
});

/** The dependencies of the Rust client, as its generator reports them, and of the program. */
const dependencies = `
bytes = { version = "1", features = ["serde"] }
chrono = { version = "0.4", features = ["serde"] }
futures-util = "0.3"
reqwest = { version = "0.13", default-features = false, features = ["multipart", "query", "rustls", "stream"] }
reqwest-middleware = { version = "0.5", features = ["multipart", "query"] }
serde = { version = "1", features = ["derive"] }
serde_json = "1"
thiserror = "2"
url = { version = "2", features = ["serde"] }
uuid = { version = "1", features = ["serde"] }
tokio = { version = "1", features = ["rt", "macros"] }
`;

describe("a linter finds nothing in the description:", () => {
  const bin = join(TOOLS, "node_modules/.bin");
  beforeAll(() => {
    writeFileSync(join(TOOLS, "package.json"), '{ "private": true }');
    install(join(bin, "redocly"), ["npm", "install", "--no-audit", "--no-fund", ...LINTERS]);
  });

  test("spectral does with its rules for OpenAPI", () => {
    writeFileSync(join(TOOLS, "spectral.json"), '{ "extends": ["spectral:oas"] }');
    const lint = ["lint", SPECIFICATION, "--ruleset", "spectral.json", "--fail-severity", "hint"];
    expect(run([join(bin, "spectral"), ...lint], TOOLS)).toContain("No results");
  });

  test("redocly does with its recommended rules, but for pairs of paths whose reasons stand here", () => {
    const lint = ["lint", SPECIFICATION, "--format", "json", "--max-problems", "1000"];
    const silent = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const { problems } = JSON.parse(run([join(bin, "redocly"), ...lint], TOOLS, silent));
    const isAmbiguous = ({ ruleId }: { ruleId: string }) => ruleId === "no-ambiguous-paths";
    expect(problems.filter((problem: { ruleId: string }) => !isAmbiguous(problem))).toEqual([]);
    const pairs = problems
      .filter(isAmbiguous)
      .map(({ message }: { message: string }) =>
        [...message.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path.replace("/api/v1", "")),
      );
    expect(pairs.toSorted()).toEqual(ambiguousPaths.map(([one, other]) => [one, other]).toSorted());
  });
});

const CONTRACT = "Both paths are the contract's, which clients of the other server call.";
const ONE_METHOD = "The methods differ, so no request fits both; the path with the fixed word is in the contract.";
const RELEASED =
  "The path with the fixed word is Stoa's own since 0.1.0, and within v1 there are only additions; the methods differ, so no request fits both.";

const NO_ADDRESS_FITS_BOTH =
  "The path with the fixed word is the contract's; the other one's word is no UUID, so that no request fits both.";

/**
 * The pairs of paths that one address could fit, and why they stay. An id is a UUID, which is never the fixed word of the other
 * path, so the server knows each from the other.
 */
const ambiguousPaths: readonly (readonly [path: string, other: string, reason: string])[] = [
  ["/adr/by-card/{card_id}", "/adr/{adr_id}/cards", CONTRACT],
  ["/adr/by-card/{card_id}", "/adr/{adr_id}/duplicate", CONTRACT],
  ["/adr/by-card/{card_id}", "/adr/{adr_id}/history", NO_ADDRESS_FITS_BOTH],
  ["/adr/by-card/{card_id}", "/adr/{adr_id}/recall-signatures", CONTRACT],
  ["/adr/by-card/{card_id}", "/adr/{adr_id}/reject", CONTRACT],
  ["/adr/by-card/{card_id}", "/adr/{adr_id}/request-signatures", CONTRACT],
  ["/adr/by-card/{card_id}", "/adr/{adr_id}/revise", CONTRACT],
  ["/adr/by-card/{card_id}", "/adr/{adr_id}/revisions", CONTRACT],
  ["/adr/by-card/{card_id}", "/adr/{adr_id}/sign", CONTRACT],
  ["/adr/by-card/{card_id}", "/adr/{adr_id}/supersede", ONE_METHOD],
  ["/bookmarks/feed-tokens/{token_id}", "/bookmarks/{bm_id}/odata", RELEASED],
  ["/calculations/recalculate/{type_key}", "/calculations/{calc_id}/activate", CONTRACT],
  ["/calculations/recalculate/{type_key}", "/calculations/{calc_id}/deactivate", CONTRACT],
  ["/calculations/recalculate/{type_key}", "/calculations/{calc_id}/test", CONTRACT],
  ["/users/invitations/{invitation_id}", "/users/{user_id}/reset-factors", ONE_METHOD],
  ["/users/invitations/{invitation_id}", "/users/{user_id}/sessions", NO_ADDRESS_FITS_BOTH],
  ["/users/invitations/{invitation_id}", "/users/{user_id}/tokens", ONE_METHOD],
  ["/users/invitations/{invitation_id}", "/users/{user_id}/unlock", ONE_METHOD],
];
