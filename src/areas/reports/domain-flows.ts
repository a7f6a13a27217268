/** The data that flows between the domains of a landscape: over interfaces, or straight from system to system. */
import type { Actor } from "../../core/access/actor";
import { columns } from "../../http/tables";
import { metamodel } from "../metamodel";
import { type Filters, numbersOf, populationOf } from "./population";
import { groupsOf } from "./roadmap-groups";
import { columnOf, fragment, listed, rowsOf } from "./rows";
import type { Report } from "./table";

/** Domains of one answer, those with the most systems. */
const MAX_DOMAINS = 200;
/** The options of a field that says which way data flows. */
const DIRECTIONS = ["forward", "reverse", "bidirectional"];

type DomainQuery = Filters & { type: string; group_by: string };

/** A domain; that of the systems in none has no id. */
type Domain = { id: string | null; name: string | null; systems: number; within: number };
type Flow = { source_id: string | null; target_id: string | null; count: number; is_unknown: boolean };

/** The part that a system has in a carrier of data: it gives some, takes some, or nobody has said which. */
type End = { system: number; gives: boolean; takes: boolean };

type Link = [source: number, target: number, direction: string | null];

/** Returns the relation types over which data flows, each with the field of its direction. */
const flowTypes = (): [key: string, field: string][] =>
  [...metamodel().relationTypes.values()].flatMap(({ key, is_hidden, attributes_schema }) => {
    const field = attributes_schema.find(({ options }) =>
      DIRECTIONS.every((direction) => options?.some((option) => option.key === direction)),
    );
    return field && !is_hidden ? [[key, field.key]] : [];
  });

/** Returns the relations over which data flows from or to some cards. */
const linksOf = (systems: readonly number[]): Link[] =>
  rowsOf<Link>(
    fragment(
      `WITH flow AS MATERIALIZED (
         SELECT y.seq AS type, f.value ->> 1 AS field
         FROM json_each(?) f JOIN relation_types y ON y.key = f.value ->> 0),
       system AS MATERIALIZED (SELECT value AS seq FROM json_each(?))
       SELECT r.source_seq, r.target_seq, r.attributes ->> flow.field
       FROM flow JOIN relations r ON r.type_seq = flow.type
       WHERE r.source_seq IN system OR r.target_seq IN system`,
      JSON.stringify(flowTypes()),
      JSON.stringify(systems),
    ),
  );

/** Returns the two ends of a relation. */
function endsOf([source, target, direction]: Link): [End, End] {
  const [forward, reverse] = [direction !== "reverse", direction === "reverse" || direction === "bidirectional"];
  const isKnown = direction !== null && DIRECTIONS.includes(direction);
  return [
    { system: source, gives: isKnown && forward, takes: isKnown && reverse },
    { system: target, gives: isKnown && reverse, takes: isKnown && forward },
  ];
}

/** Counts flows by their two domains. */
class Counts {
  readonly known = new Map<string, number>();
  readonly unknown = new Map<string, number>();
  readonly within = new Map<number, number>();

  constructor(private readonly domainOf: (system: number) => number) {}

  /** Counts what flows between the ends of one carrier. */
  add(ends: readonly End[]): void {
    const byDomain = Map.groupBy(ends, ({ system }) => this.domainOf(system));
    for (const [one, own] of byDomain)
      for (const [other, others] of byDomain) {
        if (one === other) this.addWithin(one, own);
        else if (own.some(({ gives }) => gives) && others.some(({ takes }) => takes))
          grow(this.known, `${one} ${other}`);
        else if (one < other && isOpen(own, others)) grow(this.unknown, `${one} ${other}`);
      }
  }

  private addWithin(domain: number, ends: readonly End[]): void {
    if (new Set(ends.map(({ system }) => system)).size > 1) grow(this.within, domain);
  }
}

const grow = <Key>(counts: Map<Key, number>, key: Key) => void counts.set(key, (counts.get(key) ?? 0) + 1);

/** Checks whether data may flow between two domains, of which nobody has said so. */
const isOpen = (own: readonly End[], others: readonly End[]) => {
  const isUnsaid = ({ gives, takes }: End) => !gives && !takes;
  const flows = (from: readonly End[], to: readonly End[]) =>
    from.some(({ gives }) => gives) && to.some(({ takes }) => takes);
  return !flows(own, others) && !flows(others, own) && (own.some(isUnsaid) || others.some(isUnsaid));
};

/** Counts the flows of relations: those of one carrier together, those from system to system one by one. */
function countFlows(
  links: readonly Link[],
  isSystem: (seq: number) => boolean,
  domainOf: (seq: number) => number,
): Counts {
  const counts = new Counts(domainOf);
  const carriers = new Map<number, End[]>();
  for (const link of links) {
    const [source, target] = endsOf(link);
    if (isSystem(source.system) && isSystem(target.system)) counts.add([source, target]);
    else {
      const [system, carrier] = isSystem(source.system) ? [source, target] : [target, source];
      const known = carriers.get(carrier.system);
      if (known) known.push(system);
      else carriers.set(carrier.system, [system]);
    }
  }
  for (const ends of carriers.values()) counts.add(ends);
  return counts;
}

/**
 * Returns the domains of systems, and over how many interfaces data flows from one to another. A system is in the topmost of the
 * cards to whose tree it has the most relations. As a table, the flows.
 */
export function domainFlows(actor: Actor, { type, group_by, ...filters }: DomainQuery): Report {
  const population = populationOf(actor, type, filters);
  const { groups, groupOf } = groupsOf(population, group_by, type);
  const systems = columnOf<number>(numbersOf(population));
  const bySystems = Map.groupBy(systems, (seq) => groupOf(seq));
  const largest = groups
    .filter(({ id }) => bySystems.has(id))
    .toSorted((one, other) => (bySystems.get(other.id)?.length ?? 0) - (bySystems.get(one.id)?.length ?? 0))
    .slice(0, MAX_DOMAINS);
  const shown = groups.filter((group) => largest.includes(group));
  const places = new Map(shown.map(({ id }, place) => [id, place]));
  const placeOf = new Map(
    shown.flatMap(({ id }, place) => (bySystems.get(id) ?? []).map((seq) => [seq, place] as const)),
  );
  const counts = countFlows(
    linksOf(systems),
    (seq) => placeOf.has(seq),
    (seq) => placeOf.get(seq) as number,
  );
  const domains: Domain[] = shown.map(({ id, name }) => ({
    ...{ id, name },
    systems: bySystems.get(id)?.length ?? 0,
    within: counts.within.get(places.get(id) as number) ?? 0,
  }));
  const flowOf = ([key, count]: [string, number], is_unknown: boolean): Flow => {
    const [source = 0, target = 0] = key.split(" ").map(Number);
    return { source_id: shown[source]?.id ?? null, target_id: shown[target]?.id ?? null, count, is_unknown };
  };
  const flows = [
    ...[...counts.known].map((entry) => flowOf(entry, false)),
    ...[...counts.unknown].map((entry) => flowOf(entry, true)),
  ].toSorted((one, other) => other.count - one.count);
  const truncated = bySystems.size > shown.length;
  const names = new Map(shown.map(({ id, name }) => [id, name]));
  return {
    name: "domain-flows",
    *json() {
      yield* listed(
        domains.map((domain) => JSON.stringify(domain)),
        '{"domains":',
      );
      yield* listed(
        flows.map((flow) => JSON.stringify(flow)),
        ',"flows":',
        `,"truncated":${truncated}}`,
      );
    },
    columns: columns("source", "target", "interfaces", "is_unknown"),
    rows: () =>
      flows.map(({ source_id, target_id, count, is_unknown }) => ({
        ...{ source: names.get(source_id), target: names.get(target_id), interfaces: count, is_unknown },
      })),
  };
}
