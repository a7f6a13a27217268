/** Everything that the pages of the documentation name exists, and their commands succeed. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { statement } from "../db";
import manifest from "../package.json" with { type: "json" };
import { areas } from "../src/areas";
import { describeVariables } from "../src/config";
import { operationsOf } from "../src/core/area";
import { clientOf } from "./support/client";
import { sha256, wheel } from "./support/content-package";
import { DEMO_ADMINISTRATOR } from "./support/demo";
import { startTestServer, type TestServer } from "./support/server";
import { type Command, commandBlocks, commandsOf, curlRequest, expand } from "./support/shell";
import { newInstance } from "./support/table-api";
import { until } from "./support/waiting";
import { workbookOf } from "./support/workbooks";

const root = join(import.meta.dir, "..");
const pages = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  ...[...new Bun.Glob("docs/**/*.md").scanSync({ cwd: root })].map((path) => path.replaceAll("\\", "/")).sort(),
];
const textOf = (page: string) => readFileSync(join(root, page), "utf8");
const proseOf = (page: string) => textOf(page).replaceAll(/^```.*?^```$/gms, "");
const commandsIn = (page: string): Command[] => commandBlocks(textOf(page)).flatMap(commandsOf);

/** Returns the whole path of an operation, which is below /api/v1 unless it says otherwise. */
const below = (path: string) => (path.startsWith("/api/") ? path : `/api/v1${path}`);

/** Returns the address that a heading can be linked by. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");

describe.each(pages)("%s", (page) => {
  test("links to pages, headings and files that exist", () => {
    const links = [...proseOf(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link]) => link as string);
    const broken = links.filter((link) => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? page : join(dirname(page), path);
      if (!existsSync(join(root, target))) return true;
      const headings = anchor === undefined ? [] : [...textOf(target).matchAll(/^#+ (.*)$/gm)];
      return anchor !== undefined && !headings.some(([, heading]) => anchorOf(heading as string) === anchor);
    });
    expect(broken).toEqual([]);
  });

  test("names files, folders and scripts that exist", () => {
    const quoted = [...proseOf(page).matchAll(/`([^`\n]+)`/g)].map(([, code]) => code as string);
    const paths = quoted.filter((code) =>
      /^(src|db|test|bench|scripts|docs|migrations|\.\w+)\/[\w./@-]*$|^[\w.-]+\/[\w./-]+\.ts$/.test(code),
    );
    // A command makes the files in build/, and it may not have run yet.
    const own = paths.filter((path) => !path.startsWith("build/"));
    expect(own.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const scripts = [...textOf(page).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name as string);
    expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
  });

  test("begins with its only title", () => {
    expect(textOf(page)).toStartWith("# ");
    expect(
      textOf(page)
        .replaceAll(/^```.*?^```$/gms, "")
        .match(/^# /gm),
    ).toHaveLength(1);
  });

  test("names operations that exist", () => {
    const known = operationsOf(areas).map(({ method, path }) => `${method.toUpperCase()} ${below(path)}`);
    const named = [...proseOf(page).matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^\s`]+)`/g)];
    const paths = named.map(([, method, path]) => `${method} ${below(path?.split("?")[0] as string)}`);
    expect(paths.filter((path) => !known.includes(path))).toEqual([]);
  });
});

test("the page of the console's needs names only parameters that their operations have", () => {
  const known = new Map(
    operationsOf(areas).map(({ method, path, query }) => [
      `${method.toUpperCase()} ${below(path)}`,
      query?.shape ?? {},
    ]),
  );
  const named = [
    ...textOf("docs/developer/console-api.md").matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^\s`?]+)\?([^\s`]+)`/g),
  ];
  expect(named.length).toBeGreaterThan(0);
  const unknown = named.flatMap(([, method, path, query]) => {
    const parameters = new URLSearchParams(query).keys().map((name) => name.replace(/=.*/, ""));
    return [...parameters].filter((name) => !(name in (known.get(`${method} ${below(path as string)}`) ?? {})));
  });
  expect(unknown).toEqual([]);
});

test("every page of the handbook is reached from its table of contents", () => {
  const linked = (page: string) =>
    [...textOf(page).matchAll(/\]\((?!https?:)([^)\s#]+)/g)].map(([, path]) => join(dirname(page), path as string));
  const reached = new Set(["docs/README.md"]);
  for (const page of reached) for (const other of linked(page)) if (other.endsWith(".md")) reached.add(other);
  expect(pages.filter((page) => page.startsWith("docs/") && !reached.has(page))).toEqual([]);
});

const configuration = textOf("docs/administration/configuration.md");

test.each(describeVariables().map(({ name }) => name))("the handbook describes the variable %s", (name) => {
  expect(configuration).toContain(`\`${name}\``);
});

test.each([
  "serve",
  "backup FILE",
  "backup list\\|now\\|verify",
  "restore BACKUP",
  "check [FILE]",
  "doctor",
  "upgrade --check [FILE]",
  "openapi",
  "login ADDRESS",
  "logout",
  "api PATH",
  "import FILE",
  "export FILE",
  "version",
])("the handbook describes the command stoa %s", (command) => {
  expect(textOf("docs/administration/installing.md")).toContain(`stoa ${command}`);
});

test("README stays short enough to be read", () => {
  expect(textOf("README.md").split("\n").length).toBeLessThanOrEqual(121);
});

test("the changelog begins with the version of the product, and each version has its date", () => {
  const versions = [...textOf("CHANGELOG.md").matchAll(/^## (.*)$/gm)].map(([, heading]) => heading as string);
  expect(versions[0]).toStartWith(`${manifest.version} – `);
  expect(versions.filter((heading) => !/^\d+\.\d+\.\d+ – \d{4}-\d{2}-\d{2}$/.test(heading))).toEqual([]);
});

test("the changelog marks what administrators must know of each version", () => {
  const versions = textOf("CHANGELOG.md").split(/^## /m).slice(1);
  expect(versions.filter((text) => !text.includes("\n- **Administrators:** "))).toEqual([]);
});

/** The rule for the arguments of each program other than curl. */
const known: Record<string, (args: string[]) => unknown> = {
  npm: ([verb = "", name = ""]) =>
    verb === "run" ? name in manifest.scripts : ["install", "start", "test"].includes(verb),
  npx: ([runtime, ...args]) => runtime === "bun" && args.some((name) => existsSync(join(root, name))),
  git: () => true,
  stoa: ([name = ""]) => textOf("docs/administration/installing.md").includes(`\`stoa ${name}`),
};

test.each(pages.filter((page) => commandsIn(page).length > 0))(
  "commands on %s are of programs and scripts that exist",
  async (page) => {
    for (const command of commandsIn(page)) {
      const words = (await expand(command, (name) => `$${name}`)).filter((word) => !/^[A-Z_]+=/.test(word));
      const [program, ...args] = words;
      if (program === undefined) continue;
      if (program !== "curl") expect([command.line, Boolean(known[program]?.(args))]).toEqual([command.line, true]);
    }
  },
);

// biome-ignore lint/suspicious/noExplicitAny: an answer has whatever its operation says
type Body = any;

describe("on the demo landscape", () => {
  let server: TestServer;
  let token: string;
  let model: string;
  const instance = newInstance();
  const archive = wheel();
  const saved = new Map<string, Blob>();
  /** The answers of the commands of a page, newest last. */
  let answers: Body[] = [];

  beforeAll(async () => {
    await instance.start();
    instance.tables.set("cmdb_ci_appl", new Map());
    instance.add("cmdb_ci_appl", [{ name: "Cold chain monitor", "owned_by.name": "Ada" }]);
    server = await startTestServer({ SEED_DEMO: "true", ALLOW_PRIVATE_ADDRESSES: "true" });
    token = (await server.nobody.post("/auth/login", DEMO_ADMINISTRATOR)).body.access_token;
    saved.set("contract.pdf", new Blob(["%PDF-1.7\n%%EOF\n"], { type: "application/pdf" }));
    const template = await you().get("/bpm/templates/order-to-cash");
    model = template.body.bpmn_xml;
    saved.set("model.bpmn", new Blob([model]));
    saved.set(
      "export.xlsx",
      new Blob([
        await workbookOf({
          Application: [
            ["id", "type", "name"],
            ["1", "Application", "Payroll"],
          ],
        }),
      ]),
    );
    saved.set("turbo_ea_capabilities.whl", new Blob([archive]));
  });
  afterAll(async () => {
    await server.stop();
    await instance.stop();
  });

  const you = () => clientOf(server.url, token);
  const firstOf = async (path: string) => (await you().get(path)).body.items[0].id as string;
  /** Returns the only value of a query. */
  const queried = (sql: string) => statement<{ value: string }, []>(sql).get()?.value as string;
  const answered = (field: string): string => answers.findLast((body) => body?.[field])[field];
  const published = (column: string) =>
    queried(`SELECT ${column} AS value FROM process_flow_versions WHERE status = 'published' ORDER BY id LIMIT 1`);

  const values: Record<string, () => string | Promise<string>> = {
    TOKEN: () => token,
    OTHER_TOKEN: () => token,
    CARD: () => firstOf("/cards?type=Application"),
    COMPONENT: () => firstOf("/cards?type=ITComponent"),
    INITIATIVE: () => firstOf("/cards?type=Initiative"),
    PROCESS: () => published("process_id"),
    PUBLISHED: () => published("id"),
    DRAFT: async () =>
      (await you().post(`/bpm/processes/${published("process_id")}/flow/drafts`, { bpmn_xml: model })).body.id,
    RUN: () => answered(answers.some((body) => body?.run_id) ? "run_id" : "id"),
    CLUSTER: () =>
      until(async () => (await you().get("/turbolens/duplicates")).body[0]?.id as string, "duplicates that are found"),
    FINDING: () => queried("SELECT id AS value FROM compliance_findings WHERE risk_id IS NULL LIMIT 1"),
    VIEW: () => answers.find((body) => body?.odata_enabled).id,
    FEED_TOKEN: () => answered("token"),
    ACCESS_TOKEN: () => answered("token"),
    TOKEN_ID: () => answers.find((body) => body?.scope).id,
    PERSON: () => queried("SELECT id AS value FROM users WHERE role = 'viewer' LIMIT 1"),
    SERVICE_ACCOUNT: () => answers.find((body) => body?.is_service_account).id,
    CONNECTION: () => answered("id"),
    WEBHOOK: () => answers.find((body) => body?.secret).id,
    MAPPING: () => answers.find((body) => body?.snow_table).id,
    BATCH: () => firstOf("/mutation-batches"),
    SHA256: () => sha256(archive),
  };

  const here = (page: string, text: string) =>
    text
      .replace(/^(http:\/\/)?(localhost|other):8920/, server.url)
      .replace("https://company.service-now.com", instance.url)
      .replace("you@company.com", `you.${pages.indexOf(page)}@company.example`)
      .replace('"password": "…"', `"password": "${instance.basic.password}"`);

  async function request(page: string, args: string[]) {
    const { url, init, savedAs, endless } = curlRequest(
      args.map((argument) => here(page, argument)),
      (name) => saved.get(name) as Blob,
    );
    const leaving = new AbortController();
    const response = await fetch(url, { ...init, redirect: "manual", signal: leaving.signal });
    if (endless) {
      leaving.abort();
      return { status: response.status, text: "" };
    }
    const content = await response.blob();
    if (savedAs) saved.set(savedAs, content);
    return { status: response.status, text: await content.text() };
  }

  test.each(pages.filter((page) => commandsIn(page).some(({ line }) => line.startsWith("curl"))))(
    "each request on %s succeeds",
    async (page) => {
      answers = [];
      for (const command of commandsIn(page)) {
        const [program, ...args] = await expand(
          command,
          async (name) => (await values[name]?.()) ?? `no value for ${name}`,
        );
        if (program !== "curl") continue;
        const { status, text } = await request(page, args);
        expect({ line: command.line, refusal: status < 400 ? undefined : `${status} ${text}` }).toEqual({
          line: command.line,
          refusal: undefined,
        });
        answers.push(text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text);
      }
    },
  );
});
