/** The sheets of a bundle, in the order in which they are written and applied. */
import { configurationSheets } from "./configuration";
import { headersOf, moduleSheets } from "./modules";

/** The version of the form of bundles. */
export const FORMAT = "1";

/** The sheets that are written in ways of their own → their headers. */
export const ownSheets = {
  Tags: ["group_name", "name", "description", "color", "sort_order"],
  Users: ["email", "display_name", "role", "is_active", "auth_provider", "locale"],
  Settings: ["key", "value"],
  Cards: [
    ...["type", "name", "parent_path", "subtype", "description", "external_id", "alias", "approval_status", "status"],
    ...["lifecycle", "attributes"],
  ],
  CardTags: ["card_type", "card_ref", "group_name", "tag_name"],
  Relations: ["type", "source_type", "source_ref", "target_type", "target_ref", "description", "attributes"],
  DiagramCards: ["diagram_id", "card_type", "card_ref"],
  DiagramGroupMembers: ["diagram_id", "group_id"],
} as const;

const links = ["DiagramCards", "DiagramGroupMembers"];
const own = Object.entries(ownSheets);

/** The name and the headers of every sheet. */
export const sheets: readonly (readonly [name: string, headers: readonly string[]])[] = [
  ...configurationSheets.map(({ name, headers }) => [name, headers] as const),
  ...own.filter(([name]) => !links.includes(name)),
  ...moduleSheets.map((sheet) => [sheet.name, headersOf(sheet)] as const),
  ...own.filter(([name]) => links.includes(name)),
];
