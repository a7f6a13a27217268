/** The application: the areas that make it up, put behind their paths and described. */
import type { Config } from "./config";
import { permissionText } from "./core/access/permission";
import { type Description, describe } from "./core/api/description";
import { type Mounted, mount } from "./core/api/mount";
import { type Operation, servedPath, tagged } from "./core/api/operation";
import { calculations } from "./core/calculations/routes";
import { refreshQuality } from "./core/cards/quality";
import { cards } from "./core/cards/routes";
import { mailAccounts } from "./core/mail/account-mail";
import { metamodel } from "./core/metamodel/routes";
import { tellHolders } from "./core/notifications/card-notices";
import { relations } from "./core/relations/routes";
import { configurePages } from "./http/pagination";
import type { Handler } from "./http/pipeline";
import { auth } from "./modules/auth/routes";
import { docs } from "./modules/docs/routes";
import { events } from "./modules/events/routes";
import { favorites } from "./modules/favorites/routes";
import { health } from "./modules/health/routes";
import { mutationBatches } from "./modules/mutation-batches/routes";
import { notifications } from "./modules/notifications/routes";
import { roles, stakeholderRoles } from "./modules/roles/routes";
import { settings } from "./modules/settings/routes";
import { stakeholders } from "./modules/stakeholders/routes";
import { tags } from "./modules/tags/routes";
import { users } from "./modules/users/routes";
import { webPortals } from "./modules/web-portals/routes";
import { VERSION } from "./version";

/** The operations of every area. */
const all: readonly Operation[] = [
  ...health,
  ...tagged("auth", auth),
  ...tagged("users", users),
  ...tagged("roles", roles),
  ...tagged("stakeholder-roles", stakeholderRoles),
  ...tagged("stakeholders", stakeholders),
  ...tagged("metamodel", metamodel),
  ...tagged("calculations", calculations(refreshQuality)),
  ...tagged("cards", cards),
  ...tagged("relations", relations),
  ...tagged("events", events),
  ...tagged("mutation-batches", mutationBatches),
  ...tagged("favorites", favorites),
  ...tagged("settings", settings),
  ...tagged("notifications", notifications),
  ...tagged("tags", tags),
  ...tagged("web-portals", webPortals),
];

export type App = {
  handle: Handler;
  description: () => Description;
  /** Method, served path, and who may call it. */
  routes: { method: string; path: string; permission: string }[];
};

/**
 * Puts the application together.
 * @param operations what it serves beside its description; tests put in their own
 */
export function createApp(config: Config, operations: readonly Operation[] = all): App {
  configurePages(config.pageSizeDefault, config.pageSizeMax);
  mailAccounts();
  tellHolders();
  let text: string | undefined;
  let description: Description | undefined;
  const described = (): Description => (description ??= describe(mounted, VERSION));
  const mounted: Mounted = mount(
    [...operations, ...docs(() => (text ??= JSON.stringify(described())), config.development)],
    { checkResponses: config.checkResponses },
  );
  const routes = mounted.routes.map(({ operation }) => ({
    method: operation.method.toUpperCase(),
    path: servedPath(operation),
    permission: permissionText(operation.permission),
  }));
  return { handle: mounted.handle, description: described, routes };
}
