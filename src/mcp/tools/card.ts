/** Reading a card with its neighbourhood. */
import { z } from "zod";
import { plainText } from "../../core/rich-text";
import { answerOf } from "../answer";
import type { Api } from "../api";
import { cardLink, findCard } from "../cards";
import { cardTypes, currencyOf, fieldsOf, type RelationType, relationTypes, valueText } from "../metamodel";
import { ifPermitted } from "../refusals";
import { type Column, factsOf, part, tableOf } from "../table";
import { CardGiven, readingTool, type Toolbox, TypeGiven } from "../tool";

type Card = {
  id: string;
  name: string;
  type: string;
  subtype: string | null;
  description: string | null;
  lifecycle: Record<string, string> | null;
  attributes: Record<string, unknown> | null;
  status: string;
  approval_status: string;
  data_quality: number;
  external_id: string | null;
  alias: string | null;
  updated_at: string;
  tags: { name: string; group_name: string }[];
  stakeholders: { user_display_name: string; role: string }[];
};
type End = { id: string; name: string; type: string } | null;
type Relation = {
  type: string;
  source: End;
  target: End;
  attributes: Record<string, unknown> | null;
  description: string | null;
};
type Neighbour = { how: string; name: string; type: string; detail: unknown; id: string };

/** Relations that are shown. */
const MAX_NEIGHBOURS = 100;
/** Entries of each other part. */
const MAX_ENTRIES = 15;

/** Returns the other end of a relation, with how it is related to the card. */
function neighbourOf(card: string, relation: Relation, types: readonly RelationType[]): Neighbour | undefined {
  const isSource = relation.source?.id === card;
  const other = isSource ? relation.target : relation.source;
  if (!other) return undefined;
  const type = types.find(({ key }) => key === relation.type);
  const how = (isSource ? type?.label : type?.reverse_label) ?? relation.type;
  const detail = Object.entries(relation.attributes ?? {}).map(([key, value]) => `${key}: ${String(value)}`);
  return { how, ...other, detail: relation.description ? [relation.description, ...detail] : detail };
}

const NEIGHBOURS: readonly Column<Neighbour>[] = [
  ["How", ({ how }) => how],
  ["Name", ({ name }) => name],
  ["Type", ({ type }) => type],
  ["Detail", ({ detail }) => detail],
  ["Id", ({ id }) => id],
];

/** Returns the facts of a card with labels and units. */
export async function cardFacts(api: Api, card: Card): Promise<string> {
  const [types, currency] = [await cardTypes(api), await currencyOf(api)];
  const type = types.find(({ key }) => key === card.type);
  const subtype = type?.subtypes.find(({ key }) => key === card.subtype)?.label ?? card.subtype;
  const attributes = fieldsOf(type).map((field): [string, unknown] => [
    field.label,
    valueText(field, card.attributes?.[field.key], currency),
  ]);
  return factsOf([
    ["Name", card.name],
    ["Type", subtype ? `${type?.label ?? card.type} / ${subtype}` : (type?.label ?? card.type)],
    ["Description", card.description],
    ["Status", card.status],
    ["Approval", card.approval_status],
    [
      "Life cycle (each phase from its date)",
      Object.entries(card.lifecycle ?? {}).map(([phase, day]) => `${phase} ${day}`),
    ],
    ...attributes,
    ["Data quality", `${card.data_quality} %`],
    ["Tags", card.tags.map(({ name, group_name }) => `${group_name}: ${name}`)],
    ["People", card.stakeholders.map((one) => `${one.user_display_name} (${one.role})`)],
    ["Also called", card.alias],
    ["External id", card.external_id],
    ["Changed last", card.updated_at],
    ["Page", cardLink(api, card.id)],
    ["Id", card.id],
  ]);
}

async function relationsOf(api: Api, id: string): Promise<string> {
  const relations = await api.get<Relation[]>("/relations", { card_id: id });
  const types = await relationTypes(api);
  const neighbours = relations.flatMap((relation) => neighbourOf(id, relation, types) ?? []);
  const more = neighbours.length - MAX_NEIGHBOURS;
  const rest = more > 0 ? `\n(${more} more: find_cards with related_to lists them all)` : "";
  return tableOf(NEIGHBOURS, neighbours.slice(0, MAX_NEIGHBOURS)) + rest;
}

type Entry = Record<string, unknown>;
/** The parts of a card that are shown when they are asked for: the path below the card, and the columns. */
const parts = {
  hierarchy: ["hierarchy", []],
  risks: ["risks", ["title", "reference", "status", "initial_level", "residual_level", "id"]],
  decisions: [undefined, ["title", "reference_number", "status", "decision", "id"]],
  findings: ["compliance-findings", ["requirement", "regulation", "severity", "status", "gap_description", "id"]],
  documents: ["documents", ["name", "type", "url"]],
  comments: ["comments", ["content", "user_display_name", "created_at"]],
  todos: ["todos", ["description", "status", "assignee_name", "due_date"]],
  history: ["history", ["event_type", "user_display_name", "created_at"]],
} as const;
const partNames = Object.keys(parts) as (keyof typeof parts)[];

async function partOf(api: Api, id: string, name: keyof typeof parts): Promise<string> {
  const [path, columns] = parts[name];
  const found = await api.get<Entry[] & Record<string, Entry[]>>(
    path === undefined ? `/adr/by-card/${id}` : `/cards/${id}/${path}`,
  );
  if (name === "hierarchy") {
    const names = (list: Entry[] = []) => list.map((entry) => entry["name"]);
    return factsOf([
      ["Above it, root first", names(found["ancestors"])],
      ["Below it", names(found["children"])],
    ]);
  }
  const text = (value: unknown) => (name === "decisions" && typeof value === "string" ? plainText(value) : value);
  const shown = columns.map((key): Column<Entry> => [key.replaceAll("_", " "), (entry) => text(entry[key])]);
  return tableOf(shown, found.slice(0, MAX_ENTRIES));
}

/** Registers the tool that reads a card. */
export const cardTools: Toolbox = (server, api) =>
  readingTool(
    server,
    "read_card",
    {
      title: "Read a card with its neighbourhood",
      description:
        "Reads a card: its facts with units, its life cycle, people, tags and relations; further parts when asked for.",
      input: z.object({
        card: CardGiven,
        type: TypeGiven.optional().describe("Key of its type, where several cards have the name"),
        include: z.array(z.enum(partNames)).max(partNames.length).default(["hierarchy"]),
      }),
    },
    async ({ card: given, type, include }) => {
      const { id } = await findCard(api, given, type);
      const card = await api.get<Card>(`/cards/${id}`);
      const data = [await cardFacts(api, card), part("Relations", await relationsOf(api, id))];
      for (const name of include)
        data.push(part(name, await ifPermitted(partOf(api, id, name), "(You may not see this.)")));
      return answerOf(["Dates are year-month-day, times in UTC."], data.join("\n"));
    },
  );
