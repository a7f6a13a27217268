/**
 * The tables of other areas that the SQL of an area names. These lists can only shrink: the test of the architecture fails on a
 * new pair, and on one that is gone.
 */

/** Reads of tables of later areas, which know their own rules: area → tables. */
export const upwardReads: Record<string, string> = {
  calculations: "cards relations",
  cards: "card_tags relations stakeholders tag_groups tags",
  core: "cards",
  metamodel: "card_counts cards relations stakeholders",
};

/** Reads of tables of earlier areas, in joins: area → tables. */
export const foreignReads: Record<string, string> = {
  adr: "cards users",
  ai: "cards relation_types relations",
  auth: "second_factors sso_invitations users",
  backups: "users",
  bookmarks: "card_tags cards relations tags users",
  bpm: "cards stakeholders users",
  cards: "events relation_types users",
  catalogues: "cards users",
  comments: "cards stakeholders users",
  compare: "cards relation_types relations users",
  compliance: "cards relation_types relations risks stakeholders users",
  demo: "cards compliance_findings ppm_status_reports users",
  diagrams: "cards users",
  directory: "users",
  eol: "cards",
  events: "cards events mutation_batches relations stakeholders user_favorites users",
  favorites: "cards",
  "file-attachments": "users",
  metamodel: "stakeholder_role_definitions",
  migration: "card_tags cards relation_types relations stakeholders tag_groups tags users",
  "mutation-batches": "cards events mutation_batches users",
  notifications: "notifications users",
  ppm: "cards users",
  relations: "cards relation_types",
  reports:
    "card_counts card_tags cards events ppm_budget_lines ppm_cost_lines ppm_tasks ppm_wbs process_elements process_flow_versions relation_types relations sso_invitations stakeholders tag_groups tags todos user_favorites users",
  risks: "cards events users",
  roles: "users",
  "saved-reports": "users",
  search: "cards cards_search relation_types relations stakeholders users",
  servicenow: "cards relations",
  settings: "app_settings compliance_regulations resource_types",
  signatures: "events users",
  stakeholders: "cards users",
  surveys: "cards relation_types relations stakeholders users",
  todos: "cards users",
  turbolens: "architecture_decisions card_counts cards relation_types relations risk_cards risks stakeholders users",
  users: "sso_invitations users",
  "web-portals": "card_tags cards relation_types relations stakeholders tag_groups tags users",
  webhooks: "cards events users",
  workspace: "card_types cards users",
};

/** Writes of tables of others, as "area table". */
export const pendingWrites: string[] = [];

/** The files that write a table whose name they get as a value; each writes tables of its own area, or of its callers. */
export const writesByValue: string[] = [
  "src/areas/diagrams/rows.ts",
  "src/areas/metamodel/catalogue.ts",
  "src/areas/ppm/records.ts",
  "src/core/files/pieces.ts",
  "src/core/records.ts",
  "src/core/sheets/record-sheet.ts",
];
