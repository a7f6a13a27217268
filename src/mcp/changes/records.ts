/** New comments, todos, risks and decisions, and undoing what was changed. */
import { z } from "zod";
import type { Api } from "../api";
import { findCard, findCards } from "../cards";
import { lineOf } from "../table";
import { CardGiven, Day, type Toolbox } from "../tool";
import { changingTool, type Plan } from "./change-tool";

type Operation = { op: string; event_type?: string; reason?: string };
type Part = { event_type: string; card_type: string | null; count: number; names: string[]; fields: string[] };
type Batch = { id: string; actor_user_id: string | null; created_at: string };
type Rollback = {
  batch: Batch;
  operations: Operation[];
  unsupported_events: Operation[];
  obstacles: { reason: string }[];
  conflicting_batches: { tool_name: string; created_at: string }[];
};

/** Returns paragraphs as rich text. */
const richText = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((one) => `<p>${Bun.escapeHTML(one)}</p>`)
    .join("");

/** Longest text of a comment, a todo or a description. */
const Text = z.string().min(1).max(10_000);

/** Returns the sentence about what a batch did to things of a kind, as far as the API names them: five at most. */
function partSentence({ event_type, card_type, count, names, fields }: Part): string {
  const more = count - names.length;
  const what = [...names.map((name) => `"${lineOf(name)}"`), ...(more > 0 ? [`${more} more`] : [])].join(", ");
  const kind = card_type === null ? "" : ` (${card_type})`;
  return `${what}${kind} would change back, undoing ${event_type}${fields.length > 0 ? ` of ${fields.join(", ")}` : ""}`;
}

/** Returns what a batch did, with the names of the things; nothing of one that has so many neighbours that it isn't found. */
async function partsOf(api: Api, { id, actor_user_id, created_at }: Batch): Promise<Part[]> {
  const query = { mine: actor_user_id === api.caller.userId, since: created_at, until: created_at, page_size: 200 };
  const { items } = await api.get<{ items: { id: string; parts: Part[] }[] }>("/mutation-batches", query);
  return items.find((batch) => batch.id === id)?.parts ?? [];
}

/** Returns the sentences about a rollback: the names of the things first, and then how many steps of each kind there are. */
function rollbackSentences({ operations, unsupported_events }: Rollback, parts: readonly Part[]): string[] {
  const stays = new Set(unsupported_events.map(({ event_type }) => event_type));
  const steps = [...Map.groupBy(operations, ({ op }) => op)].map(
    ([op, all]) => `${op.replaceAll("_", " ")}: ${all.length}`,
  );
  return [
    ...parts.filter(({ event_type }) => !stays.has(event_type)).map(partSentence),
    ...(steps.length > 0 ? [`The steps are ${steps.join(", ")}`] : []),
    ...unsupported_events.map(
      ({ event_type, reason }) => `${event_type ?? "An event"} would stay: ${reason ?? "it can't be undone"}`,
    ),
  ];
}

/** Registers the tools that record something, or undo it. */
export const recordTools: Toolbox = (server, api) => {
  /** Returns a plan of one request, which is rehearsed first, so that everything that forbids it shows. */
  const planOne = async (sentence: string, path: string, body: object, page = ""): Promise<Plan> => {
    await api.send("POST", path, body, { isRehearsal: true });
    return {
      sentences: [sentence],
      async execute(particulars) {
        const { id } = await api.send<{ id?: string }>("POST", path, body, particulars);
        return page === "" ? [] : [`It has the page ${api.base}${page}/${id}`];
      },
    };
  };
  changingTool(server, api, "add_to_card", {
    title: "Comment on a card, or add a todo",
    description: "Writes a comment on a card, or creates a todo on it, perhaps for somebody (search finds people).",
    input: z.object({
      card: CardGiven,
      kind: z.enum(["comment", "todo"]),
      text: Text,
      assigned_to: z.uuid().optional().describe("Of a todo: the id of the person"),
      due_date: Day.optional().describe("Of a todo: when it is due"),
    }),
    async plan({ card, kind, text, assigned_to, due_date }) {
      const { id, name } = await findCard(api, card);
      if (kind === "comment")
        return planOne(`A comment would be written on "${name}": ${lineOf(text, 2_000)}`, `/cards/${id}/comments`, {
          content: text,
        });
      const due = due_date ? `, due on ${due_date}` : "";
      const whose = assigned_to ? `, for the person ${assigned_to}` : "";
      const sentence = `A todo would be created on "${name}"${due}${whose}: ${lineOf(text, 2_000)}`;
      return planOne(sentence, `/cards/${id}/todos`, { description: text, assigned_to, due_date });
    },
  });
  changingTool(server, api, "record_risk", {
    title: "Record a risk",
    description: "Adds a risk to the register.",
    input: z.object({
      title: z.string().min(1).max(500),
      description: Text,
      category: z.string().max(50).default("operational"),
      probability: z.enum(["very_high", "high", "medium", "low"]).default("medium"),
      impact: z.enum(["critical", "high", "medium", "low"]).default("medium"),
      cards: z.array(CardGiven).max(20).default([]).describe("The cards that it concerns"),
      target_date: Day.optional().describe("When it is to be resolved"),
    }),
    async plan({ title, description, category, probability, impact, cards, target_date }) {
      const about = await findCards(api, cards);
      const concerned = about.length > 0 ? `, concerning ${about.map(({ name }) => `"${name}"`).join(", ")}` : "";
      const sentence = `A risk "${title}" (${category}) of ${probability} probability and ${impact} impact would be recorded${concerned}: ${lineOf(description, 2_000)}`;
      const body = {
        title,
        description,
        category,
        initial_probability: probability,
        initial_impact: impact,
        target_resolution_date: target_date,
      };
      return planOne(sentence, "/risks", { ...body, card_ids: about.map(({ id }) => id) }, "/ea-delivery/risks");
    },
  });
  changingTool(server, api, "record_decision", {
    title: "Draft an architecture decision",
    description: "Creates an architecture decision as a draft; people sign it in the console.",
    input: z.object({
      title: z.string().min(1).max(500),
      context: Text,
      decision: Text,
      consequences: Text.optional(),
      alternatives_considered: Text.optional(),
    }),
    plan({ title, ...texts }) {
      const given = Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined);
      const body = { title, ...Object.fromEntries(given.map(([key, text]) => [key, richText(text)])) };
      const parts = given.map(([key, text]) => `${key.replaceAll("_", " ")}: ${lineOf(text, 1_000)}`).join(" / ");
      return planOne(`A draft of a decision "${title}" would be created. ${parts}`, "/adr", body, "/ea-delivery/adr");
    },
  });
  changingTool(server, api, "undo_change", {
    title: "Undo a change",
    description: "Undoes a batch of changes, all of it or nothing: one's own, or anybody's for administrators.",
    input: z.object({ batch: z.uuid().describe("The id of the batch, as the change returned it") }),
    async plan({ batch }) {
      const path = `/mutation-batches/${batch}/rollback`;
      const plan = await api.send<Rollback>("POST", path, { dry_run: true });
      const obstacles = [
        ...plan.obstacles.map(({ reason }) => `Something is in its way: ${reason}`),
        ...plan.conflicting_batches.map(
          (one) => `A later change touches the same: ${one.tool_name}, ${one.created_at}`,
        ),
      ];
      return {
        sentences: rollbackSentences(plan, await partsOf(api, plan.batch)),
        objections: obstacles,
        opensBatch: true,
        async execute() {
          const { rollback_batch_id } = await api.send("POST", path, { dry_run: false });
          return [`The rollback is the batch ${rollback_batch_id}`];
        },
      };
    },
  });
};
