/** The words that the cards of a benchmark are made of. */
import type { Random } from "./random";

const onsets = ["b", "c", "d", "f", "g", "h", "j", "k", "l", "m", "n", "p", "qu", "r", "s", "t", "v", "w", "y", "z"];
const clusters = ["br", "cr", "dr", "fl", "gr", "kl", "pl", "sk", "st", "tr"];
const vowels = ["a", "e", "i", "o", "u"];
const codas = ["", "", "", "l", "m", "n", "r", "s", "t", "x"];

const kinds = ["Cloud", "Hub", "Suite", "Server", "Manager", "Gateway", "Studio", "Desk", "Flow", "Core"];
const departments = [
  "Finance",
  "Sales",
  "Legal",
  "Logistics",
  "Research",
  "Service",
  "Plant 3",
  "EMEA",
  "APAC",
  "Group",
];
const places = ["Łódź", "東京", "Москва", "Αθήνα", "Zürich", "서울", "São Paulo", "Kraków", "القاهرة", "Malmö"];

const subjects = [
  "The platform team",
  "Every subsidiary",
  "The back office",
  "A shared service",
  "The regional hub",
  "The warehouse",
  "Our front line",
  "Each plant",
];
const verbs = ["keeps", "moves", "checks", "reports", "settles", "plans", "collects", "books", "ships", "reviews"];
const things = [
  "orders",
  "invoices",
  "shipments",
  "customer records",
  "price lists",
  "payroll runs",
  "sensor readings",
  "test results",
  "bank statements",
  "access rights",
  "contracts",
  "forecasts",
];
const manners = [
  "once a day",
  "in real time",
  "for the whole group",
  "on behalf of the branches",
  "with a nightly batch",
  "under the rules of the auditor",
  "until its successor is ready",
  "without manual steps",
];

/** Returns a made-up word of so many syllables. */
function word(random: Random, syllables: number): string {
  let text = "";
  for (let syllable = 0; syllable < syllables; syllable++)
    text += random.one(random.chance(0.15) ? clusters : onsets) + random.one(vowels) + random.one(codas);
  return text;
}

/** Returns the name of a product, as in "Dralto", "Dralto Hub 4.2", "Dralto (Finance)" or "Dralto – 東京". */
export function productName(random: Random): string {
  const bare = word(random, random.whole(2, 3));
  let name = bare.charAt(0).toUpperCase() + bare.slice(1);
  if (random.chance(0.35)) name += ` ${random.one(kinds)}`;
  if (random.chance(0.3)) name += ` ${random.whole(1, 19)}.${random.whole(0, 9)}`;
  if (random.chance(0.25)) name += ` (${random.one(departments)})`;
  else if (random.chance(0.08)) name += ` – ${random.one(places)}`;
  return name;
}

const sentence = (random: Random) =>
  `${random.one(subjects)} ${random.one(verbs)} ${random.one(things)} ${random.one(manners)}.`;

/** Returns a description of 50 to 400 characters. */
export function description(random: Random): string {
  const length = random.whole(50, 400);
  let text = sentence(random);
  while (text.length < length) text += ` ${sentence(random)}`;
  return text.length > 400 ? `${text.slice(0, 399).trimEnd()}.` : text;
}
