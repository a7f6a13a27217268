/** The sheets of architecture decisions and their links in a workspace bundle. */
import { tables } from "../../../db";
import { publish } from "../../core/journal/journal";
import { sanitizeRichText } from "../../core/rich-text";
import { linkId, recordSheet } from "../../core/sheets/record-sheet";
import { LeftOut } from "../../core/sheets/row";
import { type AdrRow, adrRows, named } from "./rows";

const TEXTS = ["context", "decision", "consequences", "alternatives_considered"] as const;

const decisions = recordSheet("Adrs", tables.architectureDecisions, {
  columns:
    "reference_number title status context decision consequences alternatives_considered related_decisions " +
    "revision_number parent_id superseded_by signatories signed_at rejection id",
  users: "created_by",
  lists: "related_decisions signatories",
  parent: "parent_id",
  needs: "adr.manage",
  complete(row, _, { speaksForOthers }) {
    if (row.status !== "draft" && !speaksForOthers)
      throw new LeftOut("only who may administer users (admin.users) brings the signatures of others");
    return Object.fromEntries(
      TEXTS.flatMap((text) => (row[text] ? [[text, sanitizeRichText(row[text], [text])]] : [])),
    );
  },
  created(actor, rows) {
    for (const row of rows) publish(actor, { type: "adr.created", data: named(row as AdrRow) });
  },
});

const cards = recordSheet("AdrCards", tables.architectureDecisionCards, {
  columns: "architecture_decision_id id",
  cards: "card_id",
  key: "architecture_decision_id card_id",
  read: linkId("architecture_decision_id", "card_id"),
  needs: { card: "card.manage_adr_links", of: "card_id" },
  created(actor, rows) {
    for (const { architecture_decision_id, card_id } of rows)
      publish(actor, { type: "adr.linked", data: { ...named(adrRows.require(architecture_decision_id)), card_id } });
  },
});

export const sheets = [decisions, cards];
