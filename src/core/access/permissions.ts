/** The catalogue of permissions, and which of them the built-in roles have. */

type Group = { label: string; permissions: Record<string, string> };

/** Group → its label and its keys with what each allows, in the order that a role editor shows. */
const groups = {
  inventory: {
    label: "Inventory",
    permissions: {
      "inventory.view": "Read cards and lists of cards",
      "inventory.create": "Create cards",
      "inventory.edit": "Change any card, whatever one's part in it",
      "inventory.archive": "Archive and restore any card",
      "inventory.delete": "Delete cards for good",
      "inventory.export": "Export lists of cards",
      "inventory.approval_status": "Approve, reject or reset any card",
      "inventory.bulk_edit": "Change many cards at once",
    },
  },
  relations: {
    label: "Relations",
    permissions: { "relations.view": "Read relations", "relations.manage": "Create, change and remove relations" },
  },
  stakeholders: {
    label: "Stakeholders",
    permissions: {
      "stakeholders.view": "See who has which part in a card",
      "stakeholders.manage": "Give people a part in any card",
    },
  },
  comments: {
    label: "Comments",
    permissions: {
      "comments.view": "Read comments",
      "comments.create": "Write comments",
      "comments.manage": "Change and delete the comments of others",
    },
  },
  documents: {
    label: "Documents",
    permissions: {
      "documents.view": "Read links and files",
      "documents.manage": "Add and remove links and files on any card",
    },
  },
  diagrams: {
    label: "Diagrams",
    permissions: { "diagrams.view": "Read diagrams", "diagrams.manage": "Create, change and delete diagrams" },
  },
  bpm: {
    label: "BPM",
    permissions: {
      "bpm.view": "Read process diagrams, their elements and published flows",
      "bpm.edit": "Change process diagrams and their elements",
      "bpm.manage_drafts": "Work on drafts of flows",
      "bpm.approve_flows": "Approve or reject submitted flows",
      "bpm.assessments": "Assess processes",
    },
  },
  ppm: {
    label: "PPM",
    permissions: {
      "ppm.view": "Read the project portfolio",
      "ppm.manage": "Write status reports, tasks and costs of projects",
    },
  },
  reports: {
    label: "Reports",
    permissions: {
      "reports.ea_dashboard": "See the dashboard and the architecture reports",
      "reports.bpm_dashboard": "See the process reports",
      "reports.ppm_dashboard": "See the project reports",
      "reports.portfolio": "See the portfolio and cost reports",
    },
  },
  surveys: {
    label: "Surveys",
    permissions: {
      "surveys.respond": "Answer surveys",
      "surveys.manage": "Write surveys and see what was answered",
    },
  },
  soaw: {
    label: "SoAW",
    permissions: {
      "soaw.view": "Read statements of architecture work",
      "soaw.manage": "Write statements of architecture work",
      "soaw.sign": "Sign statements of architecture work",
    },
  },
  adr: {
    label: "Architecture Decisions",
    permissions: {
      "adr.view": "Read architecture decisions",
      "adr.manage": "Write and duplicate architecture decisions",
      "adr.sign": "Sign or reject architecture decisions",
      "adr.delete": "Delete architecture decisions",
    },
  },
  tags: { label: "Tags", permissions: { "tags.manage": "Manage groups of tags and their tags" } },
  bookmarks: {
    label: "Bookmarks",
    permissions: {
      "bookmarks.manage": "Save one's own views",
      "bookmarks.share": "Share or publish views",
      "bookmarks.odata": "Offer views as feeds",
    },
  },
  saved_reports: { label: "Saved Reports", permissions: { "saved_reports.create": "Save reports" } },
  eol: {
    label: "End of Life",
    permissions: {
      "eol.view": "Read the life cycles of products",
      "eol.manage": "Look up products and link cards to their life cycle",
    },
  },
  web_portals: {
    label: "Web Portals",
    permissions: { "web_portals.view": "See web portals", "web_portals.manage": "Build web portals" },
  },
  notifications: {
    label: "Notifications",
    permissions: { "notifications.manage": "Read and mark one's own notifications" },
  },
  servicenow: {
    label: "ServiceNow",
    permissions: {
      "servicenow.view": "See the ITSM integration and its runs",
      "servicenow.manage": "Configure the ITSM integration and run it",
    },
  },
  turbolens: {
    label: "TurboLens",
    permissions: { "turbolens.view": "See the results of AI analyses", "turbolens.manage": "Start AI analyses" },
  },
  compliance: {
    label: "Compliance",
    permissions: {
      "compliance.view": "See compliance findings",
      "compliance.manage": "Scan for compliance findings and decide on them",
    },
  },
  risks: {
    label: "Risks",
    permissions: { "risks.view": "Read the risk register", "risks.manage": "Write the risk register" },
  },
  grc: {
    label: "GRC",
    permissions: {
      "grc.view": "Open the part for governance, risk and compliance",
      "grc.manage": "Write governance content",
    },
  },
  ai: {
    label: "AI",
    permissions: {
      "ai.suggest": "Ask the AI to suggest field values",
      "ai.portfolio_insights": "Ask the AI about the portfolio",
    },
  },
  costs: { label: "Costs", permissions: { "costs.view": "See costs on every card, not only on one's own" } },
  users: { label: "Users", permissions: { "users.invite": "Invite members and viewers" } },
  admin: {
    label: "Admin",
    permissions: {
      "admin.users": "Administer users",
      "admin.roles": "Administer roles",
      "admin.metamodel": "Administer card types, fields, relation types and stakeholder roles",
      "admin.settings": "Administer the settings",
      "admin.mcp": "Switch the MCP integration",
      "admin.events": "Read the audit trail",
      "admin.migrate": "Import from other platforms",
      "admin.impersonate": "View the application as another role",
      "admin.export_workspace": "Export the workspace",
      "admin.import_workspace": "Import a workspace",
    },
  },
} as const satisfies Record<string, Group>;

export const catalogue: Record<string, Group> = groups;

type KeysOf<G> = G extends { permissions: infer P } ? keyof P & string : never;
/** A permission of the application. */
export type PermissionKey = KeysOf<(typeof groups)[keyof typeof groups]>;

/** Every permission key of the application, in catalogue order. */
export const permissionKeys: readonly string[] = Object.values(catalogue).flatMap((group) =>
  Object.keys(group.permissions),
);

/** What a role grants: key → whether. `*` stands for everything. */
export type Permissions = Readonly<Record<string, boolean>>;

/** Whether permissions grant a key. */
export const grants = (own: Permissions, key: string): boolean => own["*"] === true || own[key] === true;

/** Whether permissions grant anything that others don't. */
export const exceeds = (wanted: Permissions, own: Permissions): boolean =>
  own["*"] !== true && Object.entries(wanted).some(([key, granted]) => granted && own[key] !== true);

/** Key of a permission on one card → what it allows, in the order that an editor shows. */
export const cardPermissions: Record<string, string> = {
  "card.view": "Open the card",
  "card.edit": "Change its fields",
  "card.archive": "Archive and restore it",
  "card.delete": "Delete it for good",
  "card.approval_status": "Approve, reject or reset it",
  "card.manage_stakeholders": "Give people a part in it",
  "card.manage_relations": "Manage its relations",
  "card.manage_documents": "Manage its links and files",
  "card.manage_comments": "Delete the comments of others on it",
  "card.create_comments": "Comment on it",
  "card.bpm_edit": "Change its process diagram",
  "card.bpm_manage_drafts": "Work on drafts of its flows",
  "card.bpm_approve": "Approve its flows",
  "card.manage_adr_links": "Link it to architecture decisions",
  "card.manage_diagram_links": "Link it to diagrams",
};

/** Key of a permission on one card → the permission of the application that allows the same on every card. */
export const onEveryCard = {
  "card.view": "inventory.view",
  "card.edit": "inventory.edit",
  "card.archive": "inventory.archive",
  "card.delete": "inventory.delete",
  "card.approval_status": "inventory.approval_status",
  "card.manage_stakeholders": "stakeholders.manage",
  "card.manage_relations": "relations.manage",
  "card.manage_documents": "documents.manage",
  "card.manage_comments": "comments.manage",
  "card.create_comments": "comments.create",
  "card.bpm_edit": "bpm.edit",
  "card.bpm_manage_drafts": "bpm.manage_drafts",
  "card.bpm_approve": "bpm.approve_flows",
  "card.manage_adr_links": "adr.manage",
  "card.manage_diagram_links": "diagrams.manage",
} as const;
/** A permission on one card. */
export type CardPermissionKey = keyof typeof onEveryCard;

const viewerKeys = new Set([
  "inventory.view",
  "inventory.export",
  "relations.view",
  "stakeholders.view",
  "comments.view",
  "documents.view",
  "diagrams.view",
  "bpm.view",
  "ppm.view",
  "reports.ea_dashboard",
  "reports.bpm_dashboard",
  "reports.ppm_dashboard",
  "reports.portfolio",
  "surveys.respond",
  "soaw.view",
  "adr.view",
  "bookmarks.manage",
  "eol.view",
  "web_portals.view",
  "notifications.manage",
  "compliance.view",
  "risks.view",
  "grc.view",
]);

const memberKeys = new Set([
  ...viewerKeys,
  "inventory.create",
  "inventory.edit",
  "inventory.archive",
  "inventory.approval_status",
  "inventory.bulk_edit",
  "relations.manage",
  "stakeholders.manage",
  "comments.create",
  "documents.manage",
  "diagrams.manage",
  "bpm.edit",
  "bpm.manage_drafts",
  "bpm.assessments",
  "ppm.manage",
  "soaw.manage",
  "soaw.sign",
  "adr.manage",
  "adr.sign",
  "tags.manage",
  "bookmarks.share",
  "bookmarks.odata",
  "saved_reports.create",
  "eol.manage",
  "turbolens.view",
  "risks.manage",
  "grc.manage",
  "ai.suggest",
  "ai.portfolio_insights",
  "costs.view",
]);

const bpmAdminKeys = new Set([...memberKeys, "comments.manage", "bpm.approve_flows", "users.invite"]);

/** Every key, with what the set says of it. */
const mapOf = (granted: Set<string>) => Object.fromEntries(permissionKeys.map((key) => [key, granted.has(key)]));

/** The roles that a new installation has, in the order they are shown. */
export const builtInRoles = [
  {
    key: "admin",
    label: "Admin",
    description: "May do everything.",
    is_system: true,
    is_default: false,
    color: "#d32f2f",
    permissions: { "*": true } as Record<string, boolean>,
  },
  {
    key: "bpm_admin",
    label: "BPM Admin",
    description: "A member who also approves process flows and invites people.",
    is_system: false,
    is_default: false,
    color: "#7B1FA2",
    permissions: mapOf(bpmAdminKeys),
  },
  {
    key: "member",
    label: "Member",
    description: "Works on the landscape.",
    is_system: false,
    is_default: true,
    color: "#1976d2",
    permissions: mapOf(memberKeys),
  },
  {
    key: "viewer",
    label: "Viewer",
    description: "Reads the landscape.",
    is_system: false,
    is_default: false,
    color: "#757575",
    permissions: mapOf(viewerKeys),
  },
] as const;
