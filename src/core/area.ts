/** An area of the product is one value; everything that concerns all areas is derived from the list of them. */
import type { Config } from "../config";
import { type CardPermissions, definePermissions, type PermissionGroups } from "./access/permissions";
import { type Operation, tagged } from "./api/operation";
import type { Extension } from "./extension-point";
import type { Job } from "./jobs/runner";
import { defineEvents, type EventDefinitions } from "./journal/event-types";
import { type Listener, listen } from "./journal/journal";
import { defineNotifications, type NotificationKinds } from "./notify/kinds";
import { defineInverses, type Inverses, rollbackEvents } from "./undo";

/** What `stoa check` asks of the content: a query that finds what breaks a rule, as `id`, and the problem in words. */
export type Check = { check: string; problem: string; sql: string };

/** An area. What it leaves out, it doesn't have. */
export type Area = {
  /** The first segment of its paths, where it has one; the tag of its operations. */
  name: string;
  operations?: readonly Operation[];
  /** Permissions of the application that it defines, by their group in the role editor. */
  permissions?: PermissionGroups;
  /** Permissions on one card that it defines. */
  cardPermissions?: CardPermissions;
  /** Types of events that it publishes. */
  events?: EventDefinitions;
  /** Ways of undoing its events, which name them in their definitions. */
  undo?: Inverses;
  /** What it does, in the same transaction, when events are published. */
  listeners?: readonly Listener[];
  /** What it adds where earlier areas ask. */
  extensions?: readonly Extension[];
  jobs?: (config: Config) => readonly Job[];
  /** Kinds of notification that it sends. */
  notifications?: NotificationKinds;
  /** What must hold of its content. */
  checks?: readonly Check[];
};

/** Declares an area. */
export const area = <const A extends Area>(definition: A): A => definition;

/** Makes what areas define known to the machinery they stand on. Once for a process, before anything else is done. */
export function installAreas(areas: readonly Area[]): void {
  definePermissions(
    areas.map(({ permissions = {} }) => permissions),
    areas.map(({ cardPermissions = {} }) => cardPermissions),
  );
  const inverses = areas.map(({ undo = {} }) => undo);
  defineInverses(inverses);
  defineEvents([...areas.map(({ events = {} }) => events), rollbackEvents(inverses)]);
  defineNotifications(areas.map(({ notifications = {} }) => notifications));
  listen(areas.flatMap(({ listeners = [] }) => listeners));
  for (const { extensions = [] } of areas) for (const extension of extensions) extension.install();
}

/** The operations of areas, each under its own tag or its area's. */
export const operationsOf = (areas: readonly Area[]): Operation[] =>
  areas.flatMap(({ name, operations = [] }) => tagged(name, operations));

/** The jobs of areas. */
export const jobsOf = (areas: readonly Area[], config: Config): Job[] =>
  areas.flatMap(({ jobs }) => jobs?.(config) ?? []);

/** What `stoa check` asks of the content of areas. */
export const checksOf = (areas: readonly Area[]): Check[] => areas.flatMap(({ checks = [] }) => checks);
