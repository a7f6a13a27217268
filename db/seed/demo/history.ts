/**
 * The two years in which the demo landscape came to be: its authors, what cards said before, and when they were approved.
 * Days are counted back from the day of loading.
 */
import type { Choice, Person } from "./people";

/** Card type → the day of its first cards, and who creates all of them. Cards that begin later are created when they begin. */
export const created: Record<string, [day: number, by: Person]> = {
  Organization: [728, "ines"],
  Objective: [726, "ines"],
  BusinessCapability: [721, "ines"],
  BusinessContext: [719, "ines"],
  BusinessProcess: [705, "priya"],
  Application: [698, "ines"],
  Provider: [691, "anselm"],
  TechCategory: [690, "anselm"],
  ITComponent: [684, "anselm"],
  Platform: [680, "anselm"],
  Interface: [670, "ines"],
  DataObject: [663, "mara"],
  Initiative: [656, "ines"],
};

/** Cards that were created with the first ones although they begin later: everybody knew of them. */
export const foreseen: Choice = {
  Application: "Cloud ERP; MES Orrin; Trace Explorer",
  Initiative: "ERP Renewal; Connected Plants; Recall in Two Hours; MES for Orrin",
};

/** The day of cards that begin only after the loading, unless they were planned before. */
export const PLANNED = 61;

/** The first day of relations, whoever their type concerns; those of later cards follow these. */
export const RELATED = 649;

/** The day when tags are given, and that when people become stakeholders. */
export const TAGGED = 600;
export const ASSIGNED = 588;

/** The days between which approvals are spread, and that of rejections. */
export const APPROVED: [first: number, last: number] = [560, 95];
export const REJECTED = 240;

/** A change of a field: from then on the card says what the next change of the field says it said before, or what it says now. */
export type DemoChange = [day: number, by: Person, type: string, name: string, field: string, before: unknown];

const APP = "Application";
const ITC = "ITComponent";

/** A field is an attribute, unless it is `description`. */
export const changes: readonly DemoChange[] = [
  [610, "anselm", ITC, "Data Centre Merrowdale", "costTotalAnnual", 240_000],
  [566, "tomas", APP, "Group ERP", "technicalSuitability", "adequate"],
  [548, "tomas", APP, "Group ERP", "costTotalAnnual", 1_210_000],
  [541, "jonas", APP, "Web Shop", "numberOfUsers", 17_500],
  [530, "marc", APP, "MES Saltby", "businessCriticality", "businessCritical"],
  [515, "mara", APP, "Trace Explorer", "numberOfUsers", 6],
  [497, "tomas", APP, "Product Costing Workbook", "timeModel", "tolerate"],
  [476, "anselm", ITC, "Corvane Database", "costTotalAnnual", 131_000],
  [455, "jonas", APP, "Order Hub", "costTotalAnnual", 149_000],
  [448, "ines", APP, "Reporting Mart", "timeModel", "tolerate"],
  [431, "anselm", ITC, "Virtualisation Cluster", "technicalSuitability", "adequate"],
  [420, "marc", APP, "Orrin Batch Recorder", "technicalSuitability", "unreasonable"],
  [408, "tomas", APP, "Payroll", "costTotalAnnual", 118_000],
  [392, "jonas", APP, "Old Web Shop", "numberOfUsers", 2_300],
  [377, "jonas", APP, "Web Shop", "costTotalAnnual", 248_000],
  [361, "mara", APP, "Laboratory System Saltby", "functionalSuitability", "appropriate"],
  [349, "ines", APP, "Analytics Warehouse", "numberOfUsers", 90],
  [338, "anselm", APP, "Identity Portal", "numberOfUsers", 1_350],
  [322, "tomas", APP, "Saltby Accounting", "functionalSuitability", "appropriate"],
  [310, "marc", APP, "Maintenance Manager", "timeModel", "tolerate"],
  [296, "jonas", APP, "Transport Planner", "costTotalAnnual", 126_000],
  [281, "anselm", ITC, "Remote Access Gateway", "technicalSuitability", "adequate"],
  [266, "tomas", APP, "Cloud ERP", "costTotalAnnual", 720_000],
  [251, "tomas", APP, "Group ERP", "costTotalAnnual", 1_390_000],
  [233, "jonas", APP, "Web Shop", "numberOfUsers", 29_000],
  [219, "mara", APP, "Trace Explorer", "numberOfUsers", 18],
  [204, "marc", APP, "Visual Inspection", "costTotalAnnual", 51_000],
  [190, "ines", APP, "Demand Planner", "numberOfUsers", 19],
  [176, "anselm", ITC, "Cloud Region North", "costTotalAnnual", 262_000],
  [160, "jonas", APP, "Customer CRM", "numberOfUsers", 164],
  [149, "ines", APP, "Integration Hub", "costTotalAnnual", 104_000],
  [131, "jonas", APP, "Warehouse Control", "costTotalAnnual", 251_000],
  [112, "tomas", APP, "Cloud ERP", "numberOfUsers", 40],
  [99, "anselm", ITC, "Log and Metric Service", "costTotalAnnual", 33_000],
  [78, "jonas", APP, "Subscription Service", "functionalSuitability", "appropriate"],
  [64, "marc", APP, "Laboratory System", "numberOfUsers", 52],
  [47, "tomas", "Initiative", "Saltby into the Group", "initiativeStatus", "atRisk"],
  [33, "jonas", "Initiative", "Meal Box", "initiativeStatus", "onTrack"],
  [26, "ines", APP, "Whiteboard Tool", "description", "Somebody pays for it."],
  [17, "jonas", APP, "Call Desk", "numberOfUsers", 27],
  [9, "tomas", "Initiative", "ERP Renewal", "initiativeStatus", "onTrack"],
  [5, "mara", APP, "Label Designer", "costTotalAnnual", 36_500],
];

/** The components that real products stand behind, with their cycles: card, product, cycle. */
export const products: readonly (readonly [card: string, product: string, cycle: string])[] = [
  ["PostgreSQL", "postgresql", "15"],
  ["Managed PostgreSQL", "postgresql", "17"],
  ["Linux", "debian", "12"],
  ["JVM Runtime", "eclipse-temurin", "17"],
  ["Node Runtime", "nodejs", "22"],
  ["Message Queue Service", "rabbitmq", "4.3"],
];

/** Person → the cards that they have starred. */
export const favorites: Partial<Record<Person, string>> = {
  ines: "Group ERP; Integration Hub; Web Shop; Analytics Warehouse",
  tomas: "Cloud ERP; Group ERP",
  marc: "Orrin Batch Recorder; MES Orrin",
  jonas: "Web Shop; Subscription Service",
  mara: "Trace Explorer",
};
