/** The cards of a type with everything that they can be grouped and filtered by. */
import { type Actor, may } from "../../core/access/actor";
import { notFound } from "../../http/errors";
import { columns } from "../../http/tables";
import { attributeColumns, lifecycleColumns } from "../cards";
import { cardType, metamodel, type RelationType } from "../metamodel";
import { ORGANIZATION } from "./card-types";
import { type Peer, peersByType, peersOf, tagsByCard } from "./peers";
import { activeCards, type Filters, numbersOf, phaseMember, populationOf, selectCards } from "./population";
import { cardAttributes, relationAttributes } from "./redaction";
import { fragment, grouped, list, listed, members, object, type Query, rowsOf, scalar, stored } from "./rows";
import { parsed, phaseColumn, type Report } from "./table";
import { tagGroupsFor } from "./tag-groups";

/** Returns the visible relation types of a card type: the first for each type at the other end. */
function relationTypesOf(typeKey: string): object[] {
  const firsts = new Map<string, RelationType>();
  const touching = [...metamodel().relationTypes.values()]
    .filter((type) => !type.is_hidden && [type.source_type_key, type.target_type_key].includes(typeKey))
    .sort((one, other) => one.sort_order - other.sort_order || (one.key < other.key ? -1 : 1));
  const otherEnd = (type: RelationType) =>
    type.source_type_key === typeKey ? type.target_type_key : type.source_type_key;
  for (const type of touching) if (!firsts.has(otherEnd(type))) firsts.set(otherEnd(type), type);
  return [...firsts].map(([other_type_key, type]) => {
    const { key, label, reverse_label, source_type_key, target_type_key, translations, attributes_schema } = type;
    return {
      key,
      label,
      reverse_label,
      source_type_key,
      target_type_key,
      other_type_key,
      translations,
      attributes_schema,
    };
  });
}

/** A relation of a card: the number of its type, the card at its other end, and its attributes as a JSON text. */
type RelatedPeer = { type: number; peer: Peer; attributes: string };

/**
 * Maps number of a card → its relations to active cards, in the order of their creation.
 * @param cards a query of the numbers
 */
function relationsByCard(actor: Actor, cards: Query, peers: ReadonlyMap<number, Peer>): Map<number, RelatedPeer[]> {
  const attributes = relationAttributes(actor);
  const end = (own: string, other: string) =>
    `SELECT ${own}, r.seq, r.type_seq, ${other}, ${stored(attributes.sql, "{}")} FROM relations r WHERE ${own} IN item`;
  const rows = rowsOf<[card: number, place: number, type: number, other: number, attributes: string]>(
    fragment(
      `WITH item AS MATERIALIZED (${cards.sql}) ${end("r.source_seq", "r.target_seq")}
       UNION ALL ${end("r.target_seq", "r.source_seq")} ORDER BY 1, 2`,
      ...cards.values,
      ...attributes.values,
      ...attributes.values,
    ),
  );
  return grouped(
    rows.flatMap(([card, , type, other, attributes]): [number, RelatedPeer][] => {
      const peer = peers.get(other);
      return peer ? [[card, { type, peer, attributes }]] : [];
    }),
  );
}

/** Returns a relation as a JSON text. @param key that of its type, as JSON */
const relationText = ({ peer: { id, name, type }, attributes }: RelatedPeer, key: string | undefined) =>
  `{"relation_type":${key},"related_id":"${id}","related_name":${JSON.stringify(name)},"related_type":${JSON.stringify(type)},"attributes":${attributes}}`;

/** Returns the ids of the organizations among related cards, as a JSON array. */
const organizationIds = (related: readonly RelatedPeer[]) =>
  JSON.stringify([...new Set(related.flatMap(({ peer: { id, type } }) => (type === ORGANIZATION ? [id] : [])))].sort());

/**
 * Returns the portfolio of a card type with relations, groups and tags.
 * @throws Problem 404 for an unknown or hidden card type
 */
export function appPortfolio(actor: Actor, { type, ...filters }: Filters & { type: string }): Report {
  const definition = cardType(type);
  if (!definition || definition.is_hidden) throw notFound(`Card type '${type}'`);
  const population = populationOf(actor, type, filters);
  const numbers = numbersOf(population);
  const attributes = cardAttributes(actor, [type]);
  const phase = phaseMember(filters.at);
  const head = members({
    id: scalar("c.id"),
    name: scalar("c.name"),
    subtype: scalar("c.subtype"),
    attributes: stored(attributes.sql),
    lifecycle: stored("c.lifecycle"),
  });
  const cards = rowsOf<[number, string]>(
    selectCards(population, fragment(`'{' || ${head} || ${phase.sql}`, ...attributes.values, ...phase.values)),
  );
  const peers = peersOf(numbers);
  const relations = relationsByCard(actor, numbers, peers);
  const keys = new Map([...metamodel().relationTypes.values()].map(({ seq, key }) => [seq, JSON.stringify(key)]));
  const tags = tagsByCard(numbers);
  const itemOf = ([seq, card]: [number, string]) => {
    const related = relations.get(seq) ?? [];
    const texts = related
      .filter(({ peer }) => peer.type !== type)
      .map((relation) => relationText(relation, keys.get(relation.type)));
    return `${card},"relations":${list(texts)},"org_ids":${organizationIds(related)},"tag_ids":${JSON.stringify(tags.get(seq) ?? [])}}`;
  };
  return {
    name: "app-portfolio",
    *json() {
      yield* listed(cards.values().map(itemOf), '{"items":');
      yield `,"fields_schema":${JSON.stringify(definition.fields_schema)}`;
      yield `,"relation_types":${JSON.stringify(relationTypesOf(type))}`;
      yield `,"groupable_types":${peersByType(peers, (other) => other !== type)}`;
      yield* listed(organizationTexts(), ',"organizations":');
      yield `,"tag_groups":${tagGroupsFor(type)}}`;
    },
    columns: [
      ...columns("id", "name", "subtype"),
      ...lifecycleColumns,
      ...phaseColumn(filters.at),
      ...attributeColumns(type, may(actor, "costs.view")),
    ],
    rows: () => parsed(cards.values().map(itemOf)),
  };
}

/** Returns all active organizations by name, as JSON texts. */
const organizationTexts = () =>
  rowsOf<[number, string]>(
    selectCards(activeCards(ORGANIZATION), fragment(object({ id: scalar("c.id"), name: scalar("c.name") }))),
  ).map(([, text]) => text);
