/** The journal of everything that happened, and the batches that its entries belong to. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./access";
import { cards } from "./cards";
import { flag, instant, json } from "./columns";

export const events = sqliteTable(
  "events",
  {
    /** Grows by one with every event and is never used again: the `id` of the event stream. */
    seq: integer("seq").primaryKey({ autoIncrement: true }),
    id: text("id").notNull(),
    eventType: text("event_type").notNull(),
    data: text("data"),
    cardId: text("card_id").references(() => cards.id, { onDelete: "set null" }),
    /** `data.id`: the card or relation that changed. Outlives the deletion of what it names. */
    entityId: text("entity_id"),
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    batchId: text("batch_id").references(() => mutationBatches.id, { onDelete: "set null" }),
    /** What a rollback must know and the payload doesn't tell; it never leaves the server. */
    undo: text("undo"),
    /** Who did it, as an id that stays when the user is gone. */
    authorId: text("author_id"),
    /** See seal.ts. */
    seal: text("seal"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("events_card").on(table.cardId),
    // What is about a card is found by the card. Such an index costs a page of the log with every change.
    index("events_other_entity").on(table.entityId).where(sql`entity_id IS NOT card_id`),
    index("events_batch").on(table.batchId),
    index("events_user").on(table.userId),
    // Not the types that most entries have: those are found as fast without it.
    index("events_rarer_type")
      .on(table.eventType)
      .where(sql`event_type NOT IN ('card.updated', 'notification.created')`),
    index("events_created").on(table.createdAt),
  ],
);

export const mutationBatches = sqliteTable(
  "mutation_batches",
  {
    id: text("id").primaryKey(),
    toolName: text("tool_name").notNull(),
    actorUserId: text("actor_user_id").references(() => users.id, { onDelete: "set null" }),
    origin: text("origin", { enum: ["web", "mcp", "api"] }).notNull(),
    dryRun: flag("dry_run").notNull().default(false),
    confirmToken: text("confirm_token"),
    summary: json<Record<string, unknown> | null>("summary"),
    createdAt: instant("created_at").notNull(),
    committedAt: instant("committed_at"),
    /** When it was rolled back last; its changes stand in nobody's way any more. */
    rolledBackAt: instant("rolled_back_at"),
  },
  (table) => [
    index("mutation_batches_created").on(table.createdAt, table.id),
    index("mutation_batches_actor").on(table.actorUserId, table.createdAt, table.id),
    // Not the names that requests get by themselves: most name a card, and are scattered all over the index.
    index("mutation_batches_named_tool")
      .on(table.toolName, table.createdAt, table.id)
      .where(sql`tool_name NOT GLOB '* /*'`),
    // Every other batch is of another origin, and found as fast without it.
    index("mutation_batches_mcp").on(table.createdAt, table.id).where(sql`origin = 'mcp'`),
  ],
);
