/** The sheets of surveys and their responses in a workspace bundle. Surveys publish no events. */
import { tables } from "../../../db";
import { recordSheet } from "../../core/sheets/record-sheet";
import { checked } from "../../http/validation";
import { NewSurvey } from "./model";

const surveys = recordSheet("Surveys", tables.surveys, {
  columns: "name description message status target_type_key target_filters target_roles fields sent_at closed_at id",
  users: "created_by",
  lists: "target_roles fields",
  needs: "surveys.manage",
  complete(row) {
    checked(NewSurvey, row);
    return {};
  },
});

const responses = recordSheet("SurveyResponses", tables.surveyResponses, {
  columns: "survey_id status responses applied responded_at applied_at id",
  cards: "card_id",
  users: "user_id",
  same: "survey_id card_id user_id",
  needs: "surveys.respond",
  author: "user_id",
});

export const sheets = [surveys, responses];
