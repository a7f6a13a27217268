/** Publishes changes of risks. */
import { type Author, type NewEvent, publishAll } from "../../../core/journal/journal";
import type { RiskChange } from "../definitions";
import { cardsOf, levelOf, linkOf, type RiskRow } from "./rows";

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The data that a rollback needs, of each event or of all together. */
export type CardSnapshots = Record<string, unknown> | ((cardId: string | null) => Record<string, unknown>);

type Change = {
  change: RiskChange;
  /** The cards concerned: all that the risk is linked to, unless they are given. */
  cardIds?: readonly string[];
  /** The fields that were given. */
  fields?: readonly string[];
  /** The kind of thing that a new risk was promoted from. */
  promotedFrom?: "compliance" | undefined;
  snapshot?: CardSnapshots;
};

/**
 * Publishes an event for each of some cards, or once when there are none; part of the running transaction.
 * @param snapshot the data that a rollback needs: of each event, or once, with the last one, because a rollback begins
 * with that
 */
export function publishPerCard(
  author: Author,
  cardIds: readonly string[],
  event: { type: string; data: object },
  snapshot?: CardSnapshots,
): void {
  const all = cardIds.length === 0 ? [null] : cardIds;
  const last = all.length - 1;
  const undoOf = (cardId: string | null, place: number) =>
    typeof snapshot === "function" ? snapshot(cardId) : place === last ? snapshot : undefined;
  publishAll(
    author,
    all.map((cardId, place) => ({ ...event, cardId, undo: undoOf(cardId, place) }) as NewEvent),
  );
}

/** Publishes an event of a risk for each card concerned; part of the running transaction. */
export function publishRisk(
  author: Author,
  type: "risk.added" | "risk.updated" | "risk.removed",
  risk: RiskRow,
  { change, cardIds = cardsOf(risk.id), fields = [], promotedFrom, snapshot }: Change,
): void {
  const { id, reference, title, status, category } = risk;
  const level = levelOf(risk);
  const summary = [reference, capitalized(level), title].filter(Boolean).join(" · ");
  const { initial_probability, initial_impact, residual_probability, residual_impact } = risk;
  const assessment = { initial_probability, initial_impact, residual_probability, residual_impact };
  const about = { id, risk_id: id, reference, title, level, status, category, link: linkOf(risk), summary, change };
  const more = {
    ...(type === "risk.updated" && { fields: [...fields] }),
    ...(promotedFrom && { promoted_from: promotedFrom }),
  };
  const data = { ...about, ...assessment, ...more };
  publishPerCard(author, cardIds, { type, data }, snapshot);
}
