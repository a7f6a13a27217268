/** Known makers of software, machines and services, by all names that they go by. */
import { readFileSync } from "node:fs";
import vendorsFile from "./known-vendors.txt" with { type: "file" };
import { legalForms } from "./legal-forms";
import { isOneSlip } from "./slips";
import { compactOf, wordsOf } from "./words";

/** A known company. */
export type KnownVendor = {
  name: string;
  /** The name of the company that it belongs to, though it is still sold under its own. */
  owner: string | undefined;
  /** Says whether its name is also an ordinary word, which is no vendor in the name of something else. */
  isOrdinaryWord: boolean;
};

/** The most words of a vendor's name. */
const MAX_WORDS = 5;

type Vendors = { byCompact: Map<string, KnownVendor>; byName: Map<string, KnownVendor>; words: Set<string> };

/** Returns the words of a company's name without the legal forms at its end. */
export function companyWordsIn(all: readonly string[]): string[] {
  const words = [...all];
  while (words.length > 1 && (legalForms.has(words.at(-1) as string) || words.at(-1) === "and")) words.pop();
  if (words.length > 1 && words[0] === "the") words.shift();
  return words;
}

/** Legal forms that read as several words: the limited companies of Poland and of Czechia, and Denmark's companies. */
const FORMS_OF_SEVERAL_WORDS = /\bsp\.?\s*z\.?\s*o\.?\s*o\b\.?|\b(?:spol\.?\s*)?s\.?\s*r\.?\s*o\b\.?|\bap?\/s\b/i;

/** Returns the words of a company's name as it is written, without a legal form that would be several of them. */
export const writtenWords = (text: string): string[] => wordsOf(text.replace(FORMS_OF_SEVERAL_WORDS, ""));

/** Returns the words of a company's name as it is written, without the legal forms at its end. */
export const companyWords = (text: string): string[] => companyWordsIn(writtenWords(text));

function parseLine(line: string): { vendor: KnownVendor; names: string[] } {
  const isOrdinaryWord = line.startsWith("~");
  const [all = "", owner] = (isOrdinaryWord ? line.slice(1) : line).split(" < ");
  const names = all.split(" | ").map((name) => name.trim());
  return { vendor: { name: names[0] as string, owner: owner?.trim(), isOrdinaryWord }, names };
}

function readVendors(): Vendors {
  const vendors: Vendors = { byCompact: new Map(), byName: new Map(), words: new Set() };
  for (const line of readFileSync(vendorsFile, "utf8").split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const { vendor, names } = parseLine(line);
    vendors.byName.set(vendor.name, vendor);
    for (const name of names) {
      const words = companyWords(name);
      for (const word of words) vendors.words.add(word);
      for (const compact of [compactOf(wordsOf(name)), compactOf(words)])
        if (!vendors.byCompact.has(compact)) vendors.byCompact.set(compact, vendor);
    }
  }
  return vendors;
}

let loaded: Vendors | undefined;

/** Returns the table, which is read with its first use. */
const vendors = (): Vendors => {
  loaded ??= readVendors();
  return loaded;
};

/** Finds the known vendor that a name without gaps means. */
export const findVendor = (compact: string): KnownVendor | undefined => vendors().byCompact.get(compact);

/** Slips are looked for in names of so many letters at least. */
const MIN_LETTERS = 6;

/** Finds the known vendor of whose name another is a slip, if there is one only. */
export function findVendorBySlip(compact: string): KnownVendor | undefined {
  if (compact.length < MIN_LETTERS) return undefined;
  const near = [...vendors().byCompact].filter(
    ([name]) =>
      name[0] === compact[0] &&
      Math.abs(name.length - compact.length) <= 1 &&
      name.length >= MIN_LETTERS &&
      isOneSlip(name, compact),
  );
  const meant = new Set(near.map(([, vendor]) => vendor));
  return meant.size === 1 ? near[0]?.[1] : undefined;
}

/** Finds the known vendor of a canonical name. */
export const findVendorByName = (name: string): KnownVendor | undefined => vendors().byName.get(name);

/** Returns the words that known vendors' names are made of. */
export const vendorWords = (): ReadonlySet<string> => vendors().words;

/** A vendor in a name: how many words name it. */
export type NamedVendor = { vendor: KnownVendor; length: number };

/** Returns the vendor that words name from a place on, by the most words. */
export function vendorAt(words: readonly string[], place: number): NamedVendor | undefined {
  for (let length = Math.min(MAX_WORDS, words.length - place); length > 0; length--) {
    const vendor = findVendor(compactOf(words.slice(place, place + length)));
    if (vendor) return { vendor, length };
  }
  return undefined;
}

/** Says whether two vendors are one, or one belongs to the other. */
export function areRelated(one: string, other: string): boolean {
  if (one === other) return true;
  const ownersOf = (name: string): string[] => {
    const owner = findVendorByName(name)?.owner;
    const above = owner === undefined ? undefined : findVendorByName(owner)?.owner;
    return [owner, above].filter((found) => found !== undefined);
  };
  return ownersOf(one).includes(other) || ownersOf(other).includes(one);
}

/** Says what a company is called: the canonical name of a known one, else the name as it is given. */
export const vendorNameOf = (text: string): string =>
  (findVendor(compactOf(wordsOf(text))) ?? findVendor(compactOf(companyWords(text))))?.name ?? text.trim();
