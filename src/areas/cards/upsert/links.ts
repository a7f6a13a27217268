/** Links of the cards of an import: tags, people and related cards. Later areas write them, by an extension point. */
import type { Actor } from "../../../core/access/actor";
import { extensionPoint } from "../../../core/extension-point";
import { invalid, messageOf, Problem } from "../../../http/errors";
import type { Link } from "../list/export-links";
import type { RowResult } from "./model";
import { Refusal } from "./refusal";

/** The links that a row sets, all of a kind, as the entries of one cell name them. */
export type RowLinks = { column: string; link: Link; entries: readonly string[] };

/** A cell with links of a card, which is to have exactly these afterwards. */
export type LinkCell<Kind extends Link = Link> = Omit<RowLinks, "link"> & { link: Kind; row: number; id: string };

/** The links of a card before and after, as people read them. */
type Sides = { old: string[]; new: string[] };
export type LinkOutcome = { cell: LinkCell } & ({ sides: Sides } | { refusal: Refusal });

/** Sets the links of a cell, by a function that returns what they were and are; its Problem is the refusal of the cell. */
export type SetLinks = <Cell extends LinkCell>(cell: Cell, set: (cell: Cell) => Sides) => LinkOutcome;

/** Called with the cells of an import, in its transaction: sets the links of the extension's kind. */
export const linksImported = extensionPoint<
  [actor: Actor, cells: readonly LinkCell[], setLinks: SetLinks],
  LinkOutcome[]
>();

/** Returns the cells of one kind. */
export const cellsOf = <Kind extends Link["kind"]>(cells: readonly LinkCell[], kind: Kind) =>
  cells.filter((cell): cell is LinkCell<Extract<Link, { kind: Kind }>> => cell.link.kind === kind);

/** The refusals of rows for their links. As a Problem it is that of the first row. */
export class RefusedLinks extends Problem {
  constructor(readonly rows: ReadonlyMap<number, Refusal>) {
    const [first] = [...rows].toSorted(([one], [other]) => one - other);
    super(first?.[1].status ?? 422, `rows.${first?.[0]}: ${first?.[1].message}`);
  }
}

/**
 * Tags, people and relations that one import changes. A relation has two events, so with those of its rows they are a batch that
 * can be undone.
 */
const MAX_CHANGES = 5_000;
/** The changes of the links of a card, by column. */
export type LinkChanges = RowResult["changes"];

/** Returns the number of links in which two sides differ. */
function differing({ old, new: after }: Sides): number {
  const [before, now] = [new Set(old), new Set(after)];
  return before.symmetricDifference(now).size;
}

class TooManyLinks extends Error {}

/** Returns a function that sets the links of cells. It throws TooManyLinks once they have changed more than an import may. */
function setter(): SetLinks {
  let count = 0;
  return (cell, set) => {
    try {
      const sides = set(cell);
      count += differing(sides);
      if (count > MAX_CHANGES) throw new TooManyLinks();
      return { cell, sides };
    } catch (error) {
      if (error instanceof Refusal) return { cell, refusal: error };
      const reason = `${cell.column}: ${messageOf(error)}`;
      return { cell, refusal: new Refusal(reason, cell.column, [], (error as Problem).status) };
    }
  };
}

/** Calls the areas that set links. @throws Problem 422 for too many changes */
function callSetters(actor: Actor, cells: readonly LinkCell[]): LinkOutcome[] {
  try {
    return linksImported(actor, cells, setter()).flatMap(({ result }) => result);
  } catch (error) {
    if (!(error instanceof TooManyLinks)) throw error;
    throw invalid(["body", "file"], `changes more than ${MAX_CHANGES} tags, people and relations; import it in parts`);
  }
}

/**
 * Sets the links of cards; part of the running transaction.
 * @returns the changes by the ids of the cards
 * @throws RefusedLinks with each row whose links can't be set; Problem 422 for too many changes
 */
export function writeLinks(actor: Actor, cells: readonly LinkCell[]): Map<string, LinkChanges> {
  const changes = new Map<string, LinkChanges>();
  const refusals = new Map<number, Refusal>();
  for (const outcome of cells.length === 0 ? [] : callSetters(actor, cells)) {
    const { cell } = outcome;
    if ("refusal" in outcome) refusals.set(cell.row, outcome.refusal);
    else if (differing(outcome.sides) > 0)
      changes.set(cell.id, { ...changes.get(cell.id), [cell.column]: outcome.sides });
  }
  if (refusals.size > 0) throw new RefusedLinks(refusals);
  return changes;
}
