/** Creating cards. */
import { nameKeyOf, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { invalid } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { cardType } from "../metamodel";
import { attributesToStore } from "./attributes";
import { refreshDerivedFields } from "./derived-fields";
import { publishCards } from "./events";
import { checkDepth, checkParent, checkSiblingName } from "./hierarchy";
import type { NewCard } from "./model";
import { createRow } from "./repository";

type CardContent = Omit<NewCard, "strict_attributes"> & { approval_status?: string | undefined };

/** The rules by which the content of a card is checked. */
type Rules = {
  /** As for `attributesToStore`. */
  strict?: boolean;
  /** The time of its creation elsewhere; now when left out. */
  created_at?: string | undefined;
  /** True when its place is taken as it is: its parent exists, and neither its siblings nor its depth matter. */
  placed?: boolean;
};

/**
 * Inserts a card. The caller refreshes its derived fields and publishes `card.created`.
 * @returns its id
 * @throws Problem 422 for an unknown type or parent or unfit attributes, 409 when a sibling has the name, 400 when too deep
 */
export function createCardRow(
  actor: Actor,
  input: CardContent,
  { strict = false, placed = false, created_at }: Rules = {},
): string {
  const { type, name, parent_id = null, lifecycle } = input;
  if (!cardType(type)) throw invalid(["body", "type"], "names no card type", "value_error", type);
  const attributes = attributesToStore(type, input.attributes ?? {}, strict);
  if (parent_id !== null && !placed) checkParent(null, parent_id);
  if (!placed) checkSiblingName({ type, name, parentId: parent_id });
  const id = newId();
  const at = now();
  createRow({
    id,
    type,
    subtype: input.subtype ?? null,
    name,
    name_key: nameKeyOf(name),
    description: input.description ?? null,
    parent_id,
    lifecycle: JSON.stringify(lifecycle ?? {}),
    attributes: JSON.stringify(attributes),
    external_id: input.external_id ?? null,
    alias: input.alias ?? null,
    approval_status: input.approval_status ?? "DRAFT",
    created_by: actor.userId,
    updated_by: actor.userId,
    created_at: created_at ?? at,
    updated_at: at,
  });
  if (!placed) checkDepth({ id, type, parent_id });
  return id;
}

/**
 * Creates a card with its derived fields.
 * @returns its id
 * @throws Problem as `createCardRow`
 */
export function createCard(actor: Actor, input: NewCard): string {
  return transaction(() => {
    const { type, name } = input;
    const id = createCardRow(actor, input, { strict: input.strict_attributes });
    refreshDerivedFields([{ id, type }], [input.parent_id]);
    publishCards(actor, "card.created", [{ id, type, name }]);
    return id;
  });
}
