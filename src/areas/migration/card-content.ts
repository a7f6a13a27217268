/** The content of a card that a record is applied with: where the mapping sends it, in the form of the card type's fields. */
import type { FieldMappings } from "../../../db/schema/migration";
import type { JsonObject } from "../../platform/json";
import { type CardType, cardType } from "../metamodel";
import { choiceOf, dayIn, fitAttributes, quoted } from "./fitting";
import type { CardPayload } from "./staging/records";
import { LIFECYCLE_TARGET, SKIP_TARGET } from "./targets";

/** A card's content; `objections` are the reasons why some values are left out. */
export type CardContent = {
  subtype: string | null;
  lifecycle: JsonObject;
  attributes: JsonObject;
  objections: readonly string[];
};

/** Returns a value in a reason; a number may be a cost, whose values only those see who may see costs. */
const described = (value: unknown): string =>
  typeof value === "string" && Number.isNaN(Number(value)) ? quoted(value) : "its value";

/** Moves attributes to where a mapping sends them. Attributes that it doesn't name stay. */
function mapAttributes({ lifecycle, attributes }: CardPayload, mapping: Readonly<Record<string, string>>) {
  const mapped: Pick<CardContent, "lifecycle" | "attributes"> = { lifecycle: { ...lifecycle }, attributes: {} };
  const objections: string[] = [];
  const entries: [string, unknown][] = [];
  for (const [key, value] of Object.entries(attributes)) {
    const target = Object.hasOwn(mapping, key) ? (mapping[key] as string) : key;
    if (target === SKIP_TARGET) continue;
    if (!target.startsWith(LIFECYCLE_TARGET)) entries.push([target, value]);
    else {
      const day = dayIn(value);
      if (day === undefined) objections.push(`${key}: ${described(value)} is no date`);
      else mapped.lifecycle[target.slice(LIFECYCLE_TARGET.length)] = day;
    }
  }
  mapped.attributes = Object.fromEntries(entries);
  return { ...mapped, objections };
}

function fitSubtype(type: CardType, subtype: string | null): Pick<CardContent, "subtype" | "objections"> {
  if (subtype === null) return { subtype, objections: [] };
  const known = choiceOf(type.subtypes, subtype);
  return known === undefined
    ? { subtype: null, objections: [`subtype: ${type.label} has none that is called ${quoted(subtype)}`] }
    : { subtype: known, objections: [] };
}

/**
 * Returns the content of a record.
 * @param typeKey the card type; one that doesn't exist yet takes every value as it is
 */
export function cardContent(mappings: FieldMappings, typeKey: string, payload: CardPayload): CardContent {
  const { native_type, subtype, objections: read = [] } = payload;
  const mapping = Object.hasOwn(mappings, native_type) ? (mappings[native_type] ?? {}) : {};
  const mapped = mapAttributes(payload, mapping);
  const type = cardType(typeKey);
  if (!type) return { ...mapped, subtype, objections: [...read, ...mapped.objections] };
  const fitted = { attributes: fitAttributes(type.fields, mapped.attributes), subtype: fitSubtype(type, subtype) };
  return {
    subtype: fitted.subtype.subtype,
    lifecycle: mapped.lifecycle,
    attributes: fitted.attributes.attributes,
    objections: [...read, ...fitted.subtype.objections, ...mapped.objections, ...fitted.attributes.objections],
  };
}
