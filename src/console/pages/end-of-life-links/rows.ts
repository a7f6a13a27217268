/** The cards that were looked up: what is proposed for each, and which of them are sure. */
import type { LookedUp } from "../../eol/queries";

export type Choice = { product: string; cycle: string | null; score?: number };

/** From this score on a proposal with a cycle is chosen at first. */
const SURE = 0.8;

export const isLinked = ({ current_eol_product: product, current_eol_cycle: cycle }: LookedUp): boolean =>
  Boolean(product && cycle);

/** Returns what is chosen for a card: what somebody has chosen, or else the best proposal; undefined without any. */
export function choiceOf(row: LookedUp, chosen: ReadonlyMap<string, Choice>): Choice | undefined {
  const own = chosen.get(row.card_id);
  if (own) return own;
  const [best] = row.candidates;
  return best && { product: best.eol_product, cycle: best.eol_cycle, score: best.score };
}

/** Checks whether a proposal is sure enough to be confirmed with others. */
export const isSure = (row: LookedUp): boolean => {
  const [best] = row.candidates;
  return !isLinked(row) && best !== undefined && best.score >= SURE && best.eol_cycle !== null;
};

export type RowKind = "proposed" | "linked" | "unknown" | "all";

const FITS: Record<RowKind, (row: LookedUp) => boolean> = {
  proposed: (row) => !isLinked(row) && row.candidates.length > 0,
  linked: isLinked,
  unknown: (row) => !isLinked(row) && row.candidates.length === 0,
  all: () => true,
};

/** Returns the cards of a kind; of those with a proposal the surest first. */
export function rowsOf(all: readonly LookedUp[], shown: RowKind): LookedUp[] {
  const rows = all.filter(FITS[shown]);
  if (shown !== "proposed") return rows;
  return rows.toSorted((one, other) => (other.candidates[0]?.score ?? 0) - (one.candidates[0]?.score ?? 0));
}
