/** Names of products and applications: what of them counts. */
import { withoutSmallWords, writtenOut } from "./abbreviations";
import { type Distinction, editionOf, environmentOf, regionOf, versionOf } from "./distinctions";
import { isFillerAtTheEnd, isKind, isPlaceholder, isProductFiller } from "./fillers";
import { vendorAt } from "./known-vendors";
import { productLegalForms } from "./legal-forms";
import { isOrdinaryWord } from "./ordinary-words";
import { type RecognizedProduct, recognizeProduct } from "./product-recognition";
import { compactOf, wordsOf } from "./words";

/** The rest of a name without words that say what kind of thing it is, and those words. */
export type Brand = { compact: string; kinds: readonly string[]; isDistinctive: boolean };

/** A name in comparable form. */
export type Name = {
  text: string;
  /** The words that count, with abbreviations written out; none for a card without a name. */
  words: readonly string[];
  /** These words in one text. */
  wording: string;
  /** The same without its vendor. */
  core: readonly string[];
  /** The words as they are written, without gaps. */
  compact: string;
  /** Its words without gaps, vendor and fillers, and the fillers; only where a word is none that everybody uses. */
  brand: Brand | undefined;
  /** The canonical name of the vendor that stands in it. */
  vendor: string | undefined;
  /** Its version, region and the like. */
  distinctions: readonly Distinction[];
  /** The known product that it means. */
  recognized: RecognizedProduct | undefined;
};

/** Words before a name that make no other product of it. */
const epithets = new Set(["classic", "legacy", "new", "old", "the"]);
/** Words behind a name that make no other product of it. */
const qualifiers = new Set("and by classic edition legacy new next ng of old release the v version".split(" "));

/** Environments that stand behind the name of anything; longer words may belong to the name. */
const SHORT_ENVIRONMENT = /^(test|tst|dev|prod|prd|qa|uat|sandbox|staging|preprod|demo|sbx|stg)$/;
/** Letters of a brand at least. */
const MIN_BRAND = 4;
const ROMAN = /^(ii|iii|iv|vi|vii|viii|ix)$/;

/** Reads the last word of a name as a distinction; undefined for a word of the name itself. */
function distinctionAtEnd(word: string, text: string): Distinction | undefined {
  const version = ROMAN.test(word) ? word : versionOf(word);
  if (version !== undefined) return { kind: "version", value: version };
  const region = regionOf(word, text);
  if (region !== undefined) return { kind: "region", value: region };
  const edition = editionOf(word);
  if (edition !== undefined) return { kind: "edition", value: edition };
  const environment = SHORT_ENVIRONMENT.test(word) ? environmentOf(word) : undefined;
  return environment === undefined ? undefined : { kind: "environment", value: environment };
}

/** Takes away what stands behind a name, as long as something remains. */
function withoutEnd(all: readonly string[], text: string): { words: string[]; distinctions: Distinction[] } {
  const words = [...all];
  const distinctions: Distinction[] = [];
  while (words.length > 1) {
    const last = words.at(-1) as string;
    const distinction = distinctionAtEnd(last, text);
    if (distinction) distinctions.unshift(distinction);
    else if (!productLegalForms.has(last) && !qualifiers.has(last) && !isFillerAtTheEnd(last)) break;
    words.pop();
  }
  while (words.length > 1 && epithets.has(words[0] as string)) words.shift();
  return { words, distinctions };
}

/** Returns the vendor at the beginning or the end of a name, and the words without it. */
function withoutVendor(words: readonly string[]): { vendor: string | undefined; core: readonly string[] } {
  const first = vendorAt(words, 0);
  if (first && !first.vendor.isOrdinaryWord && first.length < words.length)
    return { vendor: first.vendor.name, core: words.slice(first.length) };
  const last = words.length > 1 ? vendorAt(words, words.length - 1) : undefined;
  if (last && !last.vendor.isOrdinaryWord) return { vendor: last.vendor.name, core: words.slice(0, -1) };
  return { vendor: undefined, core: words };
}

/** Returns the brand in the words of a name. */
function brandIn(core: readonly string[]): Brand | undefined {
  const words = core.slice(0, 1 + core.findLastIndex((word) => !isProductFiller(word)));
  const compact = words.join("");
  if (compact.length < MIN_BRAND) return undefined;
  return {
    compact,
    kinds: core.filter((word) => isKind(word)),
    isDistinctive: words.some((word) => !isOrdinaryWord(word)),
  };
}

/** Arrows read as the word that they stand for. */
const withWords = (text: string) => text.replace(/<?[-=]+>|[→⇒»]/g, " to ");

/** Brings a name into comparable form. */
export function nameOf(text: string): Name {
  const all = wordsOf(withWords(text));
  if (isPlaceholder(compactOf(all))) all.length = 0;
  const { words, distinctions } = withoutEnd(all, text);
  const { vendor, core } = withoutVendor(words);
  const recognized = recognizeProduct(all, text);
  const isWhole = recognized?.rest.length === 0;
  const counted = withoutSmallWords(writtenOut(words));
  return {
    text,
    words: counted,
    wording: counted.join(" "),
    core: withoutSmallWords(writtenOut(core)),
    compact: words.join(""),
    brand: brandIn(core),
    vendor: vendor ?? recognized?.product.vendor,
    distinctions: isWhole ? recognized.distinctions : distinctions,
    recognized,
  };
}

/** Returns the known product that a name means and nothing next to it. */
export const wholeProductOf = ({ recognized }: Name): RecognizedProduct["product"] | undefined =>
  recognized?.rest.length === 0 ? recognized.product : undefined;
