/** Changes of cards: creating, updating, archiving, relating and tagging them. */
import { z } from "zod";
import type { Api } from "../api";
import { type CardName, findCard, findCards } from "../cards";
import { relationTypes } from "../metamodel";
import { lineOf } from "../table";
import { CardGiven, type Toolbox } from "../tool";
import { changingTool, type Plan } from "./change-tool";

/** Rows that one call may change. */
const MAX_ROWS = 100;

const Row = z.object({
  id: z.uuid().optional().describe("The card to change; without it the card with this name and type, or a new one"),
  type: z.string().max(100).optional().describe("Key of the card type; needed without an id"),
  name: z.string().max(500).optional(),
  subtype: z.string().max(100).nullable().optional(),
  description: z.string().max(20_000).nullable().optional(),
  parent: z.string().max(1_000).optional().describe("The parent's name, path with / or id; empty for none"),
  lifecycle: z.record(z.string().max(50), z.iso.date().nullable()).optional().describe("Phase → date; null clears one"),
  attributes: z.record(z.string().max(100), z.json()).optional().describe("Key of a field → value; null clears one"),
});

type Sides = Record<string, { old: unknown; new: unknown }>;
type RowResult = {
  row_index: number;
  status: "create" | "change" | "same" | "refused";
  id: string | null;
  name: string | null;
  changes: Sides;
  follows: { approval_status?: { old: string; new: string } };
  error: string | null;
  field: string | null;
  nearest: { name: string }[];
};
type UpsertResult = { results: RowResult[] };

const sideText = ([field, { old, new: next }]: [string, Sides[string]]) =>
  `${field.replace(/^attributes\./, "")} from ${lineOf(old, 2_000)} to ${lineOf(next, 2_000)}`;

/** Returns the sentence about what a row would do. */
function sentenceOf({ status, name, id, changes, follows, nearest }: RowResult): string {
  const broken = follows.approval_status ? " Its approval is lost by that." : "";
  if (status === "create") {
    const near =
      nearest.length > 0 ? ` There are cards with similar names: ${nearest.map((one) => one.name).join(", ")}.` : "";
    const values = Object.entries(changes).filter(([field]) => field !== "name");
    const rest =
      values.length > 0
        ? ` with ${values.map(([field, side]) => `${field} ${lineOf(side.new, 2_000)}`).join("; ")}`
        : "";
    return `A card "${name}" would be created${rest}.${near}`;
  }
  return `The card "${name}" (${id}) would be changed: ${Object.entries(changes).map(sideText).join("; ")}.${broken}`;
}

async function planUpsert(api: Api, rows: z.output<typeof Row>[]): Promise<Plan> {
  const { results } = await api.send<UpsertResult>("POST", "/cards/upsert", { rows, dry_run: true, on_error: "skip" });
  return {
    sentences: results.filter(({ status }) => status !== "same").map(sentenceOf),
    objections: results
      .filter(({ status }) => status === "refused")
      .map(
        ({ row_index, name, field, error }) =>
          `Card ${row_index + 1} (${name ?? "without a name"}): ${field ? `${field}: ` : ""}${error}`,
      ),
    async execute(particulars) {
      const done = await api.send<UpsertResult>("POST", "/cards/upsert", { rows, on_error: "stop" }, particulars);
      return done.results
        .filter(({ status, id }) => status === "create" && id)
        .map(({ name, id }) => `"${name}" now has the page ${api.base}/cards/${id}`);
    },
  };
}

type ArchiveResult = { archived_card_ids?: string[]; restored_card_ids?: string[] };

async function planArchive(api: Api, given: readonly string[], restore: boolean): Promise<Plan> {
  const cards = await findCards(api, given);
  const body = { card_ids: cards.map(({ id }) => id) };
  const path = restore ? "/cards/bulk-restore" : "/cards/bulk-archive";
  const result = await api.send<ArchiveResult>("POST", path, body, { isRehearsal: true });
  const changed = new Set(restore ? result.restored_card_ids : result.archived_card_ids);
  return {
    sentences: cards
      .filter(({ id }) => changed.has(id))
      .map(
        ({ name, type }) =>
          `The ${type} "${name}" would be ${restore ? "restored from the archive" : "archived; its relations stay, and it leaves lists and reports"}.`,
      ),
    async execute(particulars) {
      await api.send("POST", path, body, particulars);
      return [];
    },
  };
}

const Pair = z.object({
  relation: z.string().max(200).describe("Key of the relation type, as `metamodel` lists them for a type"),
  source: CardGiven.describe("The card at its source: id or exact name"),
  target: CardGiven.describe("The card at its target: id or exact name"),
  action: z.enum(["relate", "unrelate"]).default("relate"),
  attributes: z.record(z.string().max(100), z.json()).optional(),
  description: z.string().max(5_000).optional(),
});
type RelationResult = { row_index: number; status: string; error: string | null };

async function planRelations(api: Api, pairs: z.output<typeof Pair>[]): Promise<Plan> {
  const types = await relationTypes(api);
  const ends: [CardName, CardName][] = [];
  for (const { relation, source, target } of pairs) {
    const type = types.find(({ key }) => key === relation);
    if (!type) throw new Error(`There is no relation type ${relation}: metamodel lists those of a card type`);
    ends.push([await findCard(api, source, type.source_type_key), await findCard(api, target, type.target_type_key)]);
  }
  const operations = pairs.map(({ relation, action, attributes, description }, row_index) => ({
    ...{ row_index, type: relation, action: action === "relate" ? "upsert" : "delete", attributes, description },
    ...{ source: { id: ends[row_index]?.[0].id }, target: { id: ends[row_index]?.[1].id } },
  }));
  const path = "/relations/bulk";
  const { results } = await api.send<{ results: RelationResult[] }>("POST", path, { operations, dry_run: true });
  const namesOf = ({ row_index }: RelationResult) => {
    const [source, target] = ends[row_index] as [CardName, CardName];
    return `"${source.name}" and "${target.name}" (${pairs[row_index]?.relation})`;
  };
  return {
    sentences: results
      .filter(({ status }) => status === "upserted" || status === "deleted")
      .map(
        (one) =>
          `The relation between ${namesOf(one)} would be ${one.status === "deleted" ? "removed" : "made, or take over what is given"}.`,
      ),
    objections: results.filter(({ error }) => error !== null).map((one) => `${namesOf(one)}: ${one.error}`),
    async execute(particulars) {
      await api.send("POST", path, { operations, on_error: "stop" }, particulars);
      return [];
    },
  };
}

type TagGroup = { name: string; tags: { id: string; name: string }[] };

/** Returns the ids of tags that are given by name or as `group: name`. @throws Error for one that there is not */
function tagIds(groups: readonly TagGroup[], given: readonly string[]): string[] {
  const all = groups.flatMap(({ name: group, tags }) =>
    tags.map(({ id, name }) => ({ id, names: [id, name, `${group}: ${name}`] })),
  );
  return given.map((wanted) => {
    const fitting = all.filter(({ names }) => names.some((name) => name.toLowerCase() === wanted.trim().toLowerCase()));
    if (fitting.length === 1) return (fitting[0] as { id: string }).id;
    const known = groups.map(({ name, tags }) => `${name}: ${tags.map((tag) => tag.name).join(", ")}`).join("; ");
    throw new Error(
      `${fitting.length === 0 ? "There is no tag" : "Several tags are called"} ${wanted}. Tags are ${known}`,
    );
  });
}

async function planTags(api: Api, given: { cards: string[]; add: string[]; remove: string[] }): Promise<Plan> {
  const groups = await api.get<TagGroup[]>("/tag-groups");
  const cards = await findCards(api, given.cards);
  const body = {
    card_ids: cards.map(({ id }) => id),
    add: tagIds(groups, given.add),
    remove: tagIds(groups, given.remove),
  };
  const { changed } = await api.send<{ changed: number }>("POST", "/cards/bulk-tags", body, { isRehearsal: true });
  const names = cards.map(({ name }) => `"${name}"`).join(", ");
  const what = [
    given.add.length > 0 && `get the tags ${given.add.join(", ")}`,
    given.remove.length > 0 && `lose the tags ${given.remove.join(", ")}`,
  ].filter((text) => text !== false);
  return {
    sentences:
      changed === 0 ? [] : [`The cards ${names} would ${what.join(" and ")}; ${changed} of them differ by that.`],
    async execute(particulars) {
      await api.send("POST", "/cards/bulk-tags", body, particulars);
      return [];
    },
  };
}

/** Registers the tools that change cards. */
export const cardChangeTools: Toolbox = (server, api) => {
  changingTool(server, api, "change_cards", {
    title: "Create or change cards",
    description: "Creates cards, or changes the fields given of those that there are.",
    input: z.object({ cards: z.array(Row).min(1).max(MAX_ROWS) }),
    plan: ({ cards }) => planUpsert(api, cards),
  });
  changingTool(server, api, "archive_cards", {
    title: "Archive or restore cards",
    description: "Archives cards, or restores archived ones (by id). Nothing is deleted.",
    input: z.object({ cards: z.array(CardGiven).min(1).max(50), restore: z.boolean().default(false) }),
    plan: ({ cards, restore }) => planArchive(api, cards, restore),
  });
  changingTool(server, api, "relate_cards", {
    title: "Relate cards",
    description: "Makes or removes relations between cards.",
    input: z.object({ relations: z.array(Pair).min(1).max(MAX_ROWS) }),
    plan: ({ relations }) => planRelations(api, relations),
  });
  changingTool(server, api, "tag_cards", {
    title: "Tag cards",
    description: "Puts tags on cards, and takes others off them. Tags are given by name, or as `group: name`.",
    input: z.object({
      cards: z.array(CardGiven).min(1).max(50),
      add: z.array(z.string().max(200)).max(20).default([]),
      remove: z.array(z.string().max(200)).max(20).default([]),
    }),
    plan: (given) => planTags(api, given),
  });
};
