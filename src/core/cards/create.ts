/** Making cards. */
import { statement, transaction } from "../../../db/client";
import { invalid } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import type { Actor } from "../access/actor";
import { publish } from "../events/journal";
import { cardType } from "../metamodel/types";
import { checkAttributes } from "./attributes";
import { settle } from "./effects";
import { checkDepth, checkParent, checkSiblingName } from "./hierarchy";
import type { NewCard } from "./model";
import { nameKeyOf } from "./rows";

/**
 * Makes a card: ACTIVE, DRAFT, with its quality and calculated fields.
 * @returns its id
 * @throws Problem 422 for an unknown type or parent or unfit attributes, 409 when a sibling has the name, 400 when too deep
 */
export function createCard(actor: Actor, input: NewCard): string {
  return transaction(() => {
    const { type, name, parent_id: parentId = null, attributes, lifecycle } = input;
    if (!cardType(type)) throw invalid(["body", "type"], "names no card type", "value_error", type);
    checkAttributes(type, attributes ?? {}, input.strict_attributes);
    if (parentId !== null) checkParent(null, parentId);
    checkSiblingName({ type, name, parentId });
    const id = newId();
    const at = now();
    statement(
      `INSERT INTO cards (id, type, subtype, name, name_key, description, parent_id, lifecycle, attributes, external_id, alias,
                          created_by, updated_by, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
      actor.userId,
      actor.userId,
      at,
      at,
    );
    checkDepth({ id, type, parent_id: parentId });
    settle({ id, type });
    publish(actor, { type: "card.created", cardId: id, data: { id, type, name } });
    return id;
  });
}
