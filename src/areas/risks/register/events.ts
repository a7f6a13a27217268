/** What changes of risks publish. */
import { type Author, publishAll } from "../../../core/journal/journal";
import type { RiskChange } from "../definitions";
import { cardsOf, levelOf, linkOf, type RiskRow } from "./rows";

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

type Change = {
  change: RiskChange;
  /** The cards concerned: all that the risk is linked to, unless they are given. */
  cardIds?: readonly string[];
  /** The fields that were given. */
  fields?: readonly string[];
  /** What a rollback needs; for each card if it is a function, and otherwise once. */
  kept?: Record<string, unknown> | ((cardId: string) => Record<string, unknown>);
};

/**
 * The cards that an event is published for: without any it is published once. A rollback begins with the last one, which keeps
 * what is needed once.
 */
export function perCard<T>(cardIds: readonly string[], eventOf: (cardId: string | null, isLast: boolean) => T): T[] {
  const all = cardIds.length === 0 ? [null] : cardIds;
  return all.map((cardId, place) => eventOf(cardId, place === all.length - 1));
}

/** Publishes an event of a risk for each card concerned; part of the running transaction. */
export function publishRisk(
  author: Author,
  type: "risk.added" | "risk.updated" | "risk.removed",
  risk: RiskRow,
  { change, cardIds = cardsOf(risk.id), fields = [], kept }: Change,
): void {
  const { id, reference, title, status, category } = risk;
  const level = levelOf(risk);
  const summary = [reference, capitalized(level), title].filter(Boolean).join(" · ");
  const about = { id, risk_id: id, reference, title, level, status, category, link: linkOf(risk), summary, change };
  const data = { ...about, ...(type === "risk.updated" && { fields: [...fields] }) };
  const undoOf = (cardId: string | null, isLast: boolean) => {
    if (typeof kept === "function") return kept(cardId as string);
    return isLast ? kept : undefined;
  };
  publishAll(
    author,
    perCard(cardIds, (cardId, isLast) => ({ type, cardId, data: data as never, undo: undoOf(cardId, isLast) })),
  );
}
