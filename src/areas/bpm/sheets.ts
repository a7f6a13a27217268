/** The sheets of process management in a workspace bundle; models and their pictures are assets. */
import { tables } from "../../../db";
import { findUser } from "../../core/access/accounts";
import { publish } from "../../core/journal/journal";
import { recordSheet } from "../../core/sheets/record-sheet";
import { LeftOut } from "../../core/sheets/row";
import { requireFor } from "../../core/sheets/sheet";
import { sanitizeSvg } from "../../core/svg";
import { findCard } from "../cards";
import { readStored } from "./bpmn/read";

const MODEL = { bpmn_xml: "bpmn", svg_thumbnail: "svg" };

const withSafePicture = ({ svg_thumbnail }: { svg_thumbnail?: string | null | undefined }) =>
  svg_thumbnail ? { svg_thumbnail: sanitizeSvg(svg_thumbnail) } : {};

const nameOf = (cardId: string) => findCard(cardId)?.name ?? "";

const diagrams = recordSheet("ProcessDiagrams", tables.processDiagrams, {
  columns: "version id",
  cards: "process_id",
  users: "created_by",
  assets: MODEL,
  needs: "bpm.edit",
  complete(row) {
    readStored(row.bpmn_xml);
    return withSafePicture(row);
  },
  created(actor, rows) {
    for (const { process_id: cardId, version, bpmn_xml } of rows) {
      const { length: element_count } = readStored(bpmn_xml);
      const data = { process_name: nameOf(cardId), version, element_count };
      publish(actor, { type: "process_diagram.saved", cardId, data });
    }
  },
});

const elements = recordSheet("ProcessElements", tables.processElements, {
  columns: "bpmn_element_id element_type name documentation lane_name is_automated sequence_order custom_fields id",
  cards: "process_id application_id data_object_id it_component_id",
  same: "process_id bpmn_element_id",
  needs: "bpm.edit",
});

const versions = recordSheet("ProcessFlowVersions", tables.processFlowVersions, {
  columns: "status revision submitted_at approved_at archived_at based_on_id draft_element_links id",
  cards: "process_id",
  users: "created_by submitted_by approved_by",
  assets: MODEL,
  parent: "based_on_id",
  needs: { card: "card.bpm_manage_drafts", of: "process_id" },
  complete(row, _, { actor, speaksForOthers }) {
    if (row.status === "published" || row.status === "archived") {
      requireFor(actor, { card: "card.bpm_approve", of: "process_id" }, row);
      if (!speaksForOthers && row.approved_by !== actor.userId)
        throw new LeftOut("only who may administer users (admin.users) brings what others have approved");
    }
    return withSafePicture(row);
  },
  created(actor, rows) {
    for (const { id, process_id: cardId, revision, status, approved_by } of rows) {
      if (status !== "published") continue;
      const approver = approved_by ? findUser(approved_by)?.display_name : undefined;
      const data = { id, process_name: nameOf(cardId), revision, approved_by: approver ?? actor.displayName };
      publish(actor, { type: "process_flow.approved", cardId, data });
    }
  },
});

const assessments = recordSheet("ProcessAssessments", tables.processAssessments, {
  columns: "assessment_date overall_score efficiency effectiveness compliance automation notes action_items id",
  cards: "process_id",
  users: "assessor_id",
  lists: "action_items",
  needs: "bpm.assessments",
  author: "assessor_id",
});

export const sheets = [diagrams, elements, versions, assessments];
