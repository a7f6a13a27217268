/** The references of the cards of an export. */
import type { ReadConnection } from "../../../../db/read-connection";
import { MAX_ANCESTORS, referenceOf } from "../bundle/references";
import { rowsOf } from "./rows";

type Place = { name: string; type: string; parentId: string | null; isIncluded: boolean };

/** The references of cards by their ids. */
export type CardPaths = {
  isIncluded(id: string): boolean;
  /** The path of the parent; empty for a root. */
  parentPath(id: string): string;
  /** Reference and type; both null for no card. */
  cells(id: string | null): [reference: string | null, type: string | null];
};

/** Reads the places of all cards. @param includeArchived whether archived cards are part of the export */
export function listCardPaths(connection: ReadConnection, includeArchived: boolean): CardPaths {
  const places = new Map<string, Place>();
  const select = ["t.id", "t.name", "t.type", "t.parent_id", "t.status <> 'ARCHIVED'"];
  for (const row of rowsOf(connection, select, "cards t")) {
    const [id, name, type, parentId, isActive] = row as [string, string, string, string | null, 0 | 1];
    places.set(id, { name, type, parentId, isIncluded: includeArchived || isActive === 1 });
  }

  /** The names of the nearest ancestors, root first; one that is left out ends them. */
  function ancestorsOf({ parentId }: Place): string[] {
    const names: string[] = [];
    let parent = parentId === null ? undefined : places.get(parentId);
    while (parent?.isIncluded && names.length < MAX_ANCESTORS) {
      names.unshift(parent.name);
      parent = parent.parentId === null ? undefined : places.get(parent.parentId);
    }
    return names;
  }

  return {
    isIncluded: (id) => places.get(id)?.isIncluded ?? false,
    parentPath: (id) => referenceOf(ancestorsOf(places.get(id) as Place)),
    cells(id) {
      const place = id === null ? undefined : places.get(id);
      return place ? [referenceOf([...ancestorsOf(place), place.name]), place.type] : [null, null];
    },
  };
}
