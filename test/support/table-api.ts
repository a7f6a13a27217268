/** A ServiceNow instance on loopback: its Table API and its tokens, as far as they matter here. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { certificate, certificateKey } from "./certificates";

export type Row = Record<string, unknown>;
/** A request as the instance got it. */
export type TableRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  authorization: string;
  body: string;
};
/**
 * An instance's faults instead of an answer: a status with headers, or a connection that breaks before or after the
 * work.
 */
export type Fault =
  | { status: number; headers?: Record<string, string>; body?: string }
  | "break"
  | "break after"
  | { slow: number }
  | undefined;

export type Instance = {
  url: string;
  /** Table → id → row. */
  tables: Map<string, Map<string, Row>>;
  asked: TableRequest[];
  /** The most requests that it has had under way at the same moment. */
  atOnce: number;
  /** Columns that refer to records, and are answered with a link unless the request excludes it. */
  references: Set<string>;
  basic: { username: string; password: string };
  oauth: { client_id: string; client_secret: string; expires_in: number; issued: number; revoke: () => void };
  /** True when `X-Total-Count` and `Link` are answered. */
  counts: boolean;
  /** Called before each request is answered. */
  fault: (asked: TableRequest) => Fault;
  /** Called after each page of rows, to change the table meanwhile. */
  afterPage: (asked: TableRequest) => void;
  add: (table: string, rows: readonly Row[]) => string[];
  /** A row as it is now. */
  row: (table: string, sysId: string) => Row;
  remove: (table: string, ...sysIds: readonly string[]) => void;
  /** Forgets faults, and what it was asked. */
  reset: () => void;
  /** Listens, and makes this process trust its certificate. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

let made = 0;
/** Creates an id that no other row has. */
export const newSysId = (): string => (++made).toString(16).padStart(32, "0");

type Test = (row: Row) => boolean;

const operators: [name: string, holds: (have: string, want: string) => boolean][] = [
  ["!=", (have, want) => have !== want],
  [">=", (have, want) => have >= want],
  ["LIKE", (have, want) => have.toLowerCase().includes(want.toLowerCase())],
  ["IN", (have, want) => want.split(",").includes(have)],
  ["=", (have, want) => have === want],
];

function testOf(condition: string): Test {
  for (const [name, holds] of operators) {
    const at = condition.indexOf(name);
    if (at <= 0) continue;
    const [column, want] = [condition.slice(0, at), condition.slice(at + name.length)];
    return (row) => holds(String(row[column] ?? ""), want);
  }
  return () => true;
}

/**
 * Returns an encoded query: alternatives (`^NQ`) of conditions (`^`), each with its own alternatives (`^OR`), and orders.
 */
function selected(rows: readonly Row[], query: string): Row[] {
  const mark = "\u0001";
  const parts = query.replaceAll("^^", mark).split("^NQ");
  const orders: [string, number][] = [];
  const alternatives = parts.map((part) =>
    part
      .replaceAll("^OR", "\u0002")
      .replaceAll("\u0002DERBY", "^ORDERBY")
      .split("^")
      .flatMap((condition): Test[] => {
        const order = condition.match(/^ORDERBY(DESC)?(.*)$/);
        if (order) orders.push([order[2] as string, order[1] ? -1 : 1]);
        if (order || condition === "") return [];
        const tests = condition.split("\u0002").map((text) => testOf(text.replaceAll(mark, "^")));
        return [(row) => tests.some((test) => test(row))];
      }),
  );
  const found = rows.filter((row) => alternatives.some((tests) => tests.every((test) => test(row))));
  const compare = (one: Row, other: Row) => {
    for (const [column, direction] of orders) {
      const [a, b] = [String(one[column] ?? ""), String(other[column] ?? "")];
      if (a !== b) return a < b ? -direction : direction;
    }
    return 0;
  };
  return found.toSorted(compare);
}

/** Makes an instance without tables but those that every one has. */
export function newInstance(): Instance {
  const tokens = new Set<string>();
  const instance: Instance = {
    url: "",
    tables: new Map([
      ["sys_db_object", new Map()],
      ["sys_dictionary", new Map()],
    ]),
    asked: [],
    atOnce: 0,
    references: new Set(),
    basic: { username: "stoa", password: "open sesame" },
    oauth: { client_id: "client", client_secret: "hush", expires_in: 1800, issued: 0, revoke: () => tokens.clear() },
    counts: true,
    fault: () => undefined,
    afterPage: () => {},
    add(table, rows) {
      const stored = instance.tables.get(table) ?? new Map<string, Row>();
      instance.tables.set(table, stored);
      return rows.map((row) => {
        const sys_id = typeof row["sys_id"] === "string" ? row["sys_id"] : newSysId();
        stored.set(sys_id, { sys_updated_on: "2026-01-01 00:00:00", ...row, sys_id });
        return sys_id;
      });
    },
    row: (table, sysId) => instance.tables.get(table)?.get(sysId) as Row,
    remove(table, ...sysIds) {
      for (const sysId of sysIds) instance.tables.get(table)?.delete(sysId);
    },
    reset() {
      instance.asked.length = 0;
      instance.atOnce = 0;
      instance.references.clear();
      instance.counts = true;
      instance.fault = () => undefined;
      instance.afterPage = () => {};
    },
    start: async () => {},
    stop: async () => {},
  };

  const isAllowed = ({ authorization }: TableRequest) => {
    const { username, password } = instance.basic;
    const basic = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
    return authorization === basic || tokens.has(authorization.replace(/^Bearer /, ""));
  };

  function token(body: string) {
    const form = new URLSearchParams(body);
    const { client_id, client_secret, expires_in } = instance.oauth;
    const isRight = form.get("client_id") === client_id && form.get("client_secret") === client_secret;
    if (form.get("grant_type") !== "client_credentials" || !isRight) return { status: 401, body: { error: "no" } };
    const access_token = `token-${++instance.oauth.issued}`;
    tokens.add(access_token);
    return { status: 200, body: { access_token, token_type: "Bearer", expires_in } };
  }

  /** Returns a row as it is answered. */
  function shown(row: Row, query: URLSearchParams): Row {
    const columns = query.get("sysparm_fields")?.split(",") ?? Object.keys(row);
    const isPlain = query.get("sysparm_exclude_reference_link") === "true";
    const cell = (column: string) => {
      const value = row[column] ?? "";
      if (!instance.references.has(column) || isPlain) return value;
      return { link: `${instance.url}/api/now/table/sys_user/${value}`, value };
    };
    return Object.fromEntries(columns.filter((column) => column in row).map((column) => [column, cell(column)]));
  }

  function read(table: Map<string, Row>, asked: TableRequest) {
    const { query } = asked;
    const rows = selected([...table.values()], query.get("sysparm_query") ?? "");
    const limit = Number(query.get("sysparm_limit") ?? 10_000);
    const offset = Number(query.get("sysparm_offset") ?? 0);
    const result = rows.slice(offset, offset + limit).map((row) => shown(row, query));
    const headers: Record<string, string> = instance.counts
      ? { "x-total-count": String(rows.length), link: `<${instance.url}${asked.path}>;rel="first"` }
      : {};
    queueMicrotask(() => instance.afterPage(asked));
    return { status: 200, body: { result }, headers };
  }

  function answer(asked: TableRequest): { status: number; body: unknown; headers?: Record<string, string> } {
    const { method, path, body } = asked;
    if (path === "/oauth_token.do") return token(body);
    if (!isAllowed(asked)) return { status: 401, body: { error: { message: "User Not Authenticated" } } };
    const [, name, sysId] = path.match(/^\/api\/now\/table\/(\w+)(?:\/(\w+))?$/) ?? [];
    const table = instance.tables.get(name ?? "");
    if (!table) return { status: 400, body: { error: { message: "Invalid table" } } };
    if (method === "GET") return read(table, asked);
    const sent = JSON.parse(body) as Row;
    if (method === "POST") {
      const [sys_id = ""] = instance.add(name as string, [
        { sys_created_on: String(++made).padStart(12, "0"), ...sent },
      ]);
      return { status: 201, body: { result: table.get(sys_id) } };
    }
    const row = table.get(sysId ?? "");
    if (!row) return { status: 404, body: { error: { message: "No Record found" } } };
    Object.assign(row, sent);
    return { status: 200, body: { result: row } };
  }

  let underWay = 0;
  async function serve(request: IncomingMessage, response: ServerResponse) {
    instance.atOnce = Math.max(instance.atOnce, ++underWay);
    response.on("close", () => underWay--);
    response.on("error", () => {});
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? "/", "https://instance");
    const authorization = request.headers.authorization ?? "";
    const body = Buffer.concat(chunks).toString();
    const asked = { method: request.method ?? "", path: url.pathname, query: url.searchParams, authorization, body };
    instance.asked.push(asked);
    const fault = instance.fault(asked);
    if (fault === "break") return void request.socket.destroy();
    if (typeof fault === "object" && "slow" in fault) await Bun.sleep(fault.slow);
    if (typeof fault === "object" && "status" in fault) {
      response.writeHead(fault.status, fault.headers);
      return void response.end(fault.body ?? "");
    }
    const { status, headers, body: content } = answer(asked);
    if (fault === "break after") return void request.socket.destroy();
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(content));
  }

  const server = createServer({ cert: certificate, key: certificateKey }, serve);
  const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
  instance.start = async () => {
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    instance.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
  };
  instance.stop = async () => {
    if (before === undefined) delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before;
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return instance;
}
