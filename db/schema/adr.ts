/** Architecture decision records, and the cards they are linked to. */
import { type AnySQLiteColumn, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { cards } from "./cards";
import { instant, json } from "./columns";
import { users } from "./users";

/** Somebody whose signature is asked for; name and address are those of the moment of asking. */
type Signatory = {
  user_id: string;
  display_name: string;
  email: string;
  status: "pending" | "signed";
  signed_at: string | null;
};

export const architectureDecisions = sqliteTable(
  "architecture_decisions",
  {
    id: text("id").primaryKey(),
    /** `ADR-` and at least three digits. */
    reference_number: text("reference_number").notNull().unique(),
    title: text("title").notNull(),
    status: text("status").notNull().default("draft"),
    context: text("context"),
    decision: text("decision"),
    consequences: text("consequences"),
    alternatives_considered: text("alternatives_considered"),
    related_decisions: json<string[]>("related_decisions").notNull(),
    created_by: text("created_by").references(() => users.id, { onDelete: "set null" }),
    signatories: json<Signatory[]>("signatories").notNull(),
    signed_at: instant("signed_at"),
    revision_number: integer("revision_number").notNull().default(1),
    parent_id: text("parent_id").references((): AnySQLiteColumn => architectureDecisions.id, { onDelete: "set null" }),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
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
