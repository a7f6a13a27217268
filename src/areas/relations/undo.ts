/** The inverses that undo events of relations. */
import { inUuidList } from "../../../db";
import { cardsWithVisibleCosts } from "../../core/access/actor";
import {
  done,
  type Inverses,
  type Outcome,
  type Rollback,
  type Step,
  type Subject,
  type SubjectStep,
  skipped,
  unchanged,
} from "../../core/undo";
import type { JsonObject } from "../../platform/json";
import { changedCards, findCard, redactPayload } from "../cards";
import { relationCostKeysOf, relationType } from "../metamodel";
import {
  attributesOf,
  createRelationRow,
  deleteRow,
  findRelation,
  type RelationWithEnds,
  relationsBetween,
  writeRelation,
} from "./rows";
import { attributesFor, cardinalityObjection } from "./service";

const subject: Subject = {
  idField: "relation_id",
  table: "relations",
  hasIdIn: inUuidList("uuid"),
  severalEvents: true,
};

/** Returns the relation that an event is about: its type and its ends. */
const relationIn = ({ payload }: Step) => {
  const text = (field: string) => (typeof payload[field] === "string" ? payload[field] : "");
  return { type: text("type"), source_id: text("source_id"), target_id: text("target_id") };
};
const sourceIn = (step: Step) => relationIn(step).source_id;
const endsIn = (step: Step) => [sourceIn(step), relationIn(step).target_id];

const textOrNull = (value: unknown) => (typeof value === "string" ? value : null);

/** Returns the attributes and the description that a relation had before the event. */
const contentBefore = ({ undo }: Step) => ({
  attributes: (undo?.["attributes"] ?? null) as JsonObject | null,
  description: textOrNull(undo?.["description"]),
});

const findContent = ({ undo }: { undo: JsonObject | null }) =>
  undo ?? "The event doesn't contain the relation as it was before";

/** Executes a step, and has the derived fields of both ends updated. */
const onRelation =
  (undo: (rollback: Rollback, step: SubjectStep, row: RelationWithEnds | null) => Outcome) =>
  (rollback: Rollback, step: SubjectStep): Outcome => {
    const outcome = undo(rollback, step, findRelation(step.subject));
    if (outcome.status === "ok") for (const id of endsIn(step)) rollback.collected(changedCards).ids.add(id);
    return outcome;
  };

const deleteRelation = onRelation((_rollback, _step, row) => {
  if (!row) return unchanged("already_deleted");
  deleteRow(row);
  return done;
});

/** Creates a deleted relation again, with its id and all that it held. */
const restoreRelation = onRelation((_rollback, step, row) => {
  if (row) return unchanged("already_restored");
  const relation = relationIn(step);
  const { type, source_id, target_id } = relation;
  if (!findCard(source_id) || !findCard(target_id)) return skipped("card_not_found", { needs: endsIn(step) });
  const cardinality = relationType(type)?.cardinality;
  if (cardinality === undefined) return skipped("relation_type_not_found");
  if (relationsBetween(type, source_id, target_id).length > 0) return unchanged("already_related");
  if (cardinalityObjection(type, cardinality, source_id, target_id)) return skipped("cardinality");
  const created_at = textOrNull(step.undo?.["created_at"]);
  createRelationRow({ id: step.subject, ...relation, ...contentBefore(step), ...(created_at && { created_at }) });
  return done;
});

const restoreContent = onRelation(({ actor }, step, row) => {
  if (!row) return skipped("relation_not_found");
  const { attributes: former, description } = contentBefore(step);
  const attributes = attributesFor(actor, row, former);
  if (Bun.deepEquals(attributes, attributesOf(row)) && description === row.description)
    return unchanged("already_restored");
  writeRelation(row, { attributes, description });
  return done;
});

const onEitherEnd = { card: "card.manage_relations", onAnyOf: endsIn } as const;

export const undo = {
  delete_relation: { subject, permission: onEitherEnd, effect: "deletes", undo: deleteRelation },
  restore_relation: {
    subject,
    permission: onEitherEnd,
    effect: "creates",
    clearable: ["cardinality"],
    read: findContent,
    undo: restoreRelation,
  },
  restore_relation_fields: {
    subject,
    permission: onEitherEnd,
    read: findContent,
    hiddenKeys(actor, steps) {
      const visible = cardsWithVisibleCosts(actor, steps.map(sourceIn));
      return (step) => (!visible || visible.has(sourceIn(step)) ? [] : relationCostKeysOf(relationIn(step).type));
    },
    describe: ({ undo }, hidden) =>
      redactPayload(
        { fields: { attributes: undo?.["attributes"] ?? null, description: undo?.["description"] ?? null } },
        hidden,
      ),
    undo: restoreContent,
  },
} as const satisfies Inverses;
