/** The metamodel: which types, fields and relations there are. */
import { z } from "zod";
import { answerOf } from "../answer";
import type { Api } from "../api";
import { type CardType, cardTypes, type Field, fieldsOf, type RelationType, relationTypes } from "../metamodel";
import { type Column, factsOf, part, tableOf } from "../table";
import { readingTool, type Toolbox, TypeGiven } from "../tool";

/** Options that a field names. */
const MAX_OPTIONS = 30;

const optionsOf = ({ options = [] }: Field) =>
  options.slice(0, MAX_OPTIONS).map(({ key, label }) => (key === label ? key : `${key} = ${label}`));

const FIELDS: readonly Column<Field>[] = [
  ["Field", ({ label }) => label],
  ["Kind", ({ type }) => type],
  ["Options", optionsOf],
  ["Key", ({ key }) => key],
];
const RELATIONS: readonly Column<RelationType>[] = [
  ["Relation", ({ source_type_key, label, target_type_key }) => `${source_type_key} ${label} ${target_type_key}`],
  ["Cardinality", ({ cardinality }) => cardinality],
  ["Attributes", ({ attributes_schema }) => attributes_schema.map(({ key }) => key)],
  ["Key", ({ key }) => key],
];
const TYPES: readonly Column<CardType>[] = [
  ["Type", ({ label }) => label],
  ["What it is", ({ description }) => description],
  ["Subtypes", ({ subtypes }) => subtypes.map(({ key }) => key)],
  ["Key", ({ key }) => key],
];

/** Returns the card types, or one with its fields and relations. @throws Error when there is no such type */
export async function metamodelText(api: Api, key?: string): Promise<string> {
  const types = await cardTypes(api);
  if (key === undefined) return tableOf(TYPES, types);
  const type = types.find((one) => one.key === key);
  if (!type) throw new Error(`There is no card type ${key}. There are ${types.map((one) => one.key).join(", ")}.`);
  const relations = (await relationTypes(api)).filter(
    ({ source_type_key, target_type_key }) => source_type_key === key || target_type_key === key,
  );
  return [
    factsOf([
      ["Type", type.label],
      ["What it is", type.description],
      ["Subtypes (key = label)", type.subtypes.map((one) => `${one.key} = ${one.label}`)],
      ["Has parents and children", type.has_hierarchy ? "yes" : "no"],
      ["Key", type.key],
    ]),
    part("Fields", tableOf(FIELDS, fieldsOf(type))),
    part("Relations", tableOf(RELATIONS, relations)),
  ].join("\n");
}

/** Registers the tool of the metamodel. */
export const metamodelTools: Toolbox = (server, api) =>
  readingTool(
    server,
    "metamodel",
    {
      title: "Metamodel",
      description:
        "Lists the card types; of one type its subtypes, fields with their options, and relation types. Call it before filtering by fields or changing cards.",
      input: z.object({ type: TypeGiven.optional() }),
    },
    async ({ type }) => answerOf(["Use the keys, and not the labels, in other tools."], await metamodelText(api, type)),
  );
