/** /mcp in this process, whose calls of the API are recorded. */
import { createApp } from "../../src/app";
import { readConfig } from "../../src/config";
import { permissionText } from "../../src/core/access/operation-permission";
import { type Operation, servedPath } from "../../src/core/api/operation";
import type { Handler } from "../../src/http/handler";
import { contextOf } from "../../src/http/request-context";
import { withMcp } from "../../src/mcp/endpoint";

/** A call of the API by a tool. */
export type Call = {
  /** Its operation, as in `GET /cards/{card_id}`, and the permission that this declares. */
  operation: string;
  permission: string;
  method: string;
  path: string;
  body: unknown;
  status: number;
};

/** The door, and the calls that have come through it so far. */
export type Door = { send: (url: string | URL, init?: RequestInit) => Promise<Response>; taken: () => Call[] };

/** Opens a door to an application in this process, over the database of the running server. */
export function openDoor(): Door {
  const app = createApp(readConfig({ SECRET_KEY: "a key for tests that nobody else uses" }));
  let calls: Call[] = [];
  const recorded: Handler = async (request) => {
    const text = await request.clone().text();
    const response = await app.handle(request);
    const operation = contextOf(request).operation as Operation;
    const { pathname, search } = new URL(request.url);
    calls.push({
      operation: `${request.method} ${servedPath(operation).replace("/api/v1", "")}`,
      permission: permissionText(operation.permission),
      method: request.method,
      path: `${pathname}${search}`,
      body: text === "" ? undefined : JSON.parse(text),
      status: response.status,
    });
    return response;
  };
  const handle = withMcp(recorded, recorded);
  return {
    send: async (url, init) => handle(new Request(String(url), init)),
    taken() {
      const taken = calls;
      calls = [];
      return taken;
    },
  };
}
