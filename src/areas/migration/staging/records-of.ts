/** The records that are staged for the parts of a snapshot. */
import { nameKeyOf } from "../../../../db";
import type { FieldMappings } from "../../../../db/schema/migration";
import { relationType } from "../../metamodel";
import { cardContent } from "../card-content";
import { fitRelation } from "../fitting";
import { messageOf } from "../messages";
import type { Entity, Link, Relation, Source, Subscription, Tag } from "../sources/snapshot";
import { emailObjection } from "./emails";
import type { NewRecord } from "./records";

/** Returns the card type of an entity's type; one that the tool alone knows becomes a card type itself. */
export const targetType = (source: Source, type: string): string => source.cardTypeOf(type) ?? type;

/**
 * Returns an entity as a card, with a message about values that don't fit.
 * @param mappings the targets of its fields
 */
export function cardRecord(source: Source, entity: Entity, mappings: FieldMappings): NewRecord<"card"> {
  const { id, type, name, description, category, lifecycle, attributes, objections } = entity;
  const adapted = source.adapt(type);
  const cardTypeKey = targetType(source, type);
  const payload = {
    native_type: type,
    name,
    name_key: nameKeyOf(name),
    description,
    subtype: adapted?.subtype ?? category,
    lifecycle,
    attributes: { ...attributes, ...adapted?.attributes },
    ...(objections.length > 0 && { objections }),
  };
  const message = messageOf(cardContent(mappings, cardTypeKey, payload).objections);
  return { kind: "card", sourceId: id, cardTypeKey, displayName: name, payload, message };
}

/** Checks whether the ends of a relation fit its relation type only the other way round. */
function fitsReversed(key: string, source: string | undefined, target: string | undefined): boolean {
  const definition = relationType(key);
  if (!definition) return false;
  const { source_type_key, target_type_key } = definition;
  return source === target_type_key && target === source_type_key && source !== target;
}

/**
 * Returns a relation, its ends in the direction of its relation type, with a message about values that don't fit.
 * @param typeOf the card types of its ends, as far as they are staged
 */
export function relationRecord(
  source: Source,
  { id, type, attributes, ...ends }: Relation,
  typeOf: ReadonlyMap<string, string>,
): NewRecord<"relation"> {
  const { key, swapped } = source.relationTypeOf(type) ?? { key: type, swapped: false };
  const [one, other] = swapped ? [ends.target, ends.source] : [ends.source, ends.target];
  const reversed = fitsReversed(key, typeOf.get(one), typeOf.get(other));
  const payload = { source: reversed ? other : one, target: reversed ? one : other, attributes };
  const message = messageOf(fitRelation(key, attributes).objections);
  return { kind: "relation", sourceId: id, cardTypeKey: key, displayName: type, payload, message };
}

/** Returns a tag, and the group that it is in. */
export const tagRecords = ({ id, group, mode, name, color }: Tag): [NewRecord<"tag_group">, NewRecord<"tag">] => [
  { kind: "tag_group", sourceId: group, displayName: group, payload: { name: group, mode } },
  { kind: "tag", sourceId: id, displayName: name, payload: { group, name, color } },
];

/** Returns a subscription, and the user who has it. */
export function subscriptionRecords(
  source: Source,
  { id, entity, email: written, roleType, roleName }: Subscription,
): [NewRecord<"user">, NewRecord<"subscription">] {
  const email = written.toLowerCase();
  const objection = emailObjection(email);
  const reason = objection !== undefined && { reason: objection };
  const payload = { entity, email, role: source.roleOf({ roleType, roleName }) };
  const displayName = `${email} (${roleName || roleType})`;
  return [
    { kind: "user", sourceId: email, displayName: email, payload: { email }, ...reason },
    { kind: "subscription", sourceId: id, displayName, payload, ...reason },
  ];
}

/** Returns a document; one without a URL is a conflict. */
export const documentRecord = ({ id, entity, name, url }: Link): NewRecord<"document"> => ({
  kind: "document",
  sourceId: id,
  displayName: name,
  payload: { entity, name, url },
  ...(url === null && { reason: "The document has no URL" }),
});
