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
import { findIdentities } from "../identities";
import { mapAttributes } from "./attributes";
import type { Application, Pass, Result, StagedRow } from "./pass";

const Content = NewCard.pick({
  name: true,
  subtype: true,
  description: true,
  external_id: true,
  lifecycle: true,
  attributes: true,
});

/** Source id → card, of the parents of some records: by this migration, or else by an earlier one. */
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

/** The content of a record, with its attributes where the mapping wants them. @throws Problem 422 */
function contentOf({ mappings }: Application, { source_id, payload }: StagedRow<"card">) {
  const { native_type, name, subtype, description } = payload;
  const mapping = Object.hasOwn(mappings, native_type) ? (mappings[native_type] ?? {}) : {};
  const { lifecycle, attributes } = mapAttributes(payload, mapping);
  return checked(Content, { name, subtype, description, external_id: source_id, lifecycle, attributes });
}

/** The changes that a record asks of its card. */
function changesOf(card: CardRow, content: ReturnType<typeof contentOf>, parentId: string | undefined) {
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
      const content = contentOf(application, record);
      const id = createCardRow(actor, { ...content, type, parent_id: parentId ?? null }, { placed: true });
      created.push({ id, type, name: content.name, parentId });
      return { outcome: "created", targetId: id };
    }

    function update(record: StagedRow<"card">, parentId: string | undefined): Result {
      const card = findCard(record.target_id ?? "");
      if (!card) throw new Problem(404, "The card that it was matched with is gone");
      const changes = writeChanges(actor, card, changesOf(card, contentOf(application, record), parentId), true);
      if (changes) updated.push({ card, changes });
      return { outcome: "updated", targetId: card.id };
    }

    function write(record: StagedRow<"card">, parentId: string | undefined): Result {
      if (record.action === "create") return create(record, parentId);
      if (record.action === "update") return update(record, parentId);
      return { outcome: "skipped", targetId: record.target_id };
    }

    return {
      apply(record) {
        const { source_id, parent_source_id, error_message } = record;
        const parentId = parents.get(parent_source_id ?? "");
        const result = write(record, parentId);
        if (result.targetId) parents.set(source_id, result.targetId);
        const isOrphan = parent_source_id !== null && parentId === undefined;
        return { ...result, message: isOrphan ? `Its parent ${parent_source_id} was not migrated` : error_message };
      },
      conclude: () => conclude(application, created, updated),
    };
  },
};
