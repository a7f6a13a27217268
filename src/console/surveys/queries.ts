/** Surveys: those that one manages, and those that one is asked to answer. */
import { answered, api, type Schemas } from "../server/client";
import { query } from "../server/queries";

/** A field that a survey asks for, as its builder stores it. */
export type SurveyField = {
  key: string;
  label: string;
  section?: string;
  /** The kind of its values, or `relation`. */
  type?: string;
  options?: { key: string; label: string; color?: string; translations?: Record<string, string> }[];
  translations?: Record<string, string>;
  /** `confirm` asks only whether the value is right; `maintain` also for the right one. */
  action?: string;
  /** The question in the author's words; its label without one. */
  question?: string;
  kind?: string;
  relation_type_key?: string;
  direction?: "outgoing" | "incoming";
  related_type_key?: string;
};

/** The conditions that limit the cards of a survey. */
export type TargetFilters = {
  card_ids?: string[] | null;
  tag_ids?: string[] | null;
  related_ids?: string[] | null;
  attribute_filters?: { key: string; op?: string; value?: unknown }[] | null;
};

export type Survey = Omit<Schemas["Survey"], "fields" | "target_filters"> & {
  fields: SurveyField[];
  target_filters: TargetFilters;
};
export type Audience = Schemas["SurveyAudience"];

/** An answer to a field. */
export type Answer = { new_value: unknown; confirmed: boolean };

/** A field of a form, with what the card says. */
export type AskedField = SurveyField & { current_value: unknown; is_hidden?: boolean };

export type SurveyForm = Omit<Schemas["SurveyForm"], "fields" | "existing_responses"> & {
  fields: AskedField[];
  existing_responses: Record<string, Answer>;
};

/** Seconds after which progress is read again while somebody looks at it: answering is no event. */
const FRESH = 15;

/** The surveys, newest first. */
export const surveysQuery = {
  ...query(
    ["surveys", "list"],
    ["survey."],
    ({ signal }) => answered(api.GET("/api/v1/surveys", { signal })) as unknown as Promise<Survey[]>,
  ),
  refetchInterval: FRESH * 1000,
};

/** Returns a survey. */
export const surveyQuery = (survey_id: string) => ({
  ...query(
    ["surveys", "one", survey_id],
    ["survey."],
    ({ signal }) =>
      answered(
        api.GET("/api/v1/surveys/{survey_id}", { signal, params: { path: { survey_id } } }),
      ) as unknown as Promise<Survey>,
  ),
  refetchInterval: FRESH * 1000,
});

/** Returns whom a survey would reach now. */
export const audienceQuery = (survey_id: string) =>
  query(["surveys", "audience", survey_id], ["card.", "stakeholder.", "tag", "user."], ({ signal }) =>
    answered(api.GET("/api/v1/surveys/{survey_id}/audience", { signal, params: { path: { survey_id } } })),
  );

/** Returns the responses to a survey, oldest first. */
export const responsesQuery = (survey_id: string) => ({
  ...query(["surveys", "responses", survey_id], ["survey."], ({ signal }) =>
    answered(api.GET("/api/v1/surveys/{survey_id}/responses", { signal, params: { path: { survey_id } } })),
  ),
  refetchInterval: FRESH * 1000,
});

/** Returns what applying some responses would change. */
export const applicationQuery = (survey_id: string, response_ids: readonly string[]) =>
  query(["surveys", "application", survey_id, response_ids], ["card.", "relation."], ({ signal }) =>
    answered(
      api.POST("/api/v1/surveys/{survey_id}/apply/preview", {
        signal,
        params: { path: { survey_id } },
        body: { response_ids: [...response_ids] },
      }),
    ),
  );

/** The surveys that I have yet to answer. */
export const mySurveysQuery = query(["surveys", "mine"], ["survey.", "notification."], ({ signal }) =>
  answered(api.GET("/api/v1/surveys/my", { signal })),
);

/** Returns the cards about which a survey asks me. */
export const myCardsQuery = (survey_id: string) =>
  query(["surveys", "my-cards", survey_id], ["survey."], ({ signal }) =>
    answered(api.GET("/api/v1/surveys/{survey_id}/respond", { signal, params: { path: { survey_id } } })),
  );

/** Returns the form by which I answer about a card. */
export const formQuery = (survey_id: string, card_id: string) =>
  query(
    ["surveys", "form", survey_id, card_id],
    ["survey.", "card."],
    ({ signal }) =>
      answered(
        api.GET("/api/v1/surveys/{survey_id}/respond/{card_id}", { signal, params: { path: { survey_id, card_id } } }),
      ) as unknown as Promise<SurveyForm>,
  );
