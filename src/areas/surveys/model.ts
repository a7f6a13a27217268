/** Surveys on the wire. */
import { z } from "zod";
import { SliceQuery } from "../../http/pagination";
import {
  Flag,
  Id,
  Instant,
  LINE,
  namedObject,
  nullableChangesOf,
  orNull,
  StoredObject,
  Text,
  Uuid,
  withinLimits,
} from "../../http/schemas";

/** Fields, roles and conditions on attributes of one survey. */
const MAX_FIELDS = 200;
const MAX_ROLES = 100;
const MAX_ATTRIBUTE_FILTERS = 20;
/** Ids that one filter names. */
const MAX_IDS = 5_000;
/** Responses that are applied at once. */
const MAX_APPLIED = 5_000;
/** The message is repeated in every notification. */
const LONGEST_MESSAGE = 2_000;
const LONGEST_DESCRIPTION = 10_000;

const SurveyParts = {
  id: Id,
  name: z.string(),
  description: z.string(),
  message: z.string().meta({ description: "The text of the notification" }),
  status: z.enum(["draft", "active", "closed"]),
  target_type_key: z.string().meta({ description: "The type of the cards that it is about" }),
  target_filters: StoredObject,
  target_roles: z.string().array().meta({ description: "The stakeholder roles that are asked" }),
  fields: StoredObject.array(),
  created_by: Id.nullable(),
  creator_name: z.string().nullable(),
  sent_at: Instant.nullable(),
  closed_at: Instant.nullable(),
  created_at: Instant,
  updated_at: Instant,
};

export const SurveyContent = namedObject("SurveyContent", SurveyParts);
export type SurveyContent = z.infer<typeof SurveyContent>;

export const Survey = namedObject("Survey", {
  ...SurveyParts,
  total_responses: z.int(),
  completed_responses: z.int(),
  applied_responses: z.int(),
});
export type Survey = z.infer<typeof Survey>;

export const SentSurvey = Survey.extend({
  targets_created: z.int().meta({ description: "How many responses are asked for" }),
}).meta({ id: "SentSurvey" });

export const SurveyQuery = z.object({
  status: orNull(Text(50)).meta({ description: "With this status" }),
  ...SliceQuery,
});
export type SurveyQuery = z.infer<typeof SurveyQuery>;

const Ids = (description: string) => orNull(z.array(Uuid).max(MAX_IDS)).meta({ description });

const AttributeFilter = z.looseObject({
  key: orNull(Text(LINE)),
  op: orNull(Text(50)).meta({
    description:
      "`eq` (the default), `any_of` with a list of values, `ne`, `gt`, `gte`, `lt`, `lte`, `contains`, `is_empty`, `is_not_empty`; a filter with another one, without a key or without a value is ignored",
  }),
  value: z.unknown().optional().meta({ description: "Compared with the text form of the attribute" }),
});

const TargetFilters = z
  .looseObject({
    card_ids: Ids("Only these cards"),
    tag_ids: Ids("Only cards with one of these tags"),
    related_ids: Ids("Only cards that are related to one of these"),
    attribute_filters: orNull(z.array(AttributeFilter).max(MAX_ATTRIBUTE_FILTERS)),
  })
  .superRefine(({ card_ids, tag_ids, related_ids, ...others }, context) => withinLimits(others, context));

const SurveyField = z
  .looseObject({ key: Text(LINE, 1).meta({ description: "An attribute, or `rel:<relation type>:<direction>`" }) })
  .superRefine(withinLimits);

const optional = {
  target_filters: orNull(TargetFilters),
  target_roles: orNull(z.array(Text(100)).max(MAX_ROLES)),
  fields: orNull(z.array(SurveyField).max(MAX_FIELDS)),
};

export const NewSurvey = z.object({
  name: Text(LINE),
  target_type_key: Text(100),
  description: Text(LONGEST_DESCRIPTION).default(""),
  message: Text(LONGEST_MESSAGE).default(""),
  ...optional,
});
export type NewSurvey = z.infer<typeof NewSurvey>;

export const SurveyChanges = nullableChangesOf(NewSurvey);
export type SurveyChanges = z.infer<typeof SurveyChanges>;

export const Nothing = z.object({});

export const Preview = namedObject("SurveyPreview", {
  total_cards: z.int(),
  total_users: z.int().meta({ description: "A user counts once for each card" }),
  targets: z
    .object({
      card_id: Id,
      card_name: z.string(),
      card_type: z.string(),
      users: z.object({ user_id: Id, display_name: z.string(), email: z.string(), role: z.string() }).array(),
    })
    .array()
    .meta({ description: "As far as one survey can reach; the totals are of all" }),
});
export type Preview = z.infer<typeof Preview>;

const Person = z.object({ user_id: Id, display_name: z.string() });

export const Audience = namedObject("SurveyAudience", {
  total_cards: z.int().meta({ description: "Cards that the filters leave, whether or not somebody is asked" }),
  asked_cards: z.int(),
  people: z.int().meta({ description: "Users who are asked, each once" }),
  responses: z.int().meta({ description: "Responses that are asked for: one for each card and user" }),
  roles: z
    .object({
      key: z.string(),
      cards: z.int().meta({ description: "Cards on which an active user has the role" }),
      further_cards: z.int().meta({ description: "Those of them about which nobody is asked yet" }),
    })
    .array(),
  fields: z
    .object({ key: z.string(), set: z.int().meta({ description: "Cards that have a value" }) })
    .array()
    .meta({ description: "The fields of the survey, in their order" }),
  targets: z
    .object({
      card_id: Id,
      card_name: z.string(),
      users: Person.array(),
      values: StoredObject.meta({ description: "Field key → value, without costs that the caller may not see" }),
    })
    .array()
    .meta({ description: "The first cards by name" }),
});
export type Audience = z.infer<typeof Audience>;

export const SurveyResponse = namedObject("SurveyResponse", {
  id: Id,
  survey_id: Id,
  card_id: Id,
  card_name: z.string().nullable(),
  card_type: z.string().nullable(),
  user_id: Id,
  user_display_name: z.string().nullable(),
  user_email: z.string().nullable(),
  status: z.enum(["pending", "completed"]),
  responses: StoredObject.meta({
    description: "Field key → `{current_value, new_value, confirmed}`, without costs that the caller may not see",
  }),
  applied: z.boolean(),
  responded_at: Instant.nullable(),
  applied_at: Instant.nullable(),
  created_at: Instant,
});
export type SurveyResponse = z.infer<typeof SurveyResponse>;

export const Application = z.object({ response_ids: z.array(Uuid).max(MAX_APPLIED) });

export const ApplicationReport = namedObject("SurveyApplication", {
  applied: z.int(),
  errors: z.object({ response_id: Id, error: z.string() }).array(),
});
export type ApplicationReport = z.infer<typeof ApplicationReport>;

export const ApplicationPreview = namedObject("SurveyApplicationPreview", {
  changes: z
    .object({
      response_id: Id,
      card_id: Id,
      card_name: z.string(),
      key: z.string().meta({ description: "The key of the field" }),
      answered_value: z.unknown().meta({ description: "The value when it was answered" }),
      current_value: z.unknown().meta({ description: "The value now; of relations, when it was answered" }),
      new_value: z.unknown(),
    })
    .array()
    .meta({ description: "The values that would change, without costs that the caller may not see" }),
  unchanged: z.int().meta({ description: "Responses that only confirm what the cards say" }),
  errors: z.object({ response_id: Id, error: z.string() }).array(),
});
export type ApplicationPreview = z.infer<typeof ApplicationPreview>;

/** Users who are reminded at once. */
const MAX_REMINDED = 1_000;

export const RemindedUsers = namedObject("SurveyRemindedUsers", {
  user_ids: z
    .array(Uuid)
    .max(MAX_REMINDED)
    .optional()
    .meta({ description: "Only those of these users who have yet to answer; everybody without it" }),
});

export const Delegation = namedObject("SurveyDelegation", {
  user_id: Uuid.meta({ description: "The active user who is asked instead" }),
});

export const Reminder = namedObject("SurveyReminder", {
  reminded: z.int().meta({ description: "Users who were notified again" }),
});

export const PendingQuery = z.object(SliceQuery);

export const PendingSurvey = namedObject("PendingSurvey", {
  survey_id: Id,
  survey_name: z.string(),
  survey_message: z.string(),
  survey_status: z.string(),
  target_type_key: z.string(),
  pending_count: z.int(),
  items: z.object({ response_id: Id, card_id: Id, card_name: z.string().nullable() }).array(),
});
export type PendingSurvey = z.infer<typeof PendingSurvey>;

export const Form = namedObject("SurveyForm", {
  response_id: Id,
  response_status: z.enum(["pending", "completed"]),
  survey: z.object({ id: Id, name: z.string(), message: z.string() }),
  card: z.object({
    id: Id,
    name: z.string(),
    type: z.string(),
    subtype: z.string().nullable(),
    type_translations: StoredObject.nullable(),
    subtype_translations: StoredObject.nullable(),
  }),
  fields: StoredObject.array().meta({ description: "The fields of the survey, each with its `current_value`" }),
  existing_responses: StoredObject,
});
export type Form = z.infer<typeof Form>;

export const MyCards = namedObject("SurveyCards", {
  survey: z.object({
    id: Id,
    name: z.string(),
    description: z.string(),
    message: z.string(),
    status: z.enum(["draft", "active", "closed"]),
  }),
  items: z
    .object({ card_id: Id, card_name: z.string(), card_type: z.string(), status: z.enum(["pending", "completed"]) })
    .array()
    .meta({ description: "The cards about which the caller is asked, by name" }),
});
export type MyCards = z.infer<typeof MyCards>;

/** A respondent's answer to a field. */
const Answer = z.object({
  new_value: z.unknown().optional(),
  confirmed: Flag.default(false),
});

export const SomeAnswers = z.object({
  responses: z
    .record(z.string(), Answer.nullable())
    .superRefine(withinLimits)
    .meta({ description: "Field key → answer; null takes an answer back" }),
});
export type SomeAnswers = z.infer<typeof SomeAnswers>;

export const SavedAnswers = namedObject("SavedSurveyAnswers", {
  status: z.enum(["pending", "completed"]).meta({ description: "`completed` once every field is answered" }),
  response_id: Id,
});
export type SavedAnswers = z.infer<typeof SavedAnswers>;

export const Submission = z.object({
  responses: z.record(z.string(), Answer).superRefine(withinLimits).meta({ description: "Field key → answer" }),
});
export type Submission = z.infer<typeof Submission>;

export const SubmittedResponse = namedObject("SubmittedSurveyResponse", {
  status: z.literal("completed"),
  response_id: Id,
});
export type SubmittedResponse = z.infer<typeof SubmittedResponse>;
