/** A landscape in which it is known what is there twice: real products, generated applications, and near-duplicates of both. */
import { join } from "node:path";
import type { Thing } from "../src/analysis/evidence";
import { type Random, randomFrom } from "./random";

/** The products of the CNCF cloud-native landscape as of August 2026 (Apache-2.0), each name once. */
const PRODUCTS = join(import.meta.dir, "landscapes/cncf-products.jsonl");

/** Returns the products of the landscape, in the order of the file. */
export const landscapeProducts = async (): Promise<{ name: string; category: string; subcategory: string }[]> =>
  (await Bun.file(PRODUCTS).text())
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

const SEED = 20_000;

const marks = [
  "Vera",
  "Nordis",
  "Alcor",
  "Tembo",
  "Quanta",
  "Lumen",
  "Orbis",
  "Kestrel",
  "Marlin",
  "Pavo",
  "Sirius",
  "Zephyr",
];
const subjects =
  `Account Asset Billing Budget Campaign Cargo Claims Contract Customer Delivery Employee Energy Fleet Fraud
  Harvest Incident Inventory Invoice Ledger Loan Maintenance Meter Order Patient Payment Payroll Permit Plant Policy Portfolio
  Pricing Procurement Quality Recipe Recruiting Reservation Returns Route Shift Shipment Supplier Survey Tariff Tax Tender
  Ticket Training Treasury Vendor Warehouse Warranty Workforce`.split(/\s+/);
const functions =
  `Administration Analytics Archive Calculator Clearing Cockpit Configuration Control Dashboard Directory
  Exchange Forecasting Gateway Management Monitoring Optimizer Planning Platform Portal Processing Registry Reporting
  Repository Scheduling Settlement Simulator Tracking Validation Workbench Workflow`.split(/\s+/);
const regions =
  `Germany France Iberia Nordics Benelux Alpine Baltic Balkans Britain Ireland Italy Poland Turkey Gulf Egypt
  Kenya India China Japan Korea Vietnam Australia Canada Mexico Brazil Chile Retail Wholesale`.split(/\s+/);
const verbs = ["keeps", "checks", "plans", "settles", "collects", "compares", "forwards", "prepares"];
const objects = `approvals balances calendars certificates complaints coupons deadlines deposits discounts documents
  emissions exceptions fees forecasts guarantees limits measurements notes penalties photos quotas ratings receipts
  refunds reminders samples schedules signatures stocks subscriptions targets transcripts vouchers weights`.split(
  /\s+/,
);

/** Returns a sentence on what an application does. */
const descriptionOf = (random: Random, subject: string) =>
  `It ${random.one(verbs)} ${random.one(objects)} and ${random.one(objects)} of every ${subject.toLowerCase()} and ${random.one(verbs)} the ${random.one(objects)} for the ${random.one(regions)} teams.`;

function applicationOf(random: Random): Thing {
  const subject = random.one(subjects);
  const parts = [random.chance(0.5) ? random.one(marks) : "", subject, random.one(functions), random.one(regions)];
  return {
    name: parts.filter(Boolean).join(" "),
    description: random.chance(0.7) ? descriptionOf(random, subject) : null,
    links: { capabilities: [`${subject} ${random.one(functions)}`] },
    attributes: {},
    owners: [],
  };
}

/** Generates so many applications, each name once. */
function generatedApplications(random: Random, count: number): Thing[] {
  const byName = new Map<string, Thing>();
  while (byName.size < count) {
    const thing = applicationOf(random);
    if (!byName.has(thing.name)) byName.set(thing.name, thing);
  }
  return [...byName.values()];
}

const forms = ["GmbH", "Ltd.", "Inc.", "S.p.A.", "AG", "B.V.", "LLC"];
const shortWords: Record<string, string> = {
  Management: "Mgmt",
  Administration: "Admin",
  Application: "App",
  Repository: "Repo",
  Scheduling: "Sched",
  Monitoring: "Mon.",
  Processing: "Proc.",
  Inventory: "Inv",
  Warehouse: "Whse",
  Service: "Svc",
  Platform: "Platf",
  Configuration: "Config",
};

/** Returns a name with one letter left out, doubled, exchanged with its neighbour or replaced, in its longest word. */
function withTypo(random: Random, name: string): string {
  const longest = name.split(/\s+/).reduce((best, word) => (word.length > best.length ? word : best), "");
  const at = random.whole(1, longest.length - 2);
  const before = longest.slice(0, at);
  const letter = longest[at] as string;
  const after = longest.slice(at + 1);
  const typo = random.one([
    before + after,
    before + letter + letter + after,
    before + after[0] + letter + after.slice(1),
    before + random.one([..."aeiou"]) + after,
  ]);
  return name.replace(longest, typo);
}

const abbreviated = (name: string) =>
  name.replace(/\p{L}+/gu, (word) => shortWords[word] ?? (word.length > 8 ? word.slice(0, 5) : word));

/** The ways in which the same thing is written another time. */
const variations: ((random: Random, name: string) => string)[] = [
  withTypo,
  (_, name) => abbreviated(name),
  (random, name) => `${name} ${random.one(forms)}`,
  (random, name) => `${name} ${random.one(["2.0", "v3", "2024.1", "(new)", "Enterprise", "Next"])}`,
  (_, name) => (/[a-z][A-Z]/.test(name) ? name.replace(/([a-z])([A-Z])/g, "$1 $2") : name.replace(/[\s-]+/, "")),
];

/**
 * Returns a near-duplicate of a thing: another spelling of its name, and half of the time no description or another one.
 */
function variantOf(random: Random, thing: Thing): Thing {
  let name = thing.name;
  while (name === thing.name) name = random.one(variations)(random, thing.name);
  return { ...thing, name, description: random.chance(0.5) ? thing.description : null };
}

/** Things, and the pairs of them that are one: `planted` holds "earlier place, later place". */
export type KnownLandscape = { things: Thing[]; planted: Set<string> };

/**
 * Returns a landscape of products and generated applications with near-duplicates, the same in every run.
 * @param applications how many are generated, in addition to at most as many products
 * @param duplicates how many near-duplicates are planted, half of them of products
 */
export async function knownLandscape(applications: number, duplicates: number): Promise<KnownLandscape> {
  const random = randomFrom(SEED);
  const products = (await landscapeProducts()).slice(0, applications).map(
    ({ name, category, subcategory }): Thing => ({
      name,
      description: null,
      links: { categories: [`${category} ${subcategory}`] },
      attributes: {},
      owners: [],
    }),
  );
  const things = [...products, ...generatedApplications(random, applications)];
  const originals = things.length;
  const planted = new Set<string>();
  const used = new Set<number>();
  while (planted.size < duplicates) {
    const isProduct = planted.size < duplicates / 2;
    const place = isProduct ? random.whole(0, products.length - 1) : random.whole(products.length, originals - 1);
    const thing = things[place] as Thing;
    if (used.has(place) || thing.name.length < 5) continue;
    used.add(place);
    planted.add(`${place},${things.length}`);
    things.push(variantOf(random, thing));
  }
  return { things, planted };
}

const beginnings =
  `Al Bar Cor Dan El Fer Gal Hel In Jor Kar Lor Mar Nor Or Pel Quin Ros Sal Tor Ul Ver Wal Xen Yor Zan`.split(" ");
const middles = `ba de fi go lu ma ne ri so ta ve zi`.split(" ");
const endings = `dex form lane mark net nova pharm port soft tech tron vance ware works`.split(" ");
const trades =
  `Analytics Consulting Energy Foods Insurance Logistics Machines Networks Robotics Software Steel Systems`.split(" ");

/** The ways in which the name of a company is written another time. */
const vendorVariations = [
  withTypo,
  (random: Random, name: string) => `${name} ${random.one(forms)}`,
  (_: Random, name: string) => name.toUpperCase(),
  (random: Random, name: string) => `${name}, ${random.one(forms)}`,
  (_: Random, name: string) => name.replace(/\s+/g, "-"),
];

/** Returns names of companies, and the pairs of them that mean the same, as "earlier place, later place". */
export function knownVendors(count: number, duplicates: number): { names: string[]; planted: Set<string> } {
  const random = randomFrom(SEED + 1);
  const company = () =>
    `${random.one(beginnings)}${random.one(middles)}${random.one(middles)}${random.one(endings)} ${random.one(trades)}${random.chance(0.3) ? ` ${random.one(forms)}` : ""}`;
  const distinct = new Set<string>();
  const bare = new Set<string>();
  while (distinct.size < count) {
    const name = company();
    const [first = ""] = name.split(" ");
    if (bare.has(first)) continue;
    bare.add(first);
    distinct.add(name);
  }
  const names = [...distinct];
  const planted = new Set<string>();
  for (let place = 0; planted.size < duplicates; place += 3) {
    const name = names[place] as string;
    let variant = name;
    while (variant === name) variant = random.one(vendorVariations)(random, name);
    planted.add(`${place},${names.length}`);
    names.push(variant);
  }
  return { names, planted };
}
