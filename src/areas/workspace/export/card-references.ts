/** The references of the cards of an export. */
import type { ReadConnection } from "../../../../db/read-connection";
import type { AssetWriter, CardReferences, ReferenceCells } from "../../../core/sheets/sheet";
import { rowsOf } from "../../../core/sheets/table-rows";
import { MAX_ANCESTORS, referenceOf } from "../bundle/references";

/** A card of an export: its cells are made when they are first asked for, and then held. */
type Place = { name: string; type: string; parentId: string | null; isIncluded: boolean; cells?: ReferenceCells };

const NO_CARD: ReferenceCells = [null, null];

/** Reads the places of all cards. @param includeArchived whether archived cards are part of the export */
export function readCardReferences(
  connection: ReadConnection,
  includeArchived: boolean,
  assets: AssetWriter,
): CardReferences {
  const places = new Map<string | number, Place>();
  const select = ["t.seq", "t.id", "t.name", "t.type", "t.parent_id", "t.status <> 'ARCHIVED'"];
  for (const row of rowsOf(connection, select, "cards t")) {
    const [seq, id, name, type, parentId, isActive] = row as [number, string, string, string, string | null, 0 | 1];
    const place = { name, type, parentId, isIncluded: includeArchived || isActive === 1 };
    places.set(seq, place).set(id, place);
  }

  /** Returns the names of the nearest ancestors, root first; one that is left out ends them. */
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
    includes: (card) => places.get(card)?.isIncluded ?? false,
    parentPath: (id) => referenceOf(ancestorsOf(places.get(id) as Place)),
    cells(card) {
      const place = card === null ? undefined : places.get(card);
      if (!place) return NO_CARD;
      place.cells ??= [assets.cellOf(referenceOf([...ancestorsOf(place), place.name])), place.type];
      return place.cells;
    },
  };
}
