/** The links of elements of flows to applications, data objects and IT components. */
import { inList, listOf, statement } from "../../../../db";
import type { ElementLinks } from "../../../../db/schema/bpm";
import { invalid } from "../../../http/errors";
import type { JsonObject } from "../../../platform/json";
import { findCards } from "../../cards";

/** A field of an element that links it to a card. */
export type LinkField = "application_id" | "data_object_id" | "it_component_id";

/** Link field → the type of the cards that it links to, and the type of relation that follows from it. */
const links: Record<LinkField, { cardType: string; relationType: string }> = {
  application_id: { cardType: "Application", relationType: "relProcessToApp" },
  data_object_id: { cardType: "DataObject", relationType: "relProcessToDataObj" },
  it_component_id: { cardType: "ITComponent", relationType: "relProcessToITC" },
};

export const LINK_FIELDS = Object.keys(links) as LinkField[];

/** Returns the type of relation that follows from a link. */
export const relationTypeOf = (field: LinkField): string => links[field].relationType;

/** BPMN id → the links of an element. */
export type LinksByElement = ReadonlyMap<string, ElementLinks>;

/** Parses stored links, by BPMN id. */
export const parseLinks = (stored: Record<string, ElementLinks> | null): LinksByElement =>
  new Map(Object.entries(stored ?? {}));

/** Links as they are stored; null for none. */
export const storedLinks = (links: LinksByElement): Record<string, ElementLinks> | null =>
  links.size === 0 ? null : Object.fromEntries(links);

/** The changes of the links of an element by a request: null or an empty text clears one, undefined leaves it. */
export type LinkChanges = Partial<Record<LinkField, string | null | undefined>>;

/**
 * Requires that the cards to link to exist and are of the types that the links are for.
 * @throws Problem 422 naming the field
 */
export function requireLinkable(changes: LinkChanges): void {
  const asked = LINK_FIELDS.flatMap((field) => (changes[field] ? [[field, changes[field]] as const] : []));
  const byId = new Map(findCards(asked.map(([, id]) => id)).map((card) => [card.id, card]));
  for (const [field, id] of asked)
    if (byId.get(id)?.type !== links[field].cardType)
      throw invalid(["body", field], `must be the id of a card of type ${links[field].cardType}`, "value_error", id);
}

type Row = Record<LinkField, string | null> & { bpmn_element_id: string; custom_fields: string | null };

/** Returns the links of the elements of a process, without elements that have none. */
export function linksOfProcess(processId: string): LinksByElement {
  const rows = statement<Row>(
    `SELECT bpmn_element_id, application_id, data_object_id, it_component_id, nullif(custom_fields, '{}') AS custom_fields
     FROM process_elements WHERE process_id = ?
       AND coalesce(application_id, data_object_id, it_component_id, nullif(custom_fields, '{}')) IS NOT NULL
     ORDER BY sequence_order`,
  ).all(processId);
  return new Map(
    rows.map(({ bpmn_element_id, custom_fields, ...cards }) => [
      bpmn_element_id,
      {
        ...Object.fromEntries(LINK_FIELDS.flatMap((field) => (cards[field] ? [[field, cards[field]]] : []))),
        ...(custom_fields && { custom_fields: JSON.parse(custom_fields) as JsonObject }),
      },
    ]),
  );
}

/** Returns the links of two maps together; where both say something of a field of an element, the second counts. */
export const overlaid = (first: LinksByElement, second: LinksByElement): LinksByElement =>
  new Map([...first, ...[...second].map(([id, own]) => [id, { ...first.get(id), ...own }] as const)]);

/** Returns every card that links name, each once. */
export const cardsOf = (linked: LinksByElement): string[] => [
  ...new Set([...linked.values()].flatMap((own) => LINK_FIELDS.flatMap((field) => own[field] ?? []))),
];

/** Maps card id → its name, of the cards that exist. */
export const namesOf = (ids: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    statement<{ id: string; name: string }>(`SELECT id, name FROM cards WHERE ${inList("id")}`)
      .all(listOf(ids))
      .map(({ id, name }) => [id, name]),
  );
