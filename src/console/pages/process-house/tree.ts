/** The processes as a tree of areas, groups, processes and their variants, in the bands of the house. */
import type { Schemas } from "../../server/client";

type Item = Schemas["ProcessMap"]["items"][number];
export type Application = Item["apps"][number];

export type Process = {
  id: string;
  name: string;
  /** Its level, from 1. */
  level: number;
  attributes: Readonly<Record<string, unknown>>;
  hasFlow: boolean;
  /** The applications of it and of what is below it, each once. */
  applications: readonly Application[];
  /** True for one that only gathers others. */
  isGroup: boolean;
  children: readonly Process[];
};

/** A band of the house: the areas of one kind of process. */
export type Band = { kind: string; areas: readonly Process[] };

const each = (applications: Iterable<Application>): Application[] => [
  ...new Map([...applications].map((one) => [one.id, one])).values(),
];

const GATHERING: readonly (string | null)[] = ["category", "group"];

/** Returns the place that people gave a process among its neighbours. */
const orderOf = ({ attributes }: Item): number => {
  const order = Number(attributes?.["sortOrder"] ?? Number.NaN);
  return Number.isFinite(order) ? order : Number.MAX_SAFE_INTEGER;
};

/** Returns the processes without a parent, each with those below it: by the order that people gave them, and by name. */
export function processTree(items: readonly Item[]): Process[] {
  const known = new Set(items.map(({ id }) => id));
  const sorted = items.toSorted((one, other) => orderOf(one) - orderOf(other));
  const byParent = Map.groupBy(sorted, ({ parent_id }) => (parent_id && known.has(parent_id) ? parent_id : ""));
  const processOf = (item: Item, level: number): Process => {
    const children = (byParent.get(item.id) ?? []).map((child) => processOf(child, level + 1));
    const { id, name, attributes, has_diagram: hasFlow } = item;
    return {
      id,
      name,
      level,
      attributes: attributes ?? {},
      hasFlow,
      applications: each([...item.apps, ...children.flatMap(({ applications }) => applications)]),
      isGroup: children.length > 0 && (item.subtype === null ? level < 3 : GATHERING.includes(item.subtype)),
      children,
    };
  };
  return (byParent.get("") ?? []).map((item) => processOf(item, 1));
}

/** Returns the kind that an area is of: its own, or else that of the first below it that has one. */
const kindOf = ({ attributes, children }: Process): string =>
  String(attributes["processType"] ?? "") || (children.map(kindOf).find(Boolean) ?? "");

/** Returns the areas in bands. @param order the kinds from the top; areas of no such kind come last */
export function bandsOf(areas: readonly Process[], order: readonly string[]): Band[] {
  const kinds = Map.groupBy(areas, (area) => (order.includes(kindOf(area)) ? kindOf(area) : ""));
  return [...order, ""].flatMap((kind) => {
    const members = kinds.get(kind);
    return members ? [{ kind, areas: members }] : [];
  });
}

/** Checks whether a process is drawn as a head with others below it. */
export const isHead = ({ isGroup, level }: Process, levels: number): boolean => isGroup && level < levels;

/** Returns the cells of a process, itself among them when it is one; variants are cells of their own. */
export function cellsOf(process: Process, levels: number): Process[] {
  const below = process.level < levels ? process.children.flatMap((child) => cellsOf(child, levels)) : [];
  return isHead(process, levels) ? below : [process, ...below];
}

/** Returns the applications of several processes, each once. */
export const applicationsOf = (processes: readonly Process[]): Application[] =>
  each(processes.flatMap(({ applications }) => applications));
