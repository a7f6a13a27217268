/** The inverses that undo events of diagrams and their groups. */
import { existingUserId } from "../../core/access/accounts";
import { deletion, recreation, restoration, storedBy, type UndoableRows } from "../../core/row-inverses";
import { done, type Inverses, type Subject } from "../../core/undo";
import { linkInverses } from "../cards";
import { type DeletedDiagram, restoreDiagram } from "./deleted";
import { createMembers, type GroupColumns, type GroupRow, groupRows } from "./groups";
import { createLink, deleteLink } from "./links";
import { type DiagramRow, deleteDiagramRow, existing, findDiagram, replaceIn, updateDiagramRow } from "./rows";

const subject: Subject = { idField: "diagram_id", table: "diagrams" };
const groupSubject: Subject = { idField: "diagram_group_id", table: "diagram_groups" };
const permission = "diagrams.manage";

const links = linkInverses({
  subject,
  card: "card.manage_diagram_links",
  find: findDiagram,
  createLink,
  deleteLink,
});

/** The former fields of a diagram; a drawing that was replaced is not stored. */
type FormerFields = Partial<Pick<DiagramRow, "name" | "description" | "card_ids">>;
const DRAWING_GONE = "The drawing that was replaced is gone";

const diagrams: UndoableRows<DiagramRow> = { subject, permission, find: findDiagram, delete: deleteDiagramRow };
const groups: UndoableRows<GroupRow> = { ...groupRows, subject: groupSubject, permission };

export const undo = {
  delete_diagram: deletion(diagrams),
  restore_diagram: recreation(diagrams, storedBy<DeletedDiagram>("the diagram"), (diagram) => {
    restoreDiagram(diagram);
    return done;
  }),
  restore_diagram_fields: restoration(
    diagrams,
    (event) => (event.undo as FormerFields | null) ?? DRAWING_GONE,
    (row, { data: { card_ids, ...texts }, payload }) => {
      if (card_ids) replaceIn("diagram_cards", row.id, existing("cards", card_ids));
      if (Object.keys(texts).length > 0) updateDiagramRow(row, { ...row, ...texts });
      const hasDrawn = (payload["fields"] as string[]).includes("data");
      return hasDrawn ? { ...done, notRestored: { data: DRAWING_GONE } } : done;
    },
  ),
  unlink_diagram: links.unlink,
  link_diagram: links.link,
  restore_diagram_groups: restoration(diagrams, storedBy<{ group_ids: string[] }>("its groups"), ({ id }, { data }) => {
    replaceIn("diagram_group_members", id, existing("diagram_groups", data.group_ids));
    return done;
  }),
  delete_diagram_group: deletion(groups),
  restore_diagram_group_fields: restoration(
    groups,
    storedBy<GroupColumns>("the group as it was before"),
    (row, { data }) => {
      groupRows.update(row, data);
      return done;
    },
  ),
  restore_diagram_group: recreation(
    groups,
    storedBy<GroupRow & { diagram_ids: string[] }>("the group"),
    ({ diagram_ids, ...row }) => {
      groupRows.create({ ...row, created_by: existingUserId(row.created_by) });
      createMembers(row.id, diagram_ids);
      return done;
    },
  ),
} as const satisfies Inverses;
