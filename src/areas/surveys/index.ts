/** Surveys: campaigns that ask stakeholders to confirm or correct what their cards say. */
import { area } from "../../core/area";
import { pendingSurveys } from "../../core/notify/badges";
import { checks, notifications, permissions } from "./definitions";
import { operations } from "./operations";
import { countPendingSurveys } from "./pending";
import { sheets } from "./sheets";

export { submitResponse } from "./answering";
export { applyResponses } from "./apply";
export { listResponses } from "./responses";
export { sendSurvey } from "./send";
export { closeSurvey, createSurvey } from "./surveys";

export const surveysArea = area({
  name: "surveys",
  tags: { surveys: "Surveys that ask stakeholders to confirm or correct what their cards say" },
  tables: ["surveys", "survey_responses"],
  operations,
  permissions,
  notifications,
  checks,
  extensions: [pendingSurveys.extend("surveys", countPendingSurveys)],
  sheets,
});
