/** The rows of the list: findings, and before those of each regulation its name. */
import type { Finding, FindingSummary, Regulation } from "../../compliance/queries";

export type FindingRow = { kind: "group"; regulation: Regulation } | { kind: "finding"; finding: Finding };

/** A group of rows: its first row, and the place of its first finding in the list. */
type Group = { regulation: Regulation; first: number; at: number };

/** Returns the groups of a list that is ordered by regulation. @param summary of the whole list */
export function groupsOf(summary: FindingSummary | undefined): Group[] {
  const groups: Group[] = [];
  let [row, at] = [0, 0];
  for (const regulation of summary?.regulations ?? []) {
    if (regulation.total === 0) continue;
    groups.push({ regulation, first: row, at });
    row += regulation.total + 1;
    at += regulation.total;
  }
  return groups;
}

/** Returns the place of a row's finding in the list; undefined for a row with the name of a group. */
export function placeIn(groups: readonly Group[], row: number): number | undefined {
  const group = groups.findLast(({ first }) => first <= row);
  if (!group) return row;
  return row === group.first ? undefined : group.at + row - group.first - 1;
}

/** Returns the row at a place. @param findingAt gives a finding of the list; undefined while it is being loaded */
export function rowAt(
  groups: readonly Group[],
  row: number,
  findingAt: (place: number) => Finding | undefined,
): FindingRow | undefined {
  const place = placeIn(groups, row);
  if (place === undefined) {
    const group = groups.find(({ first }) => first === row);
    return group && { kind: "group", regulation: group.regulation };
  }
  const finding = findingAt(place);
  return finding && { kind: "finding", finding };
}
