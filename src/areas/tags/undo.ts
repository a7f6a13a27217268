/** The inverses that undo events of tags. */
import { hasRow, statement } from "../../../db";
import { deletion } from "../../core/row-inverses";
import {
  done,
  type Inverse,
  type Inverses,
  inverse,
  type Subject,
  skipped,
  type UndoneEvent,
  unchanged,
} from "../../core/undo";
import { changedCards, findCard, mandatoryGroups } from "../cards";

const card: Subject = { idField: "card_id", table: "cards" };
const tag: Subject = { idField: "tag_id", table: "tags" };
const group: Subject = { idField: "tag_group_id", table: "tag_groups" };

/** Tagging a card takes either right. */
const onCard = { card: "card.edit", onAnyOf: ({ subject }: { subject: string }) => [subject] } as const;

const findTag = ({ payload }: UndoneEvent): string | { tagId: string } =>
  typeof payload["tag_id"] === "string" ? { tagId: payload["tag_id"] } : "The event doesn't name the tag";

const exists = (sql: string, id: string) => hasRow(`SELECT 1 AS found FROM ${sql} LIMIT 1`, id);

/** Declares the inverse that deletes what others don't depend on. */
const unusedDeletion = (
  subject: Subject,
  find: (id: string) => { id: string } | null,
  isUsed: (id: string) => boolean,
  deleteRow: (id: string) => unknown,
): Inverse =>
  deletion({ subject, permission: "tags.manage", clearable: ["in_use"], find }, ({ id }) => {
    if (isUsed(id)) return skipped("in_use");
    deleteRow(id);
    mandatoryGroups.drop();
    return done;
  });

export const undo = {
  untag_card: inverse<{ tagId: string }>({
    subject: card,
    permission: onCard,
    read: findTag,
    undo({ collected }, { subject, data: { tagId } }) {
      const { changes } = statement("DELETE FROM card_tags WHERE card_id = ? AND tag_id = ?").run(subject, tagId);
      if (changes === 0) return unchanged("not_tagged");
      collected(changedCards).ids.add(subject);
      return done;
    },
  }),
  tag_card: inverse<{ tagId: string }>({
    subject: card,
    permission: onCard,
    read: findTag,
    undo({ collected }, { subject, data: { tagId } }) {
      if (!findCard(subject)) return skipped("card_not_found", { needs: [subject] });
      if (!exists("tags WHERE id = ?", tagId)) return skipped("tag_not_found", { needs: [tagId] });
      const { changes } = statement("INSERT INTO card_tags (card_id, tag_id) VALUES (?, ?) ON CONFLICT DO NOTHING").run(
        subject,
        tagId,
      );
      if (changes === 0) return unchanged("already_tagged");
      collected(changedCards).ids.add(subject);
      return done;
    },
  }),
  delete_tag: unusedDeletion(
    tag,
    (id) => statement<{ id: string }>("SELECT id FROM tags WHERE id = ?").get(id),
    (id) => exists("card_tags WHERE tag_id = ?", id),
    (id) => statement("DELETE FROM tags WHERE id = ?").run(id),
  ),
  delete_tag_group: unusedDeletion(
    group,
    (id) => statement<{ id: string }>("SELECT id FROM tag_groups WHERE id = ?").get(id),
    (id) => exists("tags WHERE tag_group_id = ?", id),
    (id) => statement("DELETE FROM tag_groups WHERE id = ?").run(id),
  ),
} as const satisfies Inverses;
