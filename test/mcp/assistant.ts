/** An assistant that is connected to /mcp by the SDK's client. */

import { expect } from "bun:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Client as ApiClient } from "../support/client";

export type Assistant = {
  client: Client;
  /** The version of the protocol that both have agreed on. */
  version: string;
  tools: string[];
  /** Calls a tool. @returns its text, and whether it was refused */
  call(tool: string, input?: object): Promise<{ text: string; isError: boolean }>;
};

/** Creates an access token of a user. */
export async function tokenOf(
  user: ApiClient,
  request: object = { scope: "write" },
): Promise<{ id: string; token: string }> {
  const { status, body } = await user.post("/users/me/tokens", { name: "Assistant", ...request });
  expect(status).toBe(201);
  return body;
}

type Send = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * Connects an assistant.
 * @param mode `legacy` speaks the version before the newest
 * @param send sends its requests, where that isn't `fetch`
 */
export async function connect(
  url: string,
  token: string,
  mode: "auto" | "legacy" = "auto",
  send: Send = fetch,
): Promise<Assistant> {
  const client = new Client({ name: "assistant", version: "1" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit, fetch: send }));
  const { tools } = await client.listTools();
  return {
    client,
    version: client.getNegotiatedProtocolVersion() ?? "",
    tools: tools.map(({ name }) => name),
    async call(tool, input = {}) {
      const answer = await client.callTool({ name: tool, arguments: { ...input } });
      const texts = (answer.content as { text?: string }[]).map(({ text }) => text ?? "");
      return { text: texts.join("\n"), isError: answer.isError === true };
    },
  };
}

/** Returns the confirmation that a preview has. */
export function confirmationIn(text: string): string {
  const [, confirmation] = /confirmation "([^"]+)"/.exec(text) ?? [];
  expect(confirmation).toBeDefined();
  return confirmation as string;
}
