/** The meanings of types, data types and roles of the tool. */
import type { Subscription } from "../snapshot";

const cardTypes: Readonly<Record<string, string>> = {
  Application: "Application",
  ITComponent: "ITComponent",
  BusinessCapability: "BusinessCapability",
  BusinessContext: "BusinessContext",
  BusinessProcess: "BusinessProcess",
  Process: "BusinessProcess",
  DataObject: "DataObject",
  Interface: "Interface",
  Initiative: "Initiative",
  Project: "Initiative",
  Provider: "Provider",
  TechCategory: "TechCategory",
  Platform: "Platform",
  Objective: "Objective",
  UserGroup: "Organization",
};

const fieldTypes: Readonly<Record<string, string>> = {
  STRING: "text",
  TEXT: "text",
  RICH_TEXT: "text",
  INTEGER: "number",
  DOUBLE: "number",
  MONEY: "cost",
  COST: "cost",
  BOOLEAN: "boolean",
  DATE: "date",
  DATETIME: "date",
  URL: "url",
  EMAIL: "url",
  SINGLE_SELECT: "single_select",
  MULTIPLE_SELECT: "multiple_select",
};

const roles: Readonly<Record<string, string>> = {
  "application owner": "responsible",
  responsible: "responsible",
  owner: "responsible",
  observer: "observer",
  subscriber: "observer",
  "process owner": "process_owner",
  "it project manager": "it_project_manager",
  "project manager": "it_project_manager",
};

const own = (table: Readonly<Record<string, string>>, key: string) =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Returns the card type that a type stands for. */
export const cardTypeOf = (type: string): string | undefined => own(cardTypes, type);

/** Returns the type of field that a data type stands for. */
export const fieldTypeOf = (dataType: string): string | undefined => own(fieldTypes, dataType.toUpperCase());

/** Returns the stakeholder role that a subscription stands for. */
export const roleOf = ({ roleType, roleName }: Pick<Subscription, "roleType" | "roleName">): string =>
  own(roles, roleName.trim().toLowerCase()) ?? (roleType === "OBSERVER" ? "observer" : "responsible");
