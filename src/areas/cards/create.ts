/** Making cards. */
import { statement, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { publishAll } from "../../core/journal/journal";
import { invalid } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { cardType } from "../metamodel";
import { checkAttributes } from "./attributes";
import { settle } from "./effects";
import { checkDepth, checkParent, checkSiblingName } from "./hierarchy";
import type { NewCard } from "./model";
import { nameKeyOf } from "./rows";

/** What makes a card; `approval_status` is the importer's. */
export type CardContent = Omit<NewCard, "strict_attributes"> & { approval_status?: string | undefined };

/**
 * Writes a card in its place, without what is derived from it: the caller settles it and publishes `card.created`.
 * @returns its id
 * @throws Problem 422 for an unknown type or parent or unfit attributes, 409 when a sibling has the name, 400 when too deep
 */
export function insertCard(actor: Actor, input: CardContent, strict = false): string {
  const { type, name, parent_id: parentId = null, attributes, lifecycle } = input;
  if (!cardType(type)) throw invalid(["body", "type"], "names no card type", "value_error", type);
  checkAttributes(type, attributes ?? {}, strict);
  if (parentId !== null) checkParent(null, parentId);
  checkSiblingName({ type, name, parentId });
  const id = newId();
  const at = now();
  statement(
    `INSERT INTO cards (id, type, subtype, name, name_key, description, parent_id, lifecycle, attributes, external_id, alias,
                        approval_status, created_by, updated_by, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    id,
    type,
    input.subtype ?? null,
    name,
    nameKeyOf(name),
    input.description ?? null,
    parentId,
    JSON.stringify(lifecycle ?? {}),
    JSON.stringify(attributes ?? {}),
    input.external_id ?? null,
    input.alias ?? null,
    input.approval_status ?? "DRAFT",
    actor.userId,
    actor.userId,
    at,
    at,
  );
  checkDepth({ id, type, parent_id: parentId });
  return id;
}

/** Tells that cards were made. */
export function publishCreated(actor: Actor, cards: readonly { id: string; type: string; name: string }[]): void {
  publishAll(
    actor,
    cards.map(({ id, type, name }) => ({ type: "card.created", cardId: id, data: { id, type, name } })),
  );
}

/**
 * Makes a card: ACTIVE, DRAFT, with its quality and calculated fields.
 * @returns its id
 * @throws Problem as `insertCard`
 */
export function createCard(actor: Actor, input: NewCard): string {
  return transaction(() => {
    const { type, name } = input;
    const id = insertCard(actor, input, input.strict_attributes);
    settle([{ id, type }], [input.parent_id]);
    publishCreated(actor, [{ id, type, name }]);
    return id;
  });
}
