/** The tree of a catalogue: its order, what is open, what fits a text, and what is picked with what. */
import type { Entry } from "../../catalogues/queries";

export type Tree = {
  byId: ReadonlyMap<string, Entry>;
  childrenOf: ReadonlyMap<string | null, readonly Entry[]>;
};

export type TreeRow = { entry: Entry; level: number; hasChildren: boolean; parent: string | null };

/** Returns the tree of entries; those without a parent in the list stand at the top. */
export function treeOf(entries: readonly Entry[]): Tree {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const parentOf = ({ parent_id: id }: Entry) => (id !== null && byId.has(id) ? id : null);
  return { byId, childrenOf: Map.groupBy(entries, parentOf) };
}

/** Returns an entry and everything below it. */
export function below({ byId, childrenOf }: Tree, id: string): Entry[] {
  const entry = byId.get(id);
  return entry ? [entry, ...(childrenOf.get(id) ?? []).flatMap((child) => below({ byId, childrenOf }, child.id))] : [];
}

/** Returns the entries above an entry. */
export function above({ byId }: Tree, id: string): Entry[] {
  const parent = byId.get(byId.get(id)?.parent_id ?? "");
  return parent ? [...above({ byId } as Tree, parent.id), parent] : [];
}

const fits = ({ name, description }: Entry, text: string) =>
  `${name} ${typeof description === "string" ? description : ""}`.toLowerCase().includes(text);

/** Returns the rows that are shown: open branches, or with a text what fits it, with what is above that. */
export function rowsOf(tree: Tree, open: ReadonlySet<string>, text: string): TreeRow[] {
  const wanted = text.trim().toLowerCase();
  const found = wanted === "" ? undefined : new Set<string>();
  if (found)
    for (const entry of tree.byId.values())
      if (fits(entry, wanted)) for (const one of [...above(tree, entry.id), entry]) found.add(one.id);
  const branch = (parent: string | null, level: number): TreeRow[] =>
    (tree.childrenOf.get(parent) ?? [])
      .filter(({ id }) => !found || found.has(id))
      .flatMap((entry) => {
        const hasChildren = tree.childrenOf.has(entry.id);
        const row = { entry, level, hasChildren, parent };
        return [row, ...(hasChildren && (found || open.has(entry.id)) ? branch(entry.id, level + 1) : [])];
      });
  return branch(null, 1);
}

const isMissing = ({ existing_card_id: card }: Entry) => card === null;

/**
 * Returns what is picked once an entry is picked or dropped: with it goes everything below it, and what is above it comes along, so that
 * it has its place.
 */
export function picked(tree: Tree, before: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(before);
  const branch = below(tree, id).filter(isMissing);
  if (branch.length > 0 && branch.every((entry) => next.has(entry.id)))
    for (const entry of branch) next.delete(entry.id);
  else for (const entry of [...above(tree, id).filter(isMissing), ...branch]) next.add(entry.id);
  return next;
}
