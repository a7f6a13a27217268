/**
 * Tools that change something: a call is a preview unless it says otherwise, and it is executed only with the confirmation
 * of a preview that still says the same. All of it is one batch with a name and the origin `mcp`, which can be undone.
 */
import { createHash } from "node:crypto";
import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { transactionInTurn } from "../../../db";
import { closeOrDrop, createOpenBatch } from "../../core/journal/batches";
import { type Answer, answerOf } from "../answer";
import type { Api, Particulars } from "../api";
import { guarded } from "../tool";
import { CONFIRMATION_MINUTES, confirmationOf, confirms } from "./confirmation";

/** A change as it would be made. */
export type Plan = {
  /** Sentences that say what would happen, each about one thing. */
  sentences: string[];
  /** The reasons why some of it can't be done; then nothing is. */
  objections?: string[];
  /** Makes the change. @returns sentences about what else became of it */
  execute: (particulars: Particulars) => Promise<string[]>;
  /** True when what it calls opens a batch itself. */
  opensBatch?: true;
};

/** A changing tool: `plan` validates and says what would happen, and changes nothing. */
type About<Input extends z.ZodObject> = {
  title: string;
  description: string;
  input: Input;
  plan: (input: z.output<Input>) => Promise<Plan>;
};

const Common = {
  dry_run: z.boolean().default(true).describe("true: only say what would happen; false: do it, with `confirmation`"),
  confirmation: z
    .string()
    .max(200)
    .optional()
    .describe("The confirmation that the preview of exactly this call has returned"),
};

const HOW =
  "First call it as it is: it changes nothing and returns a preview. Show the preview to the user; when the user agrees, call it again with the same parameters, dry_run false and the confirmation of the preview.";

/** Sentences of a preview that are shown. */
const MAX_SHOWN = 100;

const listed = (sentences: readonly string[]): string => {
  const more = sentences.length - MAX_SHOWN;
  return [...sentences.slice(0, MAX_SHOWN).map((one) => `- ${one}`), ...(more > 0 ? [`- and ${more} more`] : [])].join(
    "\n",
  );
};

/** Executes a plan as one batch. @returns sentences about what became of it */
async function execute(api: Api, title: string, plan: Plan, confirmation: string): Promise<string[]> {
  if (plan.opensBatch) return plan.execute({});
  const { userId } = api.caller;
  const batch = await transactionInTurn(() =>
    createOpenBatch({ tool_name: title, origin: "mcp", userId, dry_run: false, token: null }),
  );
  // A confirmation that is sent twice does nothing twice: the second batch stays empty.
  const key = `mcp-${createHash("sha256").update(confirmation).digest("hex")}`;
  const close = () => transactionInTurn(() => closeOrDrop(batch));
  const sentences = await plan.execute({ batch, key }).catch(async (error) => {
    await close();
    throw error;
  });
  const about = (await close())
    ? `All of it is the batch ${batch}: undo_change undoes it, or the user on ${api.base}/activity`
    : "This confirmation was used already: nothing was done a second time";
  return [...sentences, about];
}

const previewOf = (sentences: readonly string[], confirmation: string): Answer =>
  answerOf(
    [
      "This is a preview. Nothing has been changed.",
      `To do exactly this, once the user agrees: the same call with dry_run false and confirmation "${confirmation}". It holds for ${CONFIRMATION_MINUTES} minutes and for this content alone.`,
    ],
    listed(sentences),
  );

/** Registers a tool that changes something. */
export function changingTool<Input extends z.ZodObject>(
  server: McpServer,
  api: Api,
  name: string,
  { title, description, input, plan: planOf }: About<Input>,
): void {
  const run = async (all: z.output<Input> & { dry_run: boolean; confirmation?: string }): Promise<Answer> => {
    const { dry_run, confirmation, ...given } = all;
    const plan = await planOf(given as unknown as z.output<Input>);
    const { sentences, objections = [] } = plan;
    if (objections.length > 0)
      return { ...answerOf(["This can't be done, and nothing has been changed."], listed(objections)), isError: true };
    if (sentences.length === 0) return answerOf(["Everything is so already: there is nothing to change."]);
    const previewed = { userId: api.caller.userId, tool: name, input: given, preview: sentences };
    if (dry_run) return previewOf(sentences, confirmationOf(previewed));
    if (confirmation === undefined || !confirms(confirmation, previewed)) {
      const again = previewOf(sentences, confirmationOf(previewed));
      const why = "Nothing has been changed: the confirmation is missing, has expired, or belongs to something else.";
      return { content: [{ type: "text", text: why }, ...again.content], isError: true };
    }
    return answerOf(
      ["Done, as the preview said:"],
      listed([...sentences, ...(await execute(api, title, plan, confirmation))]),
    );
  };
  server.registerTool(
    name,
    {
      title,
      description: `${description} ${HOW}`,
      inputSchema: input.extend(Common),
      annotations: { title, readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    // biome-ignore lint/suspicious/noExplicitAny: the SDK's type of a callback doesn't know a schema that is a parameter
    guarded(name, run as any),
  );
}
