/** Serializing cards for visitors, as JSON text: without costs, and without what the portal has switched off. */
import { inList, listOf, notInList, relationTypeNumbers, statement } from "../../../db";
import { redactKeys } from "../cards";
import { costKeysOf, hiddenCardTypes } from "../metamodel";
import { type PublishedPortal, relationTypes } from "./public-portal";

/** Relations of one card, in each direction, that are shown. */
const MAX_RELATIONS = 500;

type Toggle = { card?: unknown; detail?: unknown } | null;

/** Returns the keys of a portal's toggles that are off both on the card and in its detail. */
function switchedOff({ card_config }: PublishedPortal): string[] {
  const toggles: unknown = card_config?.["toggles"];
  if (typeof toggles !== "object" || toggles === null) return [];
  return Object.entries(toggles as Record<string, Toggle>)
    .filter(([, toggle]) => toggle?.card === false && toggle.detail === false)
    .map(([key]) => key);
}

type CardTexts = Map<string, string>;

/** Maps card id → the text of a JSON array. */
const textsByCard = (sql: string, ...values: string[]): CardTexts =>
  new Map(statement<[string, string], string[]>(sql).values(...values) as unknown as [string, string][]);

const tagsOf = (ids: string) =>
  textsByCard(
    `SELECT ct.card_id, json_group_array(json_object('id', t.id, 'name', t.name, 'color', t.color, 'group_name', g.name)
       ORDER BY lower(g.name), g.id, lower(t.name), t.id)
     FROM card_tags ct JOIN tags t ON t.id = ct.tag_id JOIN tag_groups g ON g.id = t.tag_group_id
     WHERE ${inList("ct.card_id")} GROUP BY ct.card_id`,
    ids,
  );

const stakeholdersOf = (ids: string) =>
  textsByCard(
    `SELECT s.card_id, json_group_array(json_object('role', s.role, 'display_name', u.display_name)
       ORDER BY s.created_at, s.id)
     FROM stakeholders s JOIN users u ON u.id = s.user_id
     WHERE ${inList("s.card_id")} GROUP BY s.card_id`,
    ids,
  );

/**
 * Returns the relations in one direction, to active cards of visible types or of the portal's own.
 * @param numbers those of the cards, as JSON text
 * @param near the end of the relation that is the portal's card
 * @param excluded relation types, as JSON text
 */
const relationsOf = (numbers: string, near: "source_seq" | "target_seq", excluded: string, own: string) => {
  const [far, direction] = near === "source_seq" ? ["target_seq", "outgoing"] : ["source_seq", "incoming"];
  return textsByCard(
    `SELECT c.id, json_group_array(json_object('type', y.key, 'related_id', o.id, 'related_name', o.name,
         'related_type', o.type, 'direction', '${direction}') ORDER BY r.seq)
     FROM json_each(?) AS shown JOIN cards c ON c.seq = shown.value
     JOIN relations r ON r.seq IN (
       SELECT near.seq FROM relations near JOIN cards far ON far.seq = near.${far}
       WHERE near.${near} = shown.value AND near.type_seq NOT IN ${relationTypeNumbers()} AND far.status = 'ACTIVE'
         AND (far.type = ? OR ${notInList("far.type")})
       LIMIT ${MAX_RELATIONS})
     JOIN relation_types y ON y.seq = r.type_seq JOIN cards o ON o.seq = r.${far} GROUP BY c.seq`,
    numbers,
    excluded,
    own,
    listOf(hiddenCardTypes()),
  );
};

const HEAD =
  "json_object('id', c.id, 'name', c.name, 'type', c.type, 'subtype', c.subtype, 'description', c.description)";
const TAIL =
  "json_object('approval_status', c.approval_status, 'data_quality', c.data_quality, 'updated_at', c.updated_at)";

type Row = [id: string, head: string, lifecycle: string | null, attributes: string | null, tail: string];

const none: CardTexts = new Map();
const inside = (array = "[]") => array.slice(1, -1);
const joined = (...parts: string[]) => parts.filter((part) => part !== "").join(",");

/**
 * Serializes the cards at these places, in their order, as the inside of a JSON array of PortalCards.
 * @param places their numbers (`seq`)
 */
export function serializeCards(portal: PublishedPortal, places: readonly number[]): string {
  const rows = statement<Row, [string]>(
    `SELECT c.id, ${HEAD}, c.lifecycle, c.attributes, ${TAIL}
     FROM json_each(?) AS place JOIN cards c ON c.seq = place.value ORDER BY place.key`,
  ).values(listOf(places)) as unknown as Row[];
  const ids = listOf(rows.map(([id]) => id));
  const off = switchedOff(portal);
  const excluded = listOf([
    ...relationTypes(true).map((type) => type.key),
    ...off.filter((key) => key.startsWith("rel:")).map((key) => key.slice("rel:".length)),
  ]);
  const costs = costKeysOf(portal.card_type);
  const tags = tagsOf(ids);
  const stakeholders = off.includes("subscribers") ? none : stakeholdersOf(ids);
  const outgoing = relationsOf(listOf(places), "source_seq", excluded, portal.card_type);
  const incoming = relationsOf(listOf(places), "target_seq", excluded, portal.card_type);
  return rows
    .map(([id, head, lifecycle, attributes, tail]) => {
      const relations = joined(inside(outgoing.get(id)), inside(incoming.get(id)));
      return `${head.slice(0, -1)},"lifecycle":${lifecycle},"attributes":${redactKeys(attributes, costs)},"tags":${
        tags.get(id) ?? "[]"
      },"relations":[${relations}],"stakeholders":${stakeholders.get(id) ?? "[]"},${tail.slice(1)}`;
    })
    .join(",");
}
