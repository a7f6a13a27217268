/** The journal of everything that happened, and the batches that its entries belong to. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { cards } from "./cards";
import { flag, instant, json, jsonText } from "./columns";
import { users } from "./users";

const origins = ["web", "mcp", "api"] as const;

export const events = sqliteTable(
  "events",
  {
    /** Grows by one with every event and is never used again: the `id` of the event stream. */
    seq: integer("seq").primaryKey({ autoIncrement: true }),
    id: text("id").notNull(),
    event_type: text("event_type").notNull(),
    data: jsonText("data"),
    card_id: text("card_id").references(() => cards.id, { onDelete: "set null" }),
    /** The id that `card_id` had until the card was deleted, unless it is `entity_id`. A trigger writes it. */
    former_card_id: text("former_card_id"),
    /** The id in `data.id`: the card or relation that changed. It outlives the deletion of that row. */
    entity_id: text("entity_id"),
    user_id: text("user_id").references(() => users.id, { onDelete: "set null" }),
    batch_id: text("batch_id").references(() => mutationBatches.id, { onDelete: "set null" }),
    /** Of an event that is its own batch: the batch's name and origin. See core/journal/batches.ts. */
    tool_name: text("tool_name"),
    origin: text("origin", { enum: origins }),
    /** The data that a rollback needs in addition to the payload; it is never sent to a client. */
    undo: jsonText("undo"),
    /** The id of the author, which stays when the user is gone. */
    author_id: text("author_id"),
    /** Bytes, or text of older versions; see hash-chain.ts. */
    seal: text("seal"),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    index("events_card").on(table.card_id),
    // The events of a card are found by the card. Such an index costs a page of the log with every change.
    index("events_other_entity").on(table.entity_id).where(sql`entity_id IS NOT card_id`),
    index("events_former_card").on(table.former_card_id).where(sql`former_card_id IS NOT NULL`),
    index("events_batch").on(table.batch_id),
    index("events_own_batch").on(table.created_at).where(sql`tool_name IS NOT NULL`),
    index("events_user").on(table.user_id),
    // The index leaves out the types that most entries have: those are found as fast without it.
    index("events_rarer_type")
      .on(table.event_type)
      .where(sql`event_type NOT IN ('card.updated', 'notification.created')`),
  ],
);

export const mutationBatches = sqliteTable(
  "mutation_batches",
  {
    id: text("id").primaryKey(),
    tool_name: text("tool_name").notNull(),
    actor_user_id: text("actor_user_id").references(() => users.id, { onDelete: "set null" }),
    origin: text("origin", { enum: origins }).notNull(),
    dry_run: flag("dry_run").notNull().default(false),
    confirm_token: text("confirm_token"),
    summary: json<Record<string, unknown> | null>("summary"),
    created_at: instant("created_at").notNull(),
    committed_at: instant("committed_at"),
    /** The instant of the last rollback; its changes are no longer in the way of others. */
    rolled_back_at: instant("rolled_back_at"),
  },
  (table) => [
    index("mutation_batches_created").on(table.created_at, table.id),
    index("mutation_batches_actor").on(table.actor_user_id, table.created_at, table.id),
    // The index leaves out the names that requests get by themselves: most name a card, and are scattered all over the
    // index.
    index("mutation_batches_named_tool")
      .on(table.tool_name, table.created_at, table.id)
      .where(sql`tool_name NOT GLOB '* /*'`),
    // Every other batch is of another origin, and found as fast without it.
    index("mutation_batches_mcp").on(table.created_at, table.id).where(sql`origin = 'mcp'`),
  ],
);
