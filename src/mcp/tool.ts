/** Tools: what a model may call. */
import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { countToolCall } from "../core/metrics/tool-calls";
import { type Answer, refusalOf } from "./answer";
import type { Api } from "./api";

/** The parameters that several tools have. */
export const CardGiven = z.string().min(1).max(500).describe("The card: its id, or its exact name");
export const TypeGiven = z
  .string()
  .max(100)
  .describe("Key of a card type, as `metamodel` lists them, e.g. Application");
export const Day = z.iso.date().describe("A date as in 2026-01-31");
export const Page = z.int().min(1).max(10_000).default(1).describe("The page, from 1");

/** Registers a tool that changes nothing. @param run gets what the model has sent, validated */
export function readingTool<Input extends z.ZodObject>(
  server: McpServer,
  name: string,
  about: { title: string; description: string; input: Input },
  run: (input: z.output<Input>) => Promise<Answer>,
): void {
  server.registerTool(
    name,
    {
      title: about.title,
      description: about.description,
      inputSchema: about.input as z.ZodObject<z.ZodRawShape>,
      annotations: { title: about.title, readOnlyHint: true, openWorldHint: false },
    },
    // biome-ignore lint/suspicious/noExplicitAny: the SDK's type of a callback doesn't know a schema that is a parameter
    guarded(name, run as any),
  );
}

/** Returns a tool whose calls are counted, and whose errors are answers that the model can read. */
export const guarded =
  <Input>(name: string, run: (input: Input) => Promise<Answer>): ((input: Input) => Promise<Answer>) =>
  async (input) => {
    const answer = await run(input).catch((error) => refusalOf((error as Error).message));
    countToolCall(name, answer.isError ? "refused" : "answered");
    return answer;
  };

/** Registers the tools of one subject. */
export type Toolbox = (server: McpServer, api: Api) => void;
