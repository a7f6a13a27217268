/** The inverses that undo events of diagrams and their groups. */
import { existingUserId } from "../../core/access/accounts";
import {
  done,
  type Inverses,
  inverse,
  type Outcome,
  type Subject,
  type SubjectStep,
  skipped,
  unchanged,
} from "../../core/undo";
import { findCard } from "../cards";
import {
  createGroupRow,
  createMembers,
  deleteGroupRow,
  findGroup,
  type GroupColumns,
  type GroupRow,
  updateGroupRow,
} from "./groups";
import { createLink, deleteLink } from "./links";
import { type DiagramRow, deleteDiagramRow, existing, findDiagram, replaceIn, updateDiagramRow } from "./rows";

const subject: Subject = { idField: "diagram_id", table: "diagrams" };
const groupSubject: Subject = { idField: "diagram_group_id", table: "diagram_groups" };
const permission = "diagrams.manage";

const cardOf = ({ payload }: Pick<SubjectStep, "payload">) => String(payload["card_id"]);
const linkPermission = {
  card: "card.manage_diagram_links",
  onAnyOf: (step: SubjectStep) => [cardOf(step)],
} as const;

/** The former fields of a diagram; a drawing that was replaced is not stored. */
type FormerFields = Partial<Pick<DiagramRow, "name" | "description" | "card_ids">>;
const DRAWING_GONE = "The drawing that was replaced is gone";

const notFound = (id: string): Outcome => skipped("diagram_not_found", { needs: [id] });

export const undo = {
  delete_diagram: inverse({
    subject,
    permission,
    effect: "deletes",
    undo(_rollback, { subject: id }) {
      if (!findDiagram(id)) return unchanged("already_deleted");
      deleteDiagramRow(id);
      return done;
    },
  }),
  restore_diagram_fields: inverse<FormerFields>({
    subject,
    permission,
    read: (event) => (event.undo as FormerFields | null) ?? DRAWING_GONE,
    undo(_rollback, { subject: id, data, payload }) {
      const row = findDiagram(id);
      if (!row) return notFound(id);
      const { card_ids, ...texts } = data;
      if (card_ids) replaceIn("diagram_cards", id, existing("cards", card_ids));
      if (Object.keys(texts).length > 0) updateDiagramRow(row, { ...row, ...texts });
      const hasDrawn = (payload["fields"] as string[]).includes("data");
      return hasDrawn ? { ...done, notRestored: { data: DRAWING_GONE } } : done;
    },
  }),
  unlink_diagram: inverse({
    subject,
    permission: linkPermission,
    undo: (_rollback, step) => (deleteLink(step.subject, cardOf(step)) ? done : unchanged("already_unlinked")),
  }),
  link_diagram: inverse({
    subject,
    permission: linkPermission,
    undo(_rollback, step) {
      const id = step.subject;
      const cardId = cardOf(step);
      if (!findDiagram(id)) return notFound(id);
      if (!findCard(cardId)) return skipped("card_not_found", { needs: [cardId] });
      return createLink(id, cardId) ? done : unchanged("already_linked");
    },
  }),
  restore_diagram_groups: inverse<{ group_ids: string[] }>({
    subject,
    permission,
    read: (event) => (event.undo as { group_ids: string[] } | null) ?? "The event doesn't contain its groups",
    undo(_rollback, { subject: id, data }) {
      if (!findDiagram(id)) return notFound(id);
      replaceIn("diagram_group_members", id, existing("diagram_groups", data.group_ids));
      return done;
    },
  }),
  delete_diagram_group: inverse({
    subject: groupSubject,
    permission,
    effect: "deletes",
    undo(_rollback, { subject: id }) {
      if (!findGroup(id)) return unchanged("already_deleted");
      deleteGroupRow(id);
      return done;
    },
  }),
  restore_diagram_group_fields: inverse<GroupColumns>({
    subject: groupSubject,
    permission,
    read: (event) => (event.undo as GroupColumns | null) ?? "The event doesn't contain the group as it was before",
    undo(_rollback, { subject: id, data }) {
      const row = findGroup(id);
      if (!row) return skipped("diagram_group_not_found", { needs: [id] });
      updateGroupRow(row, data);
      return done;
    },
  }),
  restore_diagram_group: inverse<GroupRow & { diagram_ids: string[] }>({
    subject: groupSubject,
    permission,
    effect: "creates",
    read: (event) =>
      (event.undo as (GroupRow & { diagram_ids: string[] }) | null) ?? "The event doesn't contain the group",
    undo(_rollback, { subject: id, data: { diagram_ids, ...row } }) {
      if (findGroup(id)) return unchanged("already_restored");
      createGroupRow({ ...row, created_by: existingUserId(row.created_by) });
      createMembers(id, diagram_ids);
      return done;
    },
  }),
} as const satisfies Inverses;
