/** Architecture decision records, and the cards they are linked to. */
import { type AnySQLiteColumn, index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { cards } from "./cards";
import { json } from "./columns";
import { signedColumns } from "./signatures";

export const architectureDecisions = sqliteTable(
  "architecture_decisions",
  {
    ...signedColumns(),
    /** `ADR-` and at least three digits. */
    reference_number: text("reference_number").notNull().unique(),
    title: text("title").notNull(),
    context: text("context"),
    decision: text("decision"),
    consequences: text("consequences"),
    alternatives_considered: text("alternatives_considered"),
    related_decisions: json<string[]>("related_decisions").notNull(),
    /** The id of the decision that was made in its place. Without a reference: a bundle may bring the successor later. */
    superseded_by: text("superseded_by"),
    parent_id: text("parent_id").references((): AnySQLiteColumn => architectureDecisions.id, { onDelete: "set null" }),
  },
  (table) => [
    index("architecture_decisions_updated").on(table.updated_at),
    index("architecture_decisions_parent").on(table.parent_id),
    index("architecture_decisions_creator").on(table.created_by),
  ],
);

export const architectureDecisionCards = sqliteTable(
  "architecture_decision_cards",
  {
    architecture_decision_id: text("architecture_decision_id")
      .notNull()
      .references(() => architectureDecisions.id, { onDelete: "cascade" }),
    card_id: text("card_id")
      .notNull()
      .references(() => cards.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.architecture_decision_id, table.card_id] }),
    index("architecture_decision_cards_card").on(table.card_id),
  ],
);
