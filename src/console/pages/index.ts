/** The pages of the console, in the order of the rail. Routes, rail, palette and the tests' tables are derived from it. */
import type { Page } from "../navigation/page";
import { activity } from "./activity/page";
import { analysisRuns } from "./analysis-runs/page";
import { architect } from "./architect/page";
import { assessment } from "./assessment/page";
import { authorize } from "./authorize/page";
import { backups } from "./backups/page";
import { calculations } from "./calculations/page";
import { capabilityMap } from "./capability-map/page";
import { card } from "./card/page";
import { catalogues } from "./catalogues/page";
import { compare } from "./compare/page";
import { compliance } from "./compliance/page";
import { cost } from "./cost/page";
import { dashboards } from "./dashboards/page";
import { dataQuality } from "./data-quality/page";
import { decision, decisionPreview } from "./decision/page";
import { decisions } from "./decisions/page";
import { dependencies } from "./dependencies/page";
import { diagnostics } from "./diagnostics/page";
import { diagram } from "./diagram/page";
import { diagrams } from "./diagrams/page";
import { directory } from "./directory/page";
import { drawFlow } from "./draw-flow/page";
import { duplicates } from "./duplicates/page";
import { endOfLife } from "./end-of-life/page";
import { endOfLifeLinks } from "./end-of-life-links/page";
import { feeds } from "./feeds/page";
import { flows } from "./flows/page";
import { grc } from "./grc/page";
import { handbookPage, help } from "./help/page";
import { home } from "./home/page";
import { inventory } from "./inventory/page";
import { keys } from "./keys/page";
import { lists } from "./lists/page";
import { login } from "./login/page";
import { matrix } from "./matrix/page";
import { metamodel } from "./metamodel/page";
import { modernisation } from "./modernisation/page";
import { mySurveys } from "./my-surveys/page";
import { notifications } from "./notifications/page";
import { firstPassword, forgottenPassword, otherPassword } from "./password/pages";
import { portal } from "./portal/page";
import { portals } from "./portals/page";
import { portfolio } from "./portfolio/page";
import { preferences } from "./preferences/page";
import { process } from "./process/page";
import { processHouse } from "./process-house/page";
import { project } from "./project/page";
import { projects } from "./projects/page";
import { resources } from "./resources/page";
import { risk } from "./risk/page";
import { risks } from "./risks/page";
import { roadmap } from "./roadmap/page";
import { roles } from "./roles/page";
import { savedReport } from "./saved-report/page";
import { savedReports } from "./saved-reports/page";
import { scenario } from "./scenario/page";
import { scenarios } from "./scenarios/page";
import { secondFactor } from "./second-factor/page";
import { security } from "./security/page";
import { servicenow } from "./servicenow/page";
import { sessions } from "./sessions/page";
import { settings } from "./settings/page";
import { signOn } from "./sign-on/page";
import { stakeholders } from "./stakeholders/page";
import { statement, statementPreview } from "./statement/page";
import { statements } from "./statements/page";
import { statusReport } from "./status-report/page";
import { survey } from "./survey/page";
import { surveyAnswer } from "./survey-answer/page";
import { surveyApply } from "./survey-apply/page";
import { surveyResults } from "./survey-results/page";
import { surveys } from "./surveys/page";
import { tags } from "./tags/page";
import { todos } from "./todos/page";
import { tokens } from "./tokens/page";
import { transfer } from "./transfer/page";
import { users } from "./users/page";
import { vendors } from "./vendors/page";
import { webhooks } from "./webhooks/page";
import { weighing } from "./weighing/page";
import { welcome } from "./welcome/page";
import { work } from "./work/page";

export const pages = [
  home,
  inventory,
  card,
  activity,
  todos,
  capabilityMap,
  matrix,
  portfolio,
  cost,
  dependencies,
  roadmap,
  endOfLife,
  endOfLifeLinks,
  dataQuality,
  compare,
  scenarios,
  weighing,
  scenario,
  dashboards,
  savedReports,
  savedReport,
  feeds,
  processHouse,
  flows,
  process,
  drawFlow,
  projects,
  resources,
  project,
  statusReport,
  risks,
  risk,
  compliance,
  grc,
  decisions,
  decision,
  decisionPreview,
  statements,
  statement,
  statementPreview,
  diagrams,
  diagram,
  duplicates,
  vendors,
  modernisation,
  architect,
  assessment,
  analysisRuns,
  surveys,
  mySurveys,
  survey,
  surveyResults,
  surveyApply,
  surveyAnswer,
  users,
  stakeholders,
  roles,
  metamodel,
  calculations,
  tags,
  lists,
  directory,
  settings,
  portals,
  catalogues,
  servicenow,
  transfer,
  backups,
  webhooks,
  diagnostics,
  work,
  notifications,
  tokens,
  authorize,
  sessions,
  security,
  preferences,
  help,
  handbookPage,
  keys,
  login,
  portal,
  signOn,
  firstPassword,
  forgottenPassword,
  secondFactor,
  otherPassword,
  welcome,
] as unknown as readonly Page[];
