/** A random landscape, as it is stored, to recompute reports from. */
import { db, tables, transaction } from "../../../db";
import { createRelationRow } from "../../../src/areas/relations/rows";
import { cardType, field, relationType, storedCards } from "../../support/factories";

export type Card = {
  id: string;
  type: string;
  name: string;
  status: string;
  approval_status: string;
  data_quality: number;
  lifecycle: Record<string, string>;
  attributes: Record<string, unknown>;
};
export type Relation = { type: string; source: string; target: string };
export type Landscape = { cards: Card[]; relations: Relation[] };

/** Returns the same numbers in each run. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const phases = ["plan", "phaseIn", "active", "phaseOut", "endOfLife"];
const approvals = ["DRAFT", "APPROVED", "BROKEN", "REJECTED"];
const ends = {
  uses: ["Tool", "Part"],
  serves: ["Tool", "Skill"],
  sits: ["Tool", "Organization"],
  supports: ["Application", "BusinessCapability"],
  helps: ["BusinessCapability", "Application"],
  runs: ["Application", "ITComponent"],
  belongs: ["Application", "Organization"],
} as const;
const types = [
  ...["Tool", "Tool", "Part", "Skill", "Organization"],
  ...["Application", "BusinessCapability", "ITComponent"],
];
/** Products and cycles that components are linked to; the last is none. */
const links = [
  { eol_product: "postgresql", eol_cycle: "14" },
  { eol_product: "postgresql", eol_cycle: "17" },
  { eol_product: "python", eol_cycle: "3.8" },
  { eol_product: "python", eol_cycle: "0.0" },
] as const;

/** Returns types of cards and relations of the landscape, and its cards and relations, stored. */
export function randomLandscape(seed: number, size = 96): Landscape {
  const random = numbers(seed);
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
  const cost = field("price", "cost");
  for (const type of ["Tool", "Part", "Skill", "Application"])
    cardType(type, [cost, field("size", "number"), field("fee", "cost"), field("begin", "date")]);
  for (const [key, [source, target]] of Object.entries(ends))
    relationType(key, source, target, { affected_end: "source" });
  const cards = Array.from({ length: size }, (_, at): Card => {
    const dates = phases.filter(() => random() < 0.35);
    return {
      id: "",
      type: pick(types),
      name: `Name ${at % 17}`,
      status: random() < 0.85 ? "ACTIVE" : "ARCHIVED",
      approval_status: pick(approvals),
      data_quality: Math.floor(random() * 1_001) / 10,
      lifecycle: Object.fromEntries(
        dates.map((phase) => [phase, `20${20 + Math.floor(random() * 14)}-0${1 + Math.floor(random() * 9)}-15`]),
      ),
      attributes: {
        ...{ price: Math.floor(random() * 1_000), size: at },
        ...(random() < 0.5 && { fee: 7 }),
        ...(random() < 0.3 && pick(links)),
      },
    };
  });
  const ids = storedCards(
    cards.map(({ id: _, ...card }) => ({
      ...card,
      lifecycle: JSON.stringify(card.lifecycle),
      attributes: JSON.stringify(card.attributes),
    })),
  );
  for (const [at, card] of cards.entries()) card.id = ids[at] as string;
  const relations = Object.entries(ends).flatMap(([type, [source, target]]) =>
    Array.from({ length: size }, () => ({
      type,
      source: pick(cards.filter((card) => card.type === source)).id,
      target: pick(cards.filter((card) => card.type === target)).id,
    })),
  );
  transaction(() => {
    for (const { type, source, target } of relations)
      createRelationRow({ type, source_id: source, target_id: target, attributes: null, description: null });
  });
  return { cards, relations };
}

/** Removes every card. */
export const emptyLandscape = (): void =>
  transaction(() => {
    db.delete(tables.relations).run();
    db.delete(tables.cards).run();
  });

/** Returns the active cards of a landscape, of a type. */
export const activeOf = ({ cards }: Landscape, type?: string): Card[] =>
  cards.filter((card) => card.status === "ACTIVE" && (type === undefined || card.type === type));

/** Checks whether any relation links two cards. */
export const areLinked = ({ relations }: Landscape, one: string, other: string): boolean =>
  relations.some(({ source, target }) => (source === one && target === other) || (source === other && target === one));
