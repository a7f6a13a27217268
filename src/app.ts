/** The application: the mounted operations of the areas, and their description. */
import { areas as all } from "./areas";
import type { Config } from "./config";
import { permissionText } from "./core/access/operation-permission";
import { type Description, describe } from "./core/api/description";
import { type MountedOperations, mount, type Threads } from "./core/api/mount";
import { servedPath } from "./core/api/operation";
import { type Area, installAreas, operationsOf, tagsOf } from "./core/area";
import { withConsole } from "./docs/console";
import { docs } from "./docs/operations";
import type { Handler } from "./http/handler";
import { configurePages } from "./http/pagination";
import { withMcp } from "./mcp/endpoint";
import { VERSION } from "./version";

export type App = {
  handle: Handler;
  description: () => Description;
  /** Method, full path and permission of each operation. */
  routes: { method: string; path: string; permission: string }[];
};

/**
 * Creates the application from areas; tests add their own. Operations that read or write much run on the threads
 * that are given.
 */
export function createApp(config: Config, areas: readonly Area[] = all, threads: Threads = {}): App {
  configurePages(config.pageSizeDefault, config.pageSizeMax);
  installAreas(areas);
  let text: string | undefined;
  let description: Description | undefined;
  const described = (): Description => (description ??= describe(mounted, VERSION, tagsOf(areas)));
  const mounted: MountedOperations = mount(
    [...operationsOf(areas), ...docs(() => (text ??= JSON.stringify(described())), config.development)],
    { ...config, ...threads },
  );
  const routes = mounted.routes.map(({ operation }) => ({
    method: operation.method.toUpperCase(),
    path: servedPath(operation),
    permission: permissionText(operation.permission),
  }));
  return { handle: withMcp(mounted.handle, withConsole(mounted.handle)), description: described, routes };
}
