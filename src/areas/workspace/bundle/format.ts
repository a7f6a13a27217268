/** The format of bundles: its version, and the order in which sheets are written and applied. */
import { definedSheets, type Sheet } from "../../../core/sheets/sheet";

/** The version of the format. */
export const FORMAT = "1";

/** The sheets in the order of the format: configuration first, then cards, then everything that refers to them. */
const ORDER = [
  "CardTypes RelationTypes Roles StakeholderRoles Calculations Principles ComplianceRegs ResourceTypes TagGroups Tags",
  "Users Settings Cards CardTags Relations Stakeholders Documents Comments Todos FileAttachments",
  "Diagrams DiagramGroups DiagramFavorites ProcessDiagrams ProcessElements ProcessFlowVersions ProcessAssessments",
  "PpmStatusReports PpmCostLines PpmBudgetLines PpmRisks PpmWbs PpmTasks PpmTaskComments PpmDependencies",
  "Risks RiskCards RiskMitigationTasks RiskMitTaskOccurrences Adrs AdrCards Soaws SavedReports Bookmarks WebPortals",
  "Surveys SurveyResponses DiagramCards DiagramGroupMembers",
].flatMap((line) => line.split(" "));

/** Returns the sheets of all areas in the order of the format; those that it doesn't name are the last ones. */
export function orderedSheets(): Sheet[] {
  const sheets = definedSheets();
  const named = ORDER.flatMap((name) => sheets.get(name) ?? []);
  return [...named, ...[...sheets.values()].filter(({ name }) => !ORDER.includes(name))];
}
