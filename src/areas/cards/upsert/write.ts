/** Writing one row of an upsert, by the rules of a single creation or update. */
import { savepoint } from "../../../../db";
import { type Actor, may } from "../../../core/access/actor";
import type { Changes } from "../../../core/journal/differences";
import { type JsonObject, parseObject } from "../../../platform/json";
import { createCardRow } from "../create";
import type { CardChanges } from "../model";
import { redactedKeys } from "../redaction";
import type { CardRow } from "../repository";
import { writeChanges } from "../update";
import type { UpsertRow } from "./model";
import { Refusal } from "./refusal";

const forbidden = (reason: string, field: string | null = null) => new Refusal(reason, field, [], 403);

/** Returns the lifecycle of a card with some of its dates changed; null and the empty text clear one. */
function mergedLifecycle(stored: string | null, changes: JsonObject): JsonObject {
  const merged = { ...parseObject(stored), ...changes };
  return Object.fromEntries(Object.entries(merged).filter(([, date]) => date !== null && date !== ""));
}

/** Returns the changes that a row asks of a card; undefined leaves a field as it is. */
function changesFor(card: CardRow, row: UpsertRow, parentId: string | null | undefined): CardChanges {
  const { name, subtype, description, external_id, alias, status, lifecycle, attributes } = row;
  const merged = lifecycle ? mergedLifecycle(card.lifecycle, lifecycle) : undefined;
  return {
    ...(name !== undefined && name !== null && { name }),
    ...(subtype !== undefined && { subtype }),
    ...(description !== undefined && { description }),
    ...(external_id !== undefined && { external_id }),
    ...(alias !== undefined && { alias }),
    ...(status !== undefined && { status }),
    ...(merged && !Bun.deepEquals(merged, parseObject(card.lifecycle)) && { lifecycle: merged }),
    ...(attributes && { merge_attributes: attributes }),
    ...(parentId !== undefined && { parent_id: parentId }),
    strict_attributes: true,
  };
}

/** @throws Refusal for what a row may not change of a card, or can't */
function checkRow(actor: Actor, card: CardRow, row: UpsertRow): void {
  if (row.type && row.type !== card.type) throw new Refusal(`type: the card is of type ${card.type}`, "type");
  const { status } = row;
  if (status !== undefined && status !== card.status && (status === "ARCHIVED" || card.status === "ARCHIVED"))
    throw new Refusal("status: rows neither archive cards nor restore them", "status");
  const hidden = redactedKeys(actor, card).find((key) => row.attributes?.[key] !== undefined);
  if (hidden !== undefined) throw forbidden(`${hidden}: this cost may not be seen`, `attributes.${hidden}`);
}

/**
 * Updates a card as a row asks for it; a failure is undone and thrown.
 * @param isDenied whether the actor may not edit the card
 * @returns what changed; undefined when nothing did
 * @throws Problem as `writeChanges`; Refusal 403 and 422
 */
export function updateByRow(
  actor: Actor,
  card: CardRow,
  row: UpsertRow,
  parentId: string | null | undefined,
  isDenied: boolean,
): Changes | undefined {
  checkRow(actor, card, row);
  const changes = savepoint(() => {
    const written = writeChanges(actor, card, changesFor(card, row, parentId));
    if (written && isDenied) throw forbidden("Not enough permissions to edit this card");
    return written;
  });
  return changes;
}

/**
 * Creates the card of a row; a failure is undone and thrown.
 * @returns its id
 * @throws Problem as `createCardRow`; Refusal 403 and 422
 */
export function createByRow(actor: Actor, row: UpsertRow, type: string | undefined, parentId: string | null): string {
  if (type === undefined) throw new Refusal("type: is required for a new card", "type");
  const { name } = row;
  if (!name || name.trim() === "") throw new Refusal("name: is required for a new card", "name");
  if (!may(actor, "inventory.create")) throw forbidden("Not enough permissions to create cards");
  if (row.status === "ARCHIVED") throw new Refusal("status: rows create no archived cards", "status");
  const given = Object.entries(row.attributes ?? {}).filter(([, value]) => value !== null);
  const { subtype, description, external_id, alias, lifecycle } = row;
  return savepoint(() =>
    createCardRow(
      actor,
      {
        type,
        name,
        subtype,
        description,
        external_id,
        alias,
        parent_id: parentId,
        lifecycle: mergedLifecycle(null, lifecycle ?? {}),
        attributes: Object.fromEntries(given),
      },
      { strict: true },
    ),
  );
}
