/** An area of the product is one value; whatever concerns all areas is derived from the list of them. */
import type { TableName } from "../../db";
import type { Check } from "../../db/check";
import { type CardPermissions, definePermissions, type PermissionGroups } from "./access/permissions";
import { defineTokenAreas } from "./access/scopes";
import { type Operation, tagged } from "./api/operation";
import { operationTask } from "./api/remote";
import type { Extension } from "./extension-point";
import { defineEvents, type EventDefinitions } from "./journal/event-types";
import { type Listener, listen } from "./journal/journal";
import { defineNotifications, type NotificationKinds } from "./notify/kinds";
import { checksOfRuns } from "./runs/checks";
import { coreRuns } from "./runs/core-runs";
import { defineRuns } from "./runs/kinds";
import type { Run } from "./runs/run";
import { stepTasksOf } from "./runs/step-execution";
import { checksOfScenarios } from "./scenarios/checks";
import { scenarioTasks } from "./scenarios/tasks";
import { defineSheets, type Sheet } from "./sheets/sheet";
import type { Task, ThreadTask } from "./threads/tasks";
import { defineInverses, type Inverses, rollbackEvents } from "./undo";

/** An area. */
export type Area = {
  /** Its folder, and the tag of its operations. */
  name: string;
  /** The tags of its operations, each with what they are about. */
  tags?: Readonly<Record<string, string>>;
  operations?: readonly Operation[];
  /** True when its operations read and change the landscape, of which there are other states; operations may differ. */
  landscape?: true;
  /** The tables that it owns: nobody else writes them. */
  tables?: readonly TableName[];
  /** The application permissions that it defines, by their group in the role editor. */
  permissions?: PermissionGroups;
  /** The card permissions that it defines. */
  cardPermissions?: CardPermissions;
  /** The types of events that it publishes. */
  events?: EventDefinitions;
  /** Ways of undoing its events, which name them in their definitions. */
  undo?: Inverses;
  /** Its reactions to events, in the same transaction. */
  listeners?: readonly Listener[];
  /** Its extensions of earlier areas. */
  extensions?: readonly Extension[];
  /** Its work that no request waits for, or that comes again by itself. */
  runs?: readonly Run[];
  /** The tasks that it runs on the threads. */
  tasks?: readonly Task[];
  /** The kinds of notification that it sends. */
  notifications?: NotificationKinds;
  /** The sheets of its tables in the bundles in which workspaces move. */
  sheets?: readonly Sheet[];
  /** The rules for its tables that `stoa check` checks. */
  checks?: readonly Check[];
  /** A query of its stored secrets: `id`, the place, and `value`. */
  secrets?: string;
};

/** Declares an area. */
export const area = <const A extends Area>(definition: A): A => definition;

/** Installs what areas define. Must be called before the database is opened. */
export function installAreas(areas: readonly Area[]): void {
  definePermissions(
    areas.map(({ permissions = {} }) => permissions),
    areas.map(({ cardPermissions = {} }) => cardPermissions),
  );
  defineTokenAreas(areas.flatMap(({ name, operations = [] }) => (operations.length > 0 ? [name] : [])));
  const inverses = areas.map(({ undo = {} }) => undo);
  defineInverses(inverses);
  defineEvents([...areas.map(({ events = {} }) => events), rollbackEvents(inverses)]);
  defineRuns(runsOf(areas));
  defineNotifications(areas.map(({ notifications = {} }) => notifications));
  defineSheets(areas.flatMap(({ sheets = [] }) => sheets));
  listen(areas.flatMap(({ listeners = [] }) => listeners));
  for (const { extensions = [] } of areas) for (const extension of extensions) extension.install();
}

/** Returns the operations of areas, each with its area, and with its own tag or the area's name. */
export const operationsOf = (areas: readonly Area[]): Operation[] =>
  areas.flatMap(({ name, operations = [], landscape = false }) =>
    tagged(name, operations).map((operation) => ({ landscape, ...operation, area: name })),
  );

/** Returns the tags of the operations of areas, each with what they are about. */
export const tagsOf = (areas: readonly Area[]): Record<string, string> =>
  Object.assign({}, ...areas.map(({ tags = {} }) => tags));

/** Returns the runs of the core and of areas. */
export const runsOf = (areas: readonly Area[]): Run[] => [...coreRuns, ...areas.flatMap(({ runs = [] }) => runs)];

/** Returns the tasks that the threads run: those of areas, the steps of their runs, and their operations. */
export const threadTasksOf = (areas: readonly Area[]): ThreadTask[] => [
  ...operationsOf(areas).map(operationTask),
  ...areas.flatMap(({ tasks = [] }) => tasks),
  ...scenarioTasks(operationsOf(areas)),
  ...stepTasksOf(runsOf(areas)),
];

/** Returns the queries of the stored secrets of areas. */
export const secretsOf = (areas: readonly Area[]): string[] => areas.flatMap(({ secrets = [] }) => secrets);

/** Returns the checks of areas. */
export const checksOf = (areas: readonly Area[]): Check[] => [
  ...areas.flatMap(({ checks = [] }) => checks),
  ...checksOfRuns(runsOf(areas)),
  ...checksOfScenarios,
];
