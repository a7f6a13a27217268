/**
 * The rights in the contract, written down manually and independent of the code: the permissions of the built-in roles,
 * and the permission of every operation. An operation that no pattern fits is checked against its own declaration,
 * unless it is open to anybody or changes something for everybody who is logged in: those must be named here.
 */

const viewer = [
  ...["inventory.view", "inventory.export", "relations.view", "stakeholders.view", "comments.view", "documents.view"],
  ...["diagrams.view", "bpm.view", "ppm.view", "reports.ea_dashboard", "reports.bpm_dashboard"],
  ...["reports.ppm_dashboard", "reports.portfolio", "surveys.respond", "soaw.view", "adr.view", "bookmarks.manage"],
  ...["eol.view", "web_portals.view", "notifications.manage", "compliance.view", "risks.view", "grc.view"],
];
const member = [
  ...viewer,
  ...["inventory.create", "inventory.edit", "inventory.archive", "inventory.approval_status", "inventory.bulk_edit"],
  ...["relations.manage", "stakeholders.manage", "comments.create", "documents.manage", "diagrams.manage", "bpm.edit"],
  ...["bpm.manage_drafts", "bpm.assessments", "ppm.manage", "soaw.manage", "soaw.sign", "adr.manage", "adr.sign"],
  ...["tags.manage", "bookmarks.share", "bookmarks.odata", "saved_reports.create", "eol.manage", "turbolens.view"],
  ...["risks.manage", "grc.manage", "ai.suggest", "ai.portfolio_insights", "costs.view"],
];

/** The grants of each built-in role in a new installation; `*` is everything. */
export const expectedGrants: Record<string, readonly string[]> = {
  admin: ["*"],
  bpm_admin: [...member, "comments.manage", "bpm.approve_flows", "users.invite"],
  member,
  viewer,
};

/**
 * Operations → the permission they need, in the notation of the description. `*` stands for any method or for anything that
 * follows, `(a|b)` for either; the first pattern that fits an operation counts.
 */
const patterns: Record<string, string> = {
  "GET /cards/{card_id}/relatable-cards": "inventory.view+relations.view",
  "GET /cards/{card_id}/suggested-people": "inventory.view+stakeholders.view",
  "GET /api/health*": "public",
  "* /auth/(forgot-password|login|logout|passkey*|register|reset-password|second-factor|set-password|sso/*|validate-*)":
    "public",
  "GET /adr/export": "adr.view+inventory.export",
  "GET /relations/export": "relations.view+inventory.export",
  "GET /risks/export": "risks.view+inventory.export",
  "GET /(cards|todos|users)/export": "inventory.export",
  "GET /adr*": "adr.view",
  "* /adr/{adr_id}/(sign|reject)": "adr.sign",
  "* /adr/{adr_id}/cards*": "adr.manage|card.manage_adr_links",
  "DELETE /adr/{adr_id}": "adr.delete|auth (owner)",
  "* /adr*": "adr.manage",
  "POST /auth/impersonate": "admin.impersonate",
  "* /auth/(factors*|me|refresh|stop-impersonating)": "auth",
  "* /bookmarks/feed-tokens*": "inventory.view",
  "GET /bookmarks/{bm_id}/odata*": "inventory.view",
  "* /bookmarks*": "bookmarks.manage",
  "GET /bpm/(templates*|processes/{process_id}/flow/(permissions|versions/{version_id}))": "auth",
  "GET /bpm/processes/{process_id}/flow/published": "bpm.view",
  "GET /bpm/processes/{process_id}/flow*": "bpm.view|card.view",
  "POST /bpm/processes/{process_id}/flow/versions/{version_id}/(approve|reject)": "bpm.approve_flows|card.bpm_approve",
  "* /bpm/processes/{process_id}/flow/*": "bpm.manage_drafts|card.bpm_manage_drafts",
  "* /bpm/(processes/{process_id}/|)assessments*": "bpm.assessments",
  "GET /bpm/*": "bpm.view",
  "* /bpm/*": "bpm.edit",
  "GET /calculations*": "auth",
  "* /calculations*": "admin.metamodel",
  "POST /cards/fix-hierarchy-names": "admin.metamodel",
  "POST /cards/resolve-refs": "inventory.view",
  "POST /cards(|/bulk-create)": "inventory.create",
  "POST /cards/(import|upsert)": "inventory.create|inventory.edit|card.edit",
  "PATCH /cards/bulk": "inventory.bulk_edit",
  "POST /cards/(bulk-archive|bulk-restore|{card_id}/archive|{card_id}/restore)": "inventory.archive|card.archive",
  "POST /cards/bulk-delete": "inventory.delete|card.delete",
  "DELETE /cards/{card_id}": "inventory.delete|card.delete",
  "GET /cards/export/*": "inventory.export",
  "PATCH /cards/{card_id}": "inventory.edit|card.edit",
  "POST /cards/{card_id}/approval-status": "inventory.approval_status|card.approval_status",
  "GET /cards/{card_id}/my-permissions": "auth",
  "GET /cards/{card_id}/stakeholders": "stakeholders.view",
  "POST /cards/{card_id}/stakeholders": "stakeholders.manage|card.manage_stakeholders",
  "* /stakeholders/{stakeholder_id}": "stakeholders.manage|card.manage_stakeholders",
  "* /cards/{card_id}/tags*": "tags.manage|inventory.edit|card.edit",
  "* /cards/{card_id}/me/observe": "inventory.view|card.view",
  "GET /cards/{card_id}/comments": "comments.view",
  "POST /cards/{card_id}/comments": "comments.create|card.create_comments",
  "* /comments/{comment_id}": "comments.manage|card.manage_comments|auth (owner)",
  "* /cards/{card_id}/todos": "inventory.view|card.view",
  "GET /todos": "auth",
  "* /todos/*": "auth (owner)",
  "GET /cards/{card_id}/(documents|file-attachments)": "documents.view",
  "GET /file-attachments/{attachment_id}/download": "documents.view",
  "* /(cards/{card_id}/|)(documents|file-attachments)*": "documents.manage|card.manage_documents",
  "GET /cards/{card_id}/risks": "risks.view",
  "GET /cards/{card_id}/compliance-findings": "compliance.view",
  "GET /cards/{card_id}*": "inventory.view|card.view",
  "GET /cards*": "inventory.view",
  "GET /events/(my-cards|my-cards/changes|stream)": "auth",
  "GET /events*": "admin.events",
  "* /favorites*": "auth",
  "GET /work/(jobs|runs)": "admin.settings",
  "* /work*": "auth",
  "* /migration*": "admin.migrate",
  "GET /metamodel/(types|relation-types)/{key}/*": "admin.metamodel",
  "GET /metamodel/*": "auth",
  "* /metamodel/*": "admin.metamodel",
  "GET /mutation-batches": "auth (owner)|admin.events",
  "GET /search": "auth",
  "POST /demo": "admin.import_workspace+admin.users",
  "POST /mutation-batches": "auth",
  "POST /mutation-batches/{batch_id}/commit": "auth (owner)",
  "* /mutation-batches/*": "auth (owner)|admin.events",
  "* /notifications*": "notifications.manage",
  "GET /ppm/*": "ppm.view",
  "* /ppm/task-comments/{comment_id}": "auth (owner)|ppm.manage",
  "* /ppm/*": "ppm.manage",
  "POST /mitigation-tasks/{task_id}/occurrences/{occurrence_id}/complete": "risks.manage|auth (owner)",
  "GET /compliance/*": "compliance.view",
  "* /compliance/*": "compliance.manage",
  "POST /risks/promote/compliance/{finding_id}": "risks.manage+compliance.view",
  "GET /(risks|mitigation-tasks)*": "risks.view",
  "* /(risks|mitigation-tasks)*": "risks.manage",
  "GET /reports/risks/*": "reports.ea_dashboard+risks.view",
  "GET /relations": "relations.view",
  "GET /relations/{rel_id}": "relations.view",
  "* /relations*": "relations.manage|card.manage_relations",
  "GET /roles*": "auth",
  "* /roles*": "admin.roles",
  "POST /saved-reports": "saved_reports.create",
  "* /saved-reports*": "auth",
  "* /servicenow/*": "servicenow.manage",
  "GET /settings/(favicon|logo)": "public",
  "* /settings/mcp": "admin.mcp",
  "* /settings/(ai|email|export|favicon|login-branding|logo|sso)": "admin.settings",
  "GET /settings/(favicon|logo)/info": "admin.settings",
  "GET /settings/risk-matrix": "risks.view",
  "GET /settings/*": "public",
  "* /settings/*": "admin.settings",
  "GET /stakeholder-roles*": "auth",
  "GET /tag-groups": "auth",
  "* /tag-groups*": "tags.manage",
  "GET /soaw*": "soaw.view",
  "POST /soaw/{soaw_id}/(sign|reject)": "soaw.manage|soaw.sign",
  "* /soaw*": "soaw.manage",
  "* /surveys/(my|{survey_id}/respond|{survey_id}/respond/{card_id}|{survey_id}/respond/{card_id}/delegate)":
    "surveys.respond",
  "* /surveys*": "surveys.manage",
  "GET /users(|/{user_id})": "auth",
  "GET /users/token-areas": "auth",
  "* /users/me/*": "auth",
  "POST /users": "admin.users|users.invite",
  "PATCH /users/{user_id}": "admin.users|self",
  "* /users*": "admin.users",
  "GET /web-portals/public/*": "public",
  "* /web-portals*": "web_portals.manage",
};

const escaped = (pattern: string) => pattern.replace(/[{}.]/g, "\\$&").replace(/^\*/, "[A-Z]+").replaceAll("*", ".*");
const compiled = Object.entries(patterns).map(
  ([pattern, permission]) => [new RegExp(`^${escaped(pattern)}$`), permission] as const,
);

/**
 * Returns the permission that the contract asks for; undefined for an operation that it doesn't name.
 * @param name as in `GET /api/v1/cards/{card_id}`
 */
export const expectedPermission = (name: string): string | undefined =>
  compiled.find(([pattern]) => pattern.test(name.replace("/api/v1", "")))?.[1];
