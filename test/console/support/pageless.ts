/** The operations that no page of the console uses, each with the reason why; `test/console/uses.test.ts` checks them. */

/** A reason: what people want of it is done by another operation, or by programs alone. */
export type Reason = { kind: "same as" | "for programs"; text: string };

/** The page does the same by another operation. @param operation which a page uses */
const sameAs = (operation: string): Reason => ({ kind: "same as", text: operation });

/** Programs call it. @param text says which, or what for */
const forPrograms = (text: string): Reason => ({ kind: "for programs", text });

const settings = sameAs("GET /api/v1/settings/bootstrap");
const feed = forPrograms("Excel, Power BI and other readers of OData feeds");
const flow = sameAs("GET /api/v1/bpm/processes/{process_id}/flow");
const plan = sameAs("GET /api/v1/ppm/initiatives/{initiative_id}/plan");
const matrix = sameAs("GET /api/v1/reports/matrix");
const listOfCards = sameAs("GET /api/v1/cards");
const drawing = forPrograms("tools that bring BPMN without a review; people draw a flow, which is reviewed");
const sponsor = forPrograms("clients of other products, whose button the console doesn't have");
const mcp = sameAs("GET /api/v1/settings/mcp");

export const pageless: Readonly<Record<string, Reason>> = {
  "GET /api/v1/admin/webhooks/{webhook_id}": sameAs("GET /api/v1/admin/webhooks"),
  "GET /api/health": forPrograms("monitoring and load balancers"),
  "GET /api/health/ready": forPrograms("monitoring and load balancers; people read the diagnostics"),
  "GET /api/v1/metamodel/types/{key}/field-usage": sameAs("GET /api/v1/metamodel/types/{key}/impact"),
  "GET /api/v1/metamodel/types/{key}/option-usage": sameAs("GET /api/v1/metamodel/types/{key}/impact"),
  "GET /api/v1/metamodel/relation-types/{key}/instance-count": sameAs("GET /api/v1/metamodel/relation-types"),
  "GET /api/v1/metamodel/types/{type_key}/stakeholder-roles/{role_key}": sameAs(
    "GET /api/v1/metamodel/types/{type_key}/stakeholder-roles",
  ),
  "GET /api/v1/stakeholder-roles": sameAs("GET /api/v1/metamodel/types/{type_key}/stakeholder-roles"),
  "GET /api/v1/settings/export": forPrograms("the comparison of two installations"),
  "GET /api/v1/settings/app-title": settings,
  "GET /api/v1/settings/login-branding": settings,
  "GET /api/v1/settings/ppm-enabled": settings,
  "GET /api/v1/settings/file-uploads-enabled": settings,
  "GET /api/v1/settings/grc-enabled": settings,
  "GET /api/v1/settings/turbolens-enabled": settings,
  "GET /api/v1/settings/bpm-enabled": settings,
  "GET /api/v1/settings/bpm-row-order": settings,
  "GET /api/v1/settings/currency": settings,
  "GET /api/v1/settings/date-format": settings,
  "GET /api/v1/settings/fiscal-year-start": settings,
  "GET /api/v1/settings/archive-retention-days": settings,
  "GET /api/v1/settings/enabled-locales": settings,
  "GET /api/v1/settings/sso/status": settings,
  "GET /api/v1/settings/sponsor-button-enabled": sponsor,
  "PATCH /api/v1/settings/sponsor-button-enabled": sponsor,
  "GET /api/v1/settings/mcp/status": mcp,
  "GET /api/v1/settings/logo/info": settings,
  "GET /api/v1/settings/favicon/info": settings,
  "GET /api/v1/roles/{key}": sameAs("GET /api/v1/roles"),
  "GET /api/v1/calculations/calculated-fields": sameAs("GET /api/v1/calculations"),
  "POST /api/v1/calculations/validate": sameAs("POST /api/v1/calculations/preview"),
  "POST /api/v1/calculations/trial": sameAs("POST /api/v1/calculations/preview"),
  "GET /api/v1/calculations/{calc_id}": sameAs("GET /api/v1/calculations"),
  "POST /api/v1/calculations/{calc_id}/test": sameAs("POST /api/v1/calculations/preview"),
  "GET /api/v1/cards/my-created": listOfCards,
  "GET /api/v1/cards/my-stakeholder": listOfCards,
  "GET /api/v1/cards/export/csv": sameAs("GET /api/v1/cards/export"),
  "GET /api/v1/cards/export/xlsx": sameAs("GET /api/v1/cards/export"),
  "GET /api/v1/cards/export/json": forPrograms("scripts; people take out a workbook or CSV"),
  "POST /api/v1/cards/bulk-create": sameAs("POST /api/v1/cards/upsert"),
  "POST /api/v1/cards/fix-hierarchy-names": forPrograms("the repair of names after a migration from another product"),
  "POST /api/v1/cards/resolve-refs": forPrograms("scripts that have names in the place of ids"),
  "GET /api/v1/cards/{card_id}/relation-summary": sameAs("GET /api/v1/relations"),
  "POST /api/v1/relations/bulk": sameAs("POST /api/v1/relations"),
  "PATCH /api/v1/stakeholders/{stakeholder_id}": sameAs("POST /api/v1/cards/{card_id}/stakeholders"),
  "GET /api/v1/users/me/ui-preferences": forPrograms(
    "clients of other products; the console remembers its look by device",
  ),
  "PATCH /api/v1/users/me/ui-preferences": forPrograms(
    "clients of other products; the console remembers its look by device",
  ),
  "GET /api/v1/users/{user_id}": sameAs("GET /api/v1/users"),
  "GET /api/v1/bpm/processes/{process_id}/diagram": drawing,
  "PUT /api/v1/bpm/processes/{process_id}/diagram": drawing,
  "DELETE /api/v1/bpm/processes/{process_id}/diagram": drawing,
  "GET /api/v1/bpm/processes/{process_id}/diagram/versions": drawing,
  "GET /api/v1/bpm/processes/{process_id}/diagram/export/bpmn": drawing,
  "GET /api/v1/bpm/processes/{process_id}/diagram/export/svg": drawing,
  "POST /api/v1/bpm/processes/{process_id}/diagram/import": drawing,
  "GET /api/v1/bpm/processes/{process_id}/flow/permissions": flow,
  "GET /api/v1/bpm/processes/{process_id}/flow/published": flow,
  "GET /api/v1/bpm/processes/{process_id}/flow/drafts": flow,
  "GET /api/v1/bpm/processes/{process_id}/flow/archived": flow,
  "GET /api/v1/ppm/initiatives/{initiative_id}/has-costs": sameAs("GET /api/v1/ppm/initiatives/{initiative_id}/costs"),
  "GET /api/v1/ppm/initiatives/{initiative_id}/tasks": plan,
  "GET /api/v1/ppm/initiatives/{initiative_id}/wbs": plan,
  "GET /api/v1/ppm/initiatives/{initiative_id}/completion": plan,
  "GET /api/v1/ppm/initiatives/{initiative_id}/dependencies": plan,
  "GET /api/v1/events/my-cards": sameAs("GET /api/v1/events"),
  "GET /api/v1/mutation-batches/{batch_id}": sameAs("GET /api/v1/mutation-batches"),
  "POST /api/v1/mutation-batches/{batch_id}/commit": forPrograms("scripts that rehearse a batch before they write it"),
  "GET /api/v1/web-portals/{portal_id}": sameAs("GET /api/v1/web-portals"),
  "GET /api/v1/eol/products": sameAs("GET /api/v1/eol/products/fuzzy"),
  "POST /api/v1/surveys/{survey_id}/preview": sameAs("GET /api/v1/surveys/{survey_id}/audience"),
  "POST /api/v1/surveys/{survey_id}/respond/{card_id}": sameAs("PATCH /api/v1/surveys/{survey_id}/respond/{card_id}"),
  "GET /api/v1/bookmarks/{bm_id}/odata": feed,
  "GET /api/v1/bookmarks/{bm_id}/odata/Cards": feed,
  "GET /api/v1/bookmarks/{bm_id}/odata/$count": feed,
  "GET /api/v1/bookmarks/{bm_id}/odata/Cards/$count": feed,
  "GET /api/v1/bookmarks/{bm_id}/odata/$metadata": feed,
  "GET /api/v1/saved-reports/{report_id}/thumbnail": forPrograms(
    "clients of other products; the console shows reports as they are now",
  ),
  "GET /api/v1/diagrams/favorites": sameAs("GET /api/v1/diagrams"),
  "POST /api/v1/diagrams/{diagram_id}/cards": sameAs("PATCH /api/v1/diagrams/{diagram_id}"),
  "DELETE /api/v1/diagrams/{diagram_id}/cards/{card_id}": sameAs("PATCH /api/v1/diagrams/{diagram_id}"),
  "GET /api/v1/mitigation-tasks/{task_id}/occurrences": sameAs("GET /api/v1/risks/{risk_id}/mitigation-tasks"),
  "GET /api/v1/reports/my-workspace": sameAs("GET /api/v1/notifications/badge-counts"),
  "GET /api/v1/reports/landscape": matrix,
  "GET /api/v1/reports/app-portfolio": sameAs("GET /api/v1/reports/portfolio"),
  "GET /api/v1/reports/cost": sameAs("GET /api/v1/reports/cost-treemap"),
  "GET /api/v1/reports/bpm/dashboard": sameAs("GET /api/v1/reports/bpm/process-map"),
  "GET /api/v1/reports/bpm/capability-process-matrix": matrix,
  "GET /api/v1/reports/bpm/process-application-matrix": matrix,
  "GET /api/v1/reports/bpm/process-dependencies": sameAs("GET /api/v1/reports/dependencies"),
  "GET /api/v1/reports/risks/matrix": sameAs("GET /api/v1/risks/metrics"),
  "POST /api/v1/process-catalogue/update-fetch": sameAs("POST /api/v1/capability-catalogue/update-fetch"),
  "POST /api/v1/value-stream-catalogue/update-fetch": sameAs("POST /api/v1/capability-catalogue/update-fetch"),
  "GET /api/v1/servicenow/connections/{conn_id}": sameAs("GET /api/v1/servicenow/connections"),
  "GET /api/v1/servicenow/mappings/{mapping_id}": sameAs("GET /api/v1/servicenow/mappings"),
  "GET /api/v1/servicenow/sync/runs/{run_id}": sameAs("GET /api/v1/servicenow/sync/runs"),
  "GET /api/v1/turbolens/overview": sameAs("GET /api/v1/turbolens/status"),
  "GET /api/v1/turbolens/analysis-runs/{run_id}": sameAs("GET /api/v1/turbolens/analysis-runs"),
  "GET /api/v1/compliance/compliance": sameAs("GET /api/v1/compliance/compliance-findings"),
};
