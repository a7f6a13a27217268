/** Descriptions by templates: from the type, the attributes and the relations of a card. */
import { nameKeyOf, statement } from "../../../db";
import { parseObject } from "../../platform/json";
import { type CardRow, findCard } from "../cards";
import type { CardType } from "../metamodel";
import { describedKind } from "./kinds";

/** A part of a description: a card or a kind, by its name. */
type NamePart = { name: string; subtype?: string | null | undefined };

/** Related cards of one kind that are named, and kinds. */
const MAX_NAMES = 3;
const MAX_KINDS = 4;
const MAX_RELATIONS = 200;

/** Finds the card that has the name and the type, the oldest of several; undefined without one. */
function findByName({ key }: CardType, name: string): CardRow | undefined {
  const row = statement<{ id: string }>(
    "SELECT id FROM cards WHERE type = ? AND name_key = ? AND status = 'ACTIVE' ORDER BY seq LIMIT 1",
  ).get(key, nameKeyOf(name));
  return row ? findCard(row.id) : undefined;
}

type RelatedName = { label: string; name: string };

/** Returns the cards that a card is related to, with the label of the relation as read from it. */
const relatedTo = (id: string): RelatedName[] =>
  statement<RelatedName>(
    `SELECT t.label, o.name FROM cards c JOIN relations r ON r.source_seq = c.seq JOIN cards o ON o.seq = r.target_seq
       JOIN relation_types t ON t.seq = r.type_seq WHERE c.id = ? AND o.status = 'ACTIVE' AND t.label <> ''
     UNION ALL
     SELECT t.reverse_label, o.name FROM cards c JOIN relations r ON r.target_seq = c.seq
       JOIN cards o ON o.seq = r.source_seq JOIN relation_types t ON t.seq = r.type_seq
     WHERE c.id = ? AND o.status = 'ACTIVE' AND coalesce(t.reverse_label, '') <> ''
     ORDER BY 1, 2 LIMIT ${MAX_RELATIONS}`,
  ).all(id, id);

const listed = (names: readonly string[]) =>
  names.length > MAX_NAMES
    ? `${names.slice(0, MAX_NAMES).join(", ")} and ${names.length - MAX_NAMES} more`
    : names.join(", ").replace(/, ([^,]*)$/, " and $1");

/** Returns a sentence for each kind of relation. */
function relationSentences(id: string): string[] {
  const byLabel = Map.groupBy(relatedTo(id), ({ label }) => label);
  return [...byLabel]
    .slice(0, MAX_KINDS)
    .map(([label, some]) => `It ${label} ${listed(some.map(({ name }) => name))}.`);
}

/** Returns a sentence on the select fields that the card has values for. */
function attributeSentence({ fields }: CardType, attributes: Record<string, unknown>): string[] {
  const known = [...fields.values()].flatMap(({ key, label, type, options }) => {
    const option = type === "single_select" && options?.find((one) => one.key === attributes[key]);
    return option ? [`${label.toLowerCase()} ${option.label.toLowerCase()}`] : [];
  });
  return known.length > 0 ? [`Its attributes: ${known.slice(0, MAX_KINDS).join(", ")}.`] : [];
}

/** Returns a description of a card by its type, and of one that exists by its attributes and relations too. */
export function describeByTemplate(type: CardType, { name, subtype }: NamePart): string {
  const kind = type.subtypes.find(({ key }) => key === subtype)?.label.toLowerCase() ?? describedKind(type.key);
  const article = /^[aeiou]/i.test(kind) ? "an" : "a";
  const card = findByName(type, name);
  const rest = card ? [...attributeSentence(type, parseObject(card.attributes)), ...relationSentences(card.id)] : [];
  return [`${name} is ${article} ${kind}.`, ...rest].join(" ");
}
