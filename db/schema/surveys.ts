/** Surveys: the questions to stakeholders of cards, and their answers. */
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { cards } from "./cards";
import { flag, instant, json, jsonText } from "./columns";
import { users } from "./users";

/** A field that a survey asks for: an attribute, or the relations of a type in one direction. Other keys are the client's. */
export type SurveyField = {
  key: string;
  section?: unknown;
  options?: unknown;
  kind?: unknown;
  relation_type_key?: unknown;
  direction?: unknown;
  [key: string]: unknown;
};

/** A condition on an attribute. */
export type AttributeFilter = { key?: unknown; op?: unknown; value?: unknown };

/** The filters for the cards of its type that a survey is about; it is about all of them without any filter. */
export type TargetFilters = {
  card_ids?: string[] | null | undefined;
  tag_ids?: string[] | null | undefined;
  related_ids?: string[] | null | undefined;
  attribute_filters?: AttributeFilter[] | null | undefined;
  [key: string]: unknown;
};

export const surveys = sqliteTable(
  "surveys",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    message: text("message").notNull().default(""),
    status: text("status", { enum: ["draft", "active", "closed"] })
      .notNull()
      .default("draft"),
    target_type_key: text("target_type_key").notNull(),
    target_filters: json<TargetFilters>("target_filters").notNull(),
    target_roles: json<string[]>("target_roles").notNull(),
    fields: json<SurveyField[]>("fields").notNull(),
    created_by: text("created_by").references(() => users.id, { onDelete: "set null" }),
    sent_at: instant("sent_at"),
    closed_at: instant("closed_at"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    index("surveys_created").on(table.created_at, table.id),
    index("surveys_status_created").on(table.status, table.created_at, table.id),
    index("surveys_creator").on(table.created_by),
  ],
);

export const surveyResponses = sqliteTable(
  "survey_responses",
  {
    seq: integer("seq").primaryKey(),
    id: text("id").notNull().unique(),
    survey_id: text("survey_id")
      .notNull()
      .references(() => surveys.id, { onDelete: "cascade" }),
    card_id: text("card_id")
      .notNull()
      .references(() => cards.id, { onDelete: "cascade" }),
    user_id: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    status: text("status", { enum: ["pending", "completed"] })
      .notNull()
      .default("pending"),
    /** Field key → `{ current_value, new_value, confirmed }`. */
    responses: jsonText("responses").notNull().default("{}"),
    applied: flag("applied").notNull().default(false),
    responded_at: instant("responded_at"),
    applied_at: instant("applied_at"),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("survey_responses_survey_card_user").on(table.survey_id, table.card_id, table.user_id),
    // This index alone is enough to count the responses of a survey.
    index("survey_responses_survey").on(table.survey_id, table.status, table.applied),
    index("survey_responses_user").on(table.user_id, table.status, table.survey_id),
    index("survey_responses_card").on(table.card_id),
  ],
);
