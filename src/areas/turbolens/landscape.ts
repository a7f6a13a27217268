/** The cards that analyses read: all that are not archived, with what they are linked to. */
import { inList, listOf, statement } from "../../../db";
import { today } from "../../platform/clock";
import { cardType } from "../metamodel";

/** A card as analyses see it. */
export type LandscapeCard = {
  seq: number;
  id: string;
  type: string;
  subtype: string | null;
  name: string;
  description: string | null;
  lifecycle: Record<string, string>;
  attributes: Record<string, unknown>;
};

type Row = Omit<LandscapeCard, "lifecycle" | "attributes"> & { lifecycle: string | null; attributes: string | null };

/** Returns stored JSON as an object; anything else is empty. */
function parsed<T>(text: string | null): Record<string, T> {
  const value: unknown = text === null ? null : JSON.parse(text);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, T>) : {};
}

/** Returns the cards of some types that are not archived, in the order of their creation. */
export const landscapeCards = (types: readonly string[]): LandscapeCard[] =>
  statement<Row>(
    `SELECT seq, id, type, subtype, name, description, lifecycle, attributes FROM cards
     WHERE ${inList("type")} AND status <> 'ARCHIVED' ORDER BY seq`,
  )
    .all(listOf(types))
    .map(({ lifecycle, attributes, ...row }) => ({
      ...row,
      lifecycle: parsed<string>(lifecycle),
      attributes: parsed<unknown>(attributes),
    }));

/** A link of a card: the number of the card, and what it is linked to. */
export type Link = { seq: number; other: number; id: string; type: string; name: string; relation: string };

const linksFrom = (own: "source" | "target", other: "source" | "target") =>
  `SELECT r.${own}_seq AS seq, o.seq AS other, o.id, o.type, o.name, t.key AS relation
   FROM cards c JOIN relations r ON r.${own}_seq = c.seq JOIN cards o ON o.seq = r.${other}_seq
   JOIN relation_types t ON t.seq = r.type_seq
   WHERE ${inList("c.type")} AND c.status <> 'ARCHIVED' AND o.status <> 'ARCHIVED'`;

/** Returns the links of the cards of some types to others that are not archived, by the number of the card. */
export function landscapeLinks(types: readonly string[]): Map<number, Link[]> {
  const list = listOf(types);
  const links = statement<Link>(
    `${linksFrom("source", "target")} UNION ALL ${linksFrom("target", "source")} ORDER BY 1, 5, 2`,
  ).all(list, list);
  return Map.groupBy(links, ({ seq }) => seq);
}

/** Returns the names of the vendors of a card, each once. */
export const vendorsIn = (links: readonly Link[] = []): string[] => [
  ...new Set(links.filter(({ type }) => type === PROVIDER).map(({ name }) => name.trim())),
];

export const APPLICATION = "Application";
export const IT_COMPONENT = "ITComponent";
export const INTERFACE = "Interface";
export const PROVIDER = "Provider";
export const BUSINESS_CAPABILITY = "BusinessCapability";
export const OBJECTIVE = "Objective";

/** Says what a card type is called. */
export const labelOf = (type: string): string => cardType(type)?.label ?? type;

const phases = ["endOfLife", "phaseOut", "active", "phaseIn", "plan"];

/** Returns the phase that a lifecycle is in today; null when none has begun. */
export function phaseToday(lifecycle: Record<string, string>, day = today()): string | null {
  return phases.find((phase) => typeof lifecycle[phase] === "string" && (lifecycle[phase] as string) <= day) ?? null;
}

/** Returns the annual cost of a card; what is no number counts 0. */
export const annualCost = ({ attributes }: LandscapeCard): number => {
  const cost = attributes["costTotalAnnual"];
  return typeof cost === "number" && Number.isFinite(cost) ? cost : 0;
};

/** Says how good a card is technically, in the words of its select field; null when it doesn't say. */
export const technicalFit = ({ attributes }: LandscapeCard): string | null => {
  const fit = attributes["technicalSuitability"] ?? attributes["technicalFit"];
  return typeof fit === "string" ? fit : null;
};
