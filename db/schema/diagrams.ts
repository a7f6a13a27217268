/** Free-form diagrams: what they show, the cards they are linked to, their groups, and who has starred them. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { cards } from "./cards";
import { instant, json, jsonText } from "./columns";
import { users } from "./users";

/** The columns that lists read stand first, so that lists never come to the drawing. */
export const diagrams = sqliteTable(
  "diagrams",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    /** The name in lower case, for sorting and searching. */
    name_key: text("name_key").notNull(),
    description: text("description"),
    /** The description in lower case, for searching. */
    description_key: text("description_key"),
    created_by: text("created_by").references(() => users.id, { onDelete: "set null" }),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
    /** The number of cards the drawing refers to. */
    card_count: integer("card_count").notNull(),
    /** The preview, a JSON text. */
    thumbnail: jsonText("thumbnail"),
    /** The references of the drawing, as they are spelled there, in order of appearance. */
    card_refs: json<string[]>("card_refs").notNull(),
    /** The drawing with all that its editor keeps, except the preview. */
    data: jsonText("data").notNull(),
  },
  (table) => [index("diagrams_updated").on(table.updated_at, table.id), index("diagrams_creator").on(table.created_by)],
);

const diagramId = () =>
  text("diagram_id")
    .notNull()
    .references(() => diagrams.id, { onDelete: "cascade" });

/** The cards that somebody has linked to a diagram. */
export const diagramCards = sqliteTable(
  "diagram_cards",
  {
    diagram_id: diagramId(),
    card_id: text("card_id")
      .notNull()
      .references(() => cards.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.diagram_id, table.card_id] }),
    index("diagram_cards_card").on(table.card_id),
  ],
);

/** The ids, in lower case, that a drawing refers to, for searching; there need not be such a card. */
export const diagramReferences = sqliteTable(
  "diagram_references",
  { diagram_id: diagramId(), card_id: text("card_id").notNull() },
  (table) => [
    primaryKey({ columns: [table.diagram_id, table.card_id] }),
    index("diagram_references_card").on(table.card_id),
  ],
);

export const diagramFavorites = sqliteTable(
  "diagram_favorites",
  {
    user_id: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    diagram_id: diagramId(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.diagram_id] }),
    index("diagram_favorites_diagram").on(table.diagram_id),
  ],
);

export const diagramGroups = sqliteTable(
  "diagram_groups",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    color: text("color"),
    sort_order: integer("sort_order").notNull(),
    created_by: text("created_by").references(() => users.id, { onDelete: "set null" }),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [index("diagram_groups_creator").on(table.created_by)],
);

export const diagramGroupMembers = sqliteTable(
  "diagram_group_members",
  {
    diagram_id: diagramId(),
    group_id: text("group_id")
      .notNull()
      .references(() => diagramGroups.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.diagram_id, table.group_id] }),
    index("diagram_group_members_group").on(table.group_id),
  ],
);
