/** Counts the missing content of groups of cards, with the points that filling it everywhere would gain. */
import { inList, listOf } from "../../../db";
import { phases } from "../../../db/query";
import { type Actor, may } from "../../core/access/actor";
import { oneDecimal } from "../../platform/rounding";
import { type Expectation, expectationsOf } from "../cards";
import { costKeysOf, metamodel } from "../metamodel";
import { fragment, grouped, type Query, rowsOf } from "./rows";

/** SQL that is true for a card with any date of its lifecycle. */
export const HAS_PHASE = phases.map((phase) => `coalesce(c.lifecycle ->> '$.${phase}', '') <> ''`).join(" OR ");
/** SQL that is true for a card with a description: any letter that is no space. */
const HAS_TEXT = "trim(coalesce(c.description, ''), char(32, 9, 10, 11, 12, 13, 160)) <> ''";
/** Qualities from which a card counts as neither low nor, then, as high. */
const MIDDLE = 50;
const HIGH = 80;

/** Something that cards of a group lack. @see gain the points that the group's mean would gain */
export type MissingCount = Expectation & { count: number; gain: number };

/** A group of cards in figures. */
export type QualityGroup = {
  total: number;
  quality: number;
  low: number;
  middle: number;
  high: number;
  orphaned: number;
  missing: MissingCount[];
};

/** Cards of one type and subtype in a group, in figures. */
type Part = {
  type: string;
  subtype: string | null;
  total: number;
  quality: number;
  low: number;
  high: number;
  orphaned: number;
  /** Kind, key and side → how many have it. */
  filled: Map<string, number>;
};

type Row = [group: string, type: string, subtype: string | null];

const keyOf = (kind: string, key: string, side = "") => `${kind}\n${key}\n${side}`;
const partKey = ([group, type, subtype]: Row) => JSON.stringify([group, type, subtype]);

/** Returns the parts of all groups, with the figures that stand in the cards themselves. */
function partsOf(member: Query): Map<string, Part & { group: string }> {
  const rows = rowsOf<[...Row, number, number, number, number, number, number, number]>(
    fragment(
      `WITH ${member.sql}
       SELECT m.grp, c.type, c.subtype, count(*), sum(c.data_quality), sum(c.data_quality < ${MIDDLE}),
         sum(c.data_quality >= ${HIGH}), sum(${HAS_TEXT}), sum(${HAS_PHASE}),
         sum(NOT EXISTS (SELECT 1 FROM relations WHERE source_seq = c.seq)
           AND NOT EXISTS (SELECT 1 FROM relations WHERE target_seq = c.seq))
       FROM member m CROSS JOIN cards c ON c.seq = m.seq GROUP BY 1, 2, 3`,
      ...member.values,
    ),
  );
  return new Map(
    rows.map(([group, type, subtype, total, quality, low, high, described, dated, orphaned]) => [
      partKey([group, type, subtype]),
      {
        group,
        type,
        subtype,
        total,
        quality,
        low,
        high,
        orphaned,
        filled: new Map([
          [keyOf("description", "description"), described],
          [keyOf("lifecycle", "lifecycle"), dated],
        ]),
      },
    ]),
  );
}

/** Returns the queries that count what cards have beyond their own columns, one for each kind of it. */
function filledQueries(member: Query): Query[] {
  const count = (kind: string, key: string, from: string, more = "", side = "''", ...values: string[]) =>
    fragment(
      `WITH ${member.sql}
       SELECT m.grp, c.type, c.subtype, '${kind}', ${key}, ${side}, count(DISTINCT c.seq)
       FROM member m CROSS JOIN cards c ON c.seq = m.seq ${from} ${more} GROUP BY 1, 2, 3, 5`,
      ...member.values,
      ...values,
    );
  const mandatory = [...metamodel().relationTypes.values()].filter(
    ({ source_mandatory, target_mandatory }) => source_mandatory || target_mandatory,
  );
  const types = listOf(mandatory.map(({ seq }) => seq));
  const relations = (side: "source" | "target") =>
    count(
      "relation",
      "y.key",
      `CROSS JOIN relations r ON r.${side}_seq = c.seq CROSS JOIN relation_types y ON y.seq = r.type_seq`,
      `WHERE ${inList("r.type_seq")}`,
      `'${side}'`,
      types,
    );
  return [
    count(
      "field",
      "j.key",
      "CROSS JOIN json_each(c.attributes) j",
      "WHERE j.type NOT IN ('null', 'false') AND j.atom IS NOT ''",
    ),
    count("stakeholder", "s.role", "CROSS JOIN stakeholders s ON s.card_id = c.id"),
    count(
      "tag_group",
      "t.tag_group_id",
      "CROSS JOIN card_tags ct ON ct.card_id = c.id CROSS JOIN tags t ON t.id = ct.tag_id",
    ),
    ...(mandatory.length > 0 ? [relations("source"), relations("target")] : []),
  ];
}

/** Returns what the cards of a part lack, with the points that their sum of qualities would gain. */
function missingIn(
  { type, subtype, total, filled }: Part,
  hidden: readonly string[],
): (Expectation & { count: number; points: number })[] {
  const items = expectationsOf(type, subtype);
  const weights = items.reduce((sum, { weight }) => sum + weight, 0);
  return items
    .filter(({ kind, key }) => kind !== "field" || !hidden.includes(key))
    .map((item) => {
      const count = total - (filled.get(keyOf(item.kind, item.key, item.side)) ?? 0);
      return { ...item, count, points: (100 * count * item.weight) / weights };
    })
    .filter(({ count }) => count > 0);
}

/** Adds up the parts of a group. */
function groupOf(parts: readonly Part[], hiddenOf: (type: string) => readonly string[]): QualityGroup {
  const sum = (key: "total" | "quality" | "low" | "high" | "orphaned") =>
    parts.reduce((all, part) => all + part[key], 0);
  const [total, low, high] = [sum("total"), sum("low"), sum("high")];
  const lacking = parts.flatMap((part) => missingIn(part, hiddenOf(part.type)));
  const missing = [...Map.groupBy(lacking, ({ kind, key, side }) => keyOf(kind, key, side)).values()].map((same) => {
    const [{ points: _, ...item }] = same as [(typeof same)[number]];
    const all = (key: "count" | "points") => same.reduce((whole, one) => whole + one[key], 0);
    return { ...item, count: all("count"), gain: oneDecimal(all("points") / total) };
  });
  return {
    total,
    quality: sum("quality"),
    low,
    middle: total - low - high,
    high,
    orphaned: sum("orphaned"),
    missing: missing.toSorted((one, other) => other.gain - one.gain || other.count - one.count),
  };
}

/**
 * Counts what groups of cards lack, by a fixed number of statements whatever the number of groups; what fields of costs lack
 * is left out for those who may not see costs.
 * @param groups a query of pairs of group and number of a card, as `grp` and `seq`
 * @returns group → figures
 */
export function qualityOfGroups(actor: Actor, groups: Query): Map<string, QualityGroup> {
  const member = fragment(`member(grp, seq) AS MATERIALIZED (${groups.sql})`, ...groups.values);
  const parts = partsOf(member);
  for (const one of filledQueries(member))
    for (const [group, type, subtype, kind, key, side, count] of rowsOf<[...Row, string, string, string, number]>(one))
      parts.get(partKey([group, type, subtype]))?.filled.set(keyOf(kind, key, side), count);
  const seesCosts = may(actor, "costs.view");
  const hiddenOf = (type: string) => (seesCosts ? [] : costKeysOf(type));
  const byGroup = grouped([...parts.values()].map((part) => [part.group, part as Part]));
  return new Map([...byGroup].map(([group, own]) => [group, groupOf(own, hiddenOf)]));
}
