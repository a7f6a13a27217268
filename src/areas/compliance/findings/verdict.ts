/** The verdict of users on whether a card really bears artificial intelligence. */
import { transaction } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { found, refused } from "../../../http/errors";
import { now } from "../../../platform/clock";
import { parseObject } from "../../../platform/json";
import { type CardRow, concludeUpdates, findCard, writeChanges } from "../../cards";
import type { Decision } from "../model";
import { publishChanges, requireFindingRow, updateFinding } from "./rows";

const KEY = "hasAiFeatures";

/** Verdict → what the card says from then on. */
const verdicts: ReadonlyMap<string, boolean> = new Map([
  ["confirmed", true],
  ["rejected", false],
]);

/** The decisions that a verdict leads back into review. */
const UNDECIDED: readonly Decision[] = ["new", "in_review", "not_applicable"];

/** Writes whether a card bears artificial intelligence, if it doesn't say so already. Publishes `card.updated`. */
function writeFeature(actor: Actor, card: CardRow, value: boolean): void {
  const attributes = parseObject(card.attributes);
  const old = attributes[KEY] ?? null;
  if (old === value) return;
  const changes = writeChanges(actor, card, { attributes: { ...attributes, [KEY]: value }, strict_attributes: false });
  if (!changes) return;
  const shown = { attributes: { old: { [KEY]: old }, new: { [KEY]: value } } };
  concludeUpdates(actor, [{ card, changes, payload: { changes: shown } }]);
}

/**
 * Confirms or rejects that the card of a finding bears artificial intelligence: the card says so from then on, and the finding is
 * in review. Publishes `card.updated` when that changes, and `compliance_finding.updated`.
 * @throws Problem 400, 404
 */
export function giveVerdict(actor: Actor, id: string, text: string): void {
  transaction(() => {
    const verdict = text.trim();
    const value = verdicts.get(verdict);
    if (value === undefined) throw refused("verdict must be confirmed or rejected");
    const before = requireFindingRow(id);
    if (before.card_id === null) throw refused("The finding is about no card");
    const card = found(findCard(before.card_id), "Impacted card");
    writeFeature(actor, card, value);
    const after = updateFinding(before, {
      ...(UNDECIDED.includes(before.decision) && { decision: "in_review" as const }),
      review_note: `AI verdict: ${verdict}`,
      reviewed_by: actor.userId,
      reviewed_at: now(),
    });
    publishChanges(actor, [{ before, after }]);
  });
}
