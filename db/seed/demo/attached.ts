/** The files, links and todos that are attached to cards of the demo landscape. Days are counted back from the day of loading. */
import type { Person } from "./people";

/** Files at cards: when, by whom, on which card, name, category, and the lines of the text. */
export const files: readonly (readonly [
  day: number,
  by: Person,
  type: string,
  card: string,
  name: string,
  category: string,
  lines: readonly string[],
])[] = [
  [
    395,
    "tomas",
    "Application",
    "Group ERP",
    "Changes of our own, counted.txt",
    "architecture",
    ["Purchasing: 210, of which 31 are used", "Stock: 344, of which nobody knows", "Orders: 346, counted in spring"],
  ],
  [
    208,
    "anselm",
    "ITComponent",
    "Data Centre Merrowdale",
    "Pump log.txt",
    "operations",
    ["Tuesday 04:10 on", "Tuesday 06:55 off", "Friday 23:40 on", "Saturday 05:20 off"],
  ],
  [
    150,
    "mara",
    "BusinessProcess",
    "Recall a Product",
    "Rehearsal in spring.txt",
    "meeting_notes",
    ["08:00 A lot of Saltby is called suspicious", "11:35 All pallets are found", "17:10 The last customer is reached"],
  ],
  [
    41,
    "marc",
    "Application",
    "MES Orrin",
    "Order of the lines.txt",
    "design",
    ["Line one runs", "Line two before the harvest", "Line three waits for the winter"],
  ],
];

/** Links at cards: when, by whom, on which card, name, address. */
export const links: readonly (readonly [
  day: number,
  by: Person,
  type: string,
  card: string,
  name: string,
  url: string,
])[] = [
  [520, "tomas", "Application", "Group ERP", "Support notes of the vendor", "https://corvane.example/enterprise-7"],
  [
    360,
    "anselm",
    "ITComponent",
    "PostgreSQL",
    "Versions and their support",
    "https://www.postgresql.org/support/versioning/",
  ],
  [211, "jonas", "Application", "Web Shop", "Handbook of the shop", "https://intranet.merrowdale.example/shop"],
  [92, "mara", "Application", "Trace Explorer", "How to find a lot", "https://intranet.merrowdale.example/trace"],
];

/** Todos on cards: when, by whom, for whom, on which card, what, due in days, whether it is done. */
export const todos: readonly (readonly [
  day: number,
  by: Person,
  assignee: Person | "administrator",
  type: string,
  card: string,
  description: string,
  due: number,
  done?: true,
])[] = [
  [45, "ines", "tomas", "Application", "Group ERP", "Ask the vendor for a third year in writing", -10, true],
  [21, "ines", "administrator", "Application", "Identity Portal", "Name who answers at night", 9],
  [14, "mara", "marc", "Application", "Visual Inspection", "Classify the cameras together with food safety", 20],
  [6, "jonas", "administrator", "Application", "Web Shop", "Agree on a date for the certificate", 5],
];
