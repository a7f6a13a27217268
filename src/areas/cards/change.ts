/** Changing cards. */
import { transaction } from "../../../db";
import { type Actor, mayOnCard } from "../../core/access/actor";
import { publishAll } from "../../core/journal/journal";
import { forbidden } from "../../http/errors";
import { requireEtag } from "../../http/etags";
import { nowAfter } from "../../platform/clock";
import { checkAttributes } from "./attributes";
import { hiddenCostKeys } from "./costs";
import { settle } from "./effects";
import { checkDepth, checkParent, checkSiblingName, relevelMoved } from "./hierarchy";
import { archiveCard } from "./lifecycle/archive";
import { restoreCard } from "./lifecycle/restore";
import type { CardChanges } from "./model";
import { tipsScore } from "./quality";
import { type CardRow, type Changes, cardRow, type JsonObject, nameKeyOf, parsed, updateCard } from "./rows";
import { etagOf } from "./serialize";

/** The fields whose change takes an approval away. */
export const approvedFields: ReadonlySet<string> = new Set([
  "name",
  "description",
  "lifecycle",
  "attributes",
  "subtype",
  "alias",
  "parent_id",
]);

/** Fields held as JSON text. */
const objects = new Set(["lifecycle", "attributes"]);

/** Field → what it was and what it was asked to become. */
export type Diff = Record<string, { old: unknown; new: unknown }>;

/** The value of a field as it is told in an event. */
const told = (card: CardRow, field: string): unknown => {
  const value = card[field as keyof CardRow];
  return objects.has(field) && typeof value === "string" ? JSON.parse(value) : value;
};

/**
 * The attributes that are stored when the actor asks for these: whole, except that costs they can't see stay as they are.
 */
function attributesFor(actor: Actor, card: CardRow, asked: JsonObject | null): JsonObject | null {
  const hidden = hiddenCostKeys(actor, card);
  if (hidden.length === 0) return asked;
  const result: JsonObject = { ...asked };
  const stored = parsed(card.attributes);
  for (const key of hidden) {
    delete result[key];
    if (key in stored) result[key] = stored[key];
  }
  return result;
}

/** Whether a status takes a card to or from ARCHIVED, which has rules and events of its own. */
export const crosses = (card: CardRow, status: CardChanges["status"]): boolean =>
  status !== undefined && status !== card.status && (status === "ARCHIVED" || card.status === "ARCHIVED");

/** What differs between a card and what is asked of it. */
function diffOf(actor: Actor, card: CardRow, asked: CardChanges): Diff {
  const { strict_attributes, status, ...fields } = asked;
  const diff: Diff = {};
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    const wanted = field === "attributes" ? attributesFor(actor, card, value as JsonObject | null) : value;
    const old = told(card, field);
    if (!Bun.deepEquals(old, wanted)) diff[field] = { old, new: wanted };
  }
  // Archiving and coming back are changes of their own kind; see changeStatus.
  if (status !== undefined && status !== card.status && !crosses(card, status))
    diff["status"] = { old: card.status, new: status };
  return diff;
}

function columnsOf(diff: Diff): Changes {
  const columns: Record<string, unknown> = {};
  for (const [field, { new: value }] of Object.entries(diff)) {
    columns[field] = objects.has(field) && value !== null ? JSON.stringify(value) : value;
    if (field === "name") columns["name_key"] = nameKeyOf(value as string);
  }
  return columns as Changes;
}

/**
 * Checks that a card, already changed, may be at its place under its name, and settles the levels there. An archived card
 * stands in nobody's way.
 */
function takePlace(card: CardRow, diff: Diff, status: string): void {
  const { parent_id: move, name: rename } = diff;
  const parentId = (move ? move.new : card.parent_id) as string | null;
  if (move) {
    checkDepth({ id: card.id, type: card.type, parent_id: parentId });
    relevelMoved([card]);
  }
  if ((move || rename) && status !== "ARCHIVED")
    checkSiblingName({ type: card.type, name: (rename?.new ?? card.name) as string, parentId }, card.id);
}

/** The parent that a card had and the one that it gets, when a change moves it. */
export const parentsIn = ({ parent_id: move }: Diff): (string | null)[] =>
  move ? [move.old as string | null, move.new as string | null] : [];

/** Whether a change takes away the approval that a card has. */
const breaksApproval = (card: CardRow, diff: Diff) =>
  card.approval_status === "APPROVED" && Object.keys(diff).some((field) => approvedFields.has(field));

/** A change of status to or from ARCHIVED obeys the rules and needs the rights of archiving and restoring. */
export function changeStatus(actor: Actor, card: CardRow, status: CardChanges["status"]): void {
  if (!crosses(card, status)) return;
  if (!mayOnCard(actor, "card.archive", card.id)) throw forbidden("Not enough permissions");
  if (status === "ARCHIVED") archiveCard(actor, card.id, { related_card_ids: [], cascade_all_related: false });
  else {
    restoreCard(actor, card.id, { also_restore_card_ids: [] });
    // A card comes back ACTIVE; what else it is to be is a change like any other, and told as one.
    if (status !== "ACTIVE") changeCard(actor, card.id, { status, strict_attributes: false });
  }
}

/**
 * Writes what is asked into a card, without what is derived from it: the caller settles it and publishes `card.updated`.
 * @returns what changed; undefined when nothing did
 * @throws Problem 422 for unfit attributes or a parent that can't be, 400 when too deep, 409 when a sibling has the name
 */
export function writeChanges(actor: Actor, card: CardRow, asked: CardChanges): Diff | undefined {
  if (asked.attributes && Object.keys(asked.attributes).length > 0)
    checkAttributes(card.type, asked.attributes, asked.strict_attributes);
  const diff = diffOf(actor, card, asked);
  if (Object.keys(diff).length === 0) return undefined;
  const parentId = diff["parent_id"]?.new;
  if (typeof parentId === "string") checkParent(card.id, parentId);
  updateCard(card.seq, {
    ...columnsOf(diff),
    ...(breaksApproval(card, diff) && { approval_status: "BROKEN" }),
    // A column that is set is written to its index, whether or not it is another value.
    ...(card.updated_by !== actor.userId && { updated_by: actor.userId }),
    updated_at: nowAfter(card.updated_at),
  });
  takePlace(card, diff, asked.status ?? card.status);
  return diff;
}

/**
 * Tells that cards were changed.
 * @param changed each card as it was before, and what changed
 */
export function publishUpdated(actor: Actor, changed: readonly { card: CardRow; diff: Diff }[]): void {
  publishAll(
    actor,
    changed.map(({ card, diff }) => ({
      type: "card.updated",
      cardId: card.id,
      data: { id: card.id, changes: diff },
      undo: breaksApproval(card, diff) ? { approval_status: card.approval_status } : undefined,
    })),
  );
}

/**
 * Changes the fields of a card that are given; those that are equal already change nothing and tell nobody.
 * `attributes` and `lifecycle` are replaced as a whole. A change of content takes an approval away.
 * @param ifMatch the version that the change is meant for, as in the `ETag` of the card
 * @throws Problem 404, 412 when the card has another version, and as `writeChanges`
 */
export function changeCard(actor: Actor, id: string, asked: CardChanges, ifMatch?: string): void {
  transaction(() => {
    const card = cardRow(id);
    requireEtag(ifMatch, etagOf(card.updated_at));
    const diff = writeChanges(actor, card, asked);
    if (diff) {
      settle([card], parentsIn(diff), tipsScore(diff) ? [card] : []);
      publishUpdated(actor, [{ card, diff }]);
    }
    changeStatus(actor, card, asked.status);
  });
}
