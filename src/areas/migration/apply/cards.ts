/** Applies cards, by rules of their own: names of siblings and depth are not checked. */
import { inList, listOf, statement } from "../../../../db";
import { Problem } from "../../../http/errors";
import { checked } from "../../../http/validation";
import { parseObject } from "../../../platform/json";
import {
  type CardRow,
  type CardUpdate,
  concludeUpdates,
  createCardRow,
  findCard,
  isAtOrBelow,
  NewCard,
  publishCards,
  refreshDerivedFields,
  writeChanges,
} from "../../cards";
import { cardContent } from "../card-content";
import { findIdentities } from "../identities";
import { messageOf, orphanMessage, parentMessage } from "../messages";
import type { Application, Pass, Result, StagedRow } from "./pass";

const Content = NewCard.pick({
  name: true,
  subtype: true,
  description: true,
  external_id: true,
  lifecycle: true,
  attributes: true,
});

/** Maps source id → card, of the parents of some records: by this migration, or else by an earlier one. */
function findParents({ migration }: Application, records: readonly StagedRow<"card">[]): Map<string, string> {
  const wanted = [...new Set(records.flatMap(({ parent_source_id }) => parent_source_id ?? []))];
  const staged = statement<{ source_id: string; target_id: string }>(
    `SELECT source_id, target_id FROM staged_records
     WHERE migration_id = ? AND entity_kind = 'card' AND ${inList("source_id")} AND target_id IS NOT NULL`,
  ).all(migration.id, listOf(wanted));
  const parents = findIdentities(migration, "card", wanted);
  for (const { source_id, target_id } of staged) parents.set(source_id, target_id);
  return parents;
}

/** Returns the content of a record for a card of a type, and the reasons why some of it is left out. @throws Problem 422 */
function contentOf({ mappings }: Application, { source_id, payload }: StagedRow<"card">, type: string) {
  const { name, description } = payload;
  const { objections, ...content } = cardContent(mappings, type, payload);
  return { objections, content: checked(Content, { name, description, external_id: source_id, ...content }) };
}

/** Returns the changes that a record asks of its card. */
function changesOf(card: CardRow, content: ReturnType<typeof contentOf>["content"], parentId: string | undefined) {
  const { name, subtype, description = null, external_id = null, lifecycle, attributes } = content;
  const mayMove = parentId !== undefined && parentId !== card.parent_id && !isAtOrBelow(parentId, card.id);
  return {
    ...(name !== "" && { name }),
    ...(subtype && { subtype }),
    ...(mayMove && { parent_id: parentId }),
    description,
    external_id,
    lifecycle: { ...parseObject(card.lifecycle), ...lifecycle },
    attributes: { ...parseObject(card.attributes), ...attributes },
    strict_attributes: false,
  };
}

type CreatedCard = { id: string; type: string; name: string; parentId: string | undefined };

/** Refreshes what is derived from the cards, and publishes their changes. */
function conclude({ actor }: Application, created: readonly CreatedCard[], updated: readonly CardUpdate[]): void {
  refreshDerivedFields(
    created,
    created.map(({ parentId }) => parentId),
  );
  publishCards(actor, "card.created", created);
  concludeUpdates(actor, updated);
}

export const cardPass: Pass<"card"> = {
  conflict: "conflicts",
  begin(application, records) {
    const { actor } = application;
    const parents = findParents(application, records);
    const created: CreatedCard[] = [];
    const updated: CardUpdate[] = [];

    function create(record: StagedRow<"card">, parentId: string | undefined): Result {
      const type = record.card_type_key ?? "";
      const { content, objections } = contentOf(application, record, type);
      const id = createCardRow(actor, { ...content, type, parent_id: parentId ?? null }, { placed: true });
      created.push({ id, type, name: content.name, parentId });
      return { outcome: "created", targetId: id, message: messageOf(objections) };
    }

    function update(record: StagedRow<"card">, parentId: string | undefined): Result {
      const card = findCard(record.target_id ?? "");
      if (!card) throw new Problem(404, "The card that it was matched with is gone");
      const { content, objections } = contentOf(application, record, card.type);
      const changes = writeChanges(actor, card, changesOf(card, content, parentId), true);
      if (changes) updated.push({ card, changes });
      return { outcome: "updated", targetId: card.id, message: messageOf(objections) };
    }

    function write(record: StagedRow<"card">, parentId: string | undefined): Result {
      if (record.action === "create") return create(record, parentId);
      if (record.action === "update") return update(record, parentId);
      return { outcome: "skipped", targetId: record.target_id, message: messageOf(record.payload.objections ?? []) };
    }

    return {
      apply(record) {
        const { source_id, parent_source_id, error_message } = record;
        const parentId = parents.get(parent_source_id ?? "");
        const result = write(record, parentId);
        if (result.targetId) parents.set(source_id, result.targetId);
        const isOrphan = parent_source_id !== null && parentId === undefined;
        const ofParent = isOrphan ? orphanMessage(parent_source_id) : parentMessage(error_message);
        return { ...result, message: messageOf([ofParent, result.message]) };
      },
      conclude: () => conclude(application, created, updated),
    };
  },
};
