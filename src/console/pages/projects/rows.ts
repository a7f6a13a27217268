/** The rows of the portfolio: a tree, groups, or a plain list, in the order that is asked for. */
import { type Branch, treeOf } from "../../projects/initiatives";
import type { Initiative } from "../../projects/queries";

/** A place of the list: an initiative, or the head of a group. */
export type Entry =
  | ({ kind: "initiative" } & Branch)
  | { kind: "group"; id: string; name: string | null; members: readonly Initiative[]; isOpen: boolean };

const asEntry = (branch: Branch): Entry => ({ kind: "initiative", ...branch });

/**
 * Returns the entries.
 * @param grouping "tree", "none", or the key of a type
 * @param isOpen whether what is below an initiative or a group is shown
 */
export function entriesOf(
  initiatives: readonly Initiative[],
  grouping: string,
  isOpen: (id: string) => boolean,
): Entry[] {
  if (grouping === "tree") return treeOf(initiatives, isOpen).map(asEntry);
  const plain = (some: readonly Initiative[], level: number) =>
    some.map((initiative) => asEntry({ initiative, level, isParent: false, parent: undefined }));
  if (grouping === "none") return plain(initiatives, 1);
  const groups = [...Map.groupBy(initiatives, ({ group_id }) => group_id ?? "")].toSorted(
    ([one, [first]], [other, [second]]) =>
      Number(one === "") - Number(other === "") || (first?.group_name ?? "").localeCompare(second?.group_name ?? ""),
  );
  return groups.flatMap(([id, members]): Entry[] => [
    { kind: "group", id, name: members[0]?.group_name ?? null, members, isOpen: isOpen(id) },
    ...(isOpen(id) ? plain(members, 2) : []),
  ]);
}
