/** Updating cards. */
import { nameKeyOf, transaction } from "../../../db";
import { type Actor, deniedCards } from "../../core/access/actor";
import { type Changes, differingKeys } from "../../core/journal/differences";
import { forbidden, invalid, Problem } from "../../http/errors";
import { objection } from "../../http/schemas";
import { nowAfter } from "../../platform/clock";
import { type JsonObject, parseObject } from "../../platform/json";
import { attributesToStore } from "./attributes";
import { keepDerived, keepStored } from "./derived-attributes";
import { refreshDerivedFields } from "./derived-fields";
import { type CardUpdate, publishUpdated } from "./events";
import { ATTRIBUTE } from "./field-changes";
import { checkDepth, checkParent, checkSiblingName, relevelMoved } from "./hierarchy";
import { approvalAfter } from "./lifecycle/approval";
import { archiveRows, restoreRows } from "./lifecycle/archive";
import { childCounts, childrenPresent } from "./lifecycle/cascade";
import type { CardChanges } from "./model";
import { changesScore } from "./quality";
import { redactedKeys } from "./redaction";
import { type CardColumns, type CardRow, findCards, requireCard, updateColumns } from "./repository";

type Status = CardChanges["status"];

/** Fields stored as JSON text. */
const objectFields = new Set(["lifecycle", "attributes"]);

/** Returns the value of a field as events carry it. */
const fieldValue = (card: CardRow, field: string): unknown => {
  const value = card[field as keyof CardRow];
  return objectFields.has(field) && typeof value === "string" ? JSON.parse(value) : value;
};

/**
 * Returns the requested attributes, with what is stored of costs that the actor may not see and of what another area
 * derives.
 */
const attributesFor = (actor: Actor, card: CardRow, requested: JsonObject | null): JsonObject | null =>
  keepStored(card, keepDerived(card, requested), redactedKeys(actor, card));

/** Checks whether a status archives or restores a card, which has permissions and events of its own. */
export const archivesOrRestores = (card: CardRow, status: Status): boolean =>
  status !== undefined && status !== card.status && (status === "ARCHIVED" || card.status === "ARCHIVED");

/** Returns the fields in which a card differs from what is requested, without archiving and restoring. */
function changesFor(actor: Actor, card: CardRow, requested: CardChanges): Changes {
  const { strict_attributes, merge_attributes, status, ...fields } = requested;
  const changes: Changes = {};
  const compare = (field: string, value: unknown) => {
    const old = fieldValue(card, field);
    if (value !== undefined && !Bun.deepEquals(old, value)) changes[field] = { old, new: value };
  };
  for (const [field, value] of Object.entries(fields))
    compare(
      field,
      field === "attributes" && value !== undefined ? attributesFor(actor, card, value as JsonObject | null) : value,
    );
  if (!archivesOrRestores(card, status)) compare("status", status);
  return changes;
}

function columnsOf(changes: Changes): CardColumns {
  const columns: Record<string, unknown> = {};
  for (const [field, { new: value }] of Object.entries(changes)) {
    columns[field] = objectFields.has(field) && value !== null ? JSON.stringify(value) : value;
    if (field === "name") columns["name_key"] = nameKeyOf(value as string);
  }
  return columns as CardColumns;
}

/** Checks the place and the name of a card that is already updated. Archived cards may have the name of a sibling. */
function checkPlace(card: CardRow, { parent_id: move, name: rename }: Changes, status: string): void {
  const parentId = (move ? move.new : card.parent_id) as string | null;
  if (move) checkDepth({ id: card.id, type: card.type, parent_id: parentId });
  if ((move || rename) && status !== "ARCHIVED")
    checkSiblingName({ type: card.type, name: (rename?.new ?? card.name) as string, parentId }, card.id);
}

/**
 * Returns the attributes of a card with some of them changed.
 * @param changes key → value; null clears it
 * @returns undefined when nothing changes
 * @throws Problem 422 for unfit attributes, or for more than a card may hold
 */
function mergedAttributes(card: CardRow, changes: JsonObject, strict: boolean): JsonObject | undefined {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null));
  const stored = parseObject(card.attributes);
  const merged = { ...stored, ...attributesToStore(card.type, given, strict) };
  for (const [key, value] of Object.entries(changes)) if (value === null) delete merged[key];
  const message = objection(merged);
  if (message) throw new Problem(422, `The attributes of the card ${message}`);
  return Bun.deepEquals(merged, stored) ? undefined : merged;
}

/** Returns the attributes that a card is to have; undefined when they stay. @throws Problem 422 */
function requestedAttributes(card: CardRow, requested: CardChanges): JsonObject | null | undefined {
  const { attributes: sent, merge_attributes: merged, strict_attributes: strict } = requested;
  if (!merged) return sent && attributesToStore(card.type, sent, strict);
  if (sent !== undefined) throw invalid(["body", "merge_attributes"], "must not be given together with attributes");
  return mergedAttributes(card, merged, strict);
}

/**
 * Writes the requested fields of a card, and refreshes the levels of a moved subtree. The caller passes the changes to
 * `concludeUpdates`.
 * @param placed whether its place is taken as it is: neither its siblings nor its depth matter
 * @returns what changed; undefined when nothing did
 * @throws Problem 422 for unfit attributes or an invalid parent, 400 when too deep, 409 when a sibling has the name
 */
export function writeChanges(actor: Actor, card: CardRow, requested: CardChanges, placed = false): Changes | undefined {
  const attributes = requestedAttributes(card, requested);
  const changes = changesFor(actor, card, { ...requested, attributes });
  const fields = Object.keys(changes);
  if (fields.length === 0) return undefined;
  const parentId = changes["parent_id"]?.new;
  if (typeof parentId === "string") checkParent(card.id, parentId);
  const approval_status = approvalAfter(card, fields);
  updateColumns(card.seq, {
    ...columnsOf(changes),
    // Setting a column rewrites its indexes, even with the same value.
    ...(approval_status !== card.approval_status && { approval_status }),
    ...(card.updated_by !== actor.userId && { updated_by: actor.userId }),
    updated_at: nowAfter(card.updated_at),
  });
  if (!placed) checkPlace(card, changes, requested.status ?? card.status);
  if ("parent_id" in changes) relevelMoved([card]);
  return changes;
}

/**
 * Writes single attributes of a card, as `writeChanges`; its event will name each of them, and its origin.
 * @returns what to pass to `concludeUpdates`; undefined when nothing changed
 * @throws Problem 422 for unfit attributes, or for more than a card may hold
 */
export function writeAttributes(
  actor: Actor,
  card: CardRow,
  values: JsonObject,
  origin: Record<string, unknown>,
): CardUpdate | undefined {
  const attributes = { ...parseObject(card.attributes), ...values };
  const message = objection(attributes);
  if (message) throw new Problem(422, `The attributes of the card ${message}`);
  const changes = writeChanges(actor, card, { attributes, strict_attributes: false });
  if (!changes) return undefined;
  const { old, new: written } = changes["attributes"] as { old: JsonObject | null; new: JsonObject };
  const named = differingKeys(old, written).map(
    (key) => [ATTRIBUTE + key, { old: old?.[key] ?? null, new: written[key] }] as const,
  );
  return { card, changes, payload: { ...origin, changes: Object.fromEntries(named) } };
}

/** Refreshes the derived fields of updated cards and publishes the updates. */
export function concludeUpdates(actor: Actor, updated: readonly CardUpdate[]): void {
  refreshDerivedFields(
    updated.map(({ card }) => card),
    updated.flatMap(({ changes: { parent_id: move } }) => (move ? [move.old, move.new] : [])) as (string | null)[],
    updated.flatMap(({ card, changes }) => (changesScore(changes) ? [card] : [])),
  );
  publishUpdated(actor, updated);
}

/** Returns a function that says why a card can't be archived or restored; looks up what it needs once for all cards. */
export function archivingRefusals(
  actor: Actor,
  cards: readonly CardRow[],
  status: Status,
): (card: CardRow) => Problem | undefined {
  const ids = cards.filter((card) => archivesOrRestores(card, status)).map((card) => card.id);
  const denied = new Set(deniedCards(actor, "card.archive", ids, ids.length));
  const children = status === "ARCHIVED" ? childCounts(ids) : new Map<string, number>();
  return ({ id }) => {
    if (denied.has(id)) return forbidden("Not enough permissions");
    const count = children.get(id);
    return count === undefined ? undefined : childrenPresent(count);
  };
}

/** Archives cards, or restores them: as ACTIVE, followed by an update when they are to get another status. */
export function archiveOrRestore(actor: Actor, ids: readonly string[], status: Status): void {
  if (ids.length === 0) return;
  if (status === "ARCHIVED") return void archiveRows(actor, findCards(ids));
  restoreRows(actor, findCards(ids));
  const updated = findCards(ids).flatMap((card) => {
    const changes = writeChanges(actor, card, { status, strict_attributes: false });
    return changes ? [{ card, changes }] : [];
  });
  concludeUpdates(actor, updated);
}

/**
 * Updates the given fields of a card; equal values change and publish nothing.
 * `attributes` and `lifecycle` are replaced as a whole. A change of content breaks an approval.
 * @returns its id
 * @throws Problem 404, 403 and 409 for archiving and restoring, and as `writeChanges`
 */
export function updateCard(actor: Actor, id: string, requested: CardChanges): string {
  return transaction(() => {
    const card = requireCard(id);
    const changes = writeChanges(actor, card, requested);
    if (changes) concludeUpdates(actor, [{ card, changes }]);
    if (archivesOrRestores(card, requested.status)) {
      const refusal = archivingRefusals(actor, [card], requested.status)(card);
      if (refusal) throw refusal;
      archiveOrRestore(actor, [id], requested.status);
    }
    return id;
  });
}
