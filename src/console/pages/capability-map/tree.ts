/** The capabilities as a tree, and what stands behind each of them. */
import type { Schemas } from "../../server/client";

type Item = Schemas["CapabilityHeatmap"]["items"][number];
export type Application = Item["apps"][number];

export type Capability = {
  id: string;
  name: string;
  /** Its level, from 1. */
  level: number;
  attributes: Readonly<Record<string, unknown>>;
  /** The applications that support it, those that support what is below it, and both together; each once. */
  own: readonly Application[];
  all: readonly Application[];
  children: readonly Capability[];
};

const each = (applications: Iterable<Application>): Application[] => [
  ...new Map([...applications].map((one) => [one.id, one])).values(),
];

/** Returns the capabilities without a parent, each with those below it; in the order of the items. */
export function capabilityTree(items: readonly Item[]): Capability[] {
  const known = new Set(items.map(({ id }) => id));
  const byParent = Map.groupBy(items, ({ parent_id }) => (parent_id && known.has(parent_id) ? parent_id : ""));
  const capabilityOf = (item: Item, level: number): Capability => {
    const children = (byParent.get(item.id) ?? []).map((child) => capabilityOf(child, level + 1));
    const all = each([...item.apps, ...children.flatMap((child) => child.all)]);
    const { id, name, attributes, apps: own } = item;
    return { id, name, level, attributes: attributes ?? {}, own, all, children };
  };
  return (byParent.get("") ?? []).map((item) => capabilityOf(item, 1));
}

/** Checks whether a capability is a cell: nothing below it is drawn. */
export const isCell = ({ level, children }: Capability, levels: number): boolean =>
  level >= levels || children.length === 0;

/** Returns the cells of a capability, itself among them when it is one. */
export const cellsOf = (capability: Capability, levels: number): Capability[] =>
  isCell(capability, levels) ? [capability] : capability.children.flatMap((child) => cellsOf(child, levels));

/** Returns the number of capabilities that are drawn. */
export const countDrawn = (capabilities: readonly Capability[], levels: number): number =>
  capabilities.reduce((sum, one) => sum + 1 + (isCell(one, levels) ? 0 : countDrawn(one.children, levels)), 0);

/** Returns the applications of several capabilities, each once. */
export const applicationsOf = (capabilities: readonly Capability[]): Application[] =>
  each(capabilities.flatMap(({ all }) => all));
