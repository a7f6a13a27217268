/** Known products, by all names that they go by. */
import { readFileSync } from "node:fs";
import productsFile from "./known-products.txt" with { type: "file" };
import { areRelated, vendorAt } from "./known-vendors";
import { compactOf, wordsOf } from "./words";

/** A known product. */
export type KnownProduct = {
  /** Its place in the table. */
  id: number;
  /** Its name, with its vendor's in front where that belongs to it. */
  name: string;
  /** The canonical name of its vendor; undefined where nobody in particular makes it. */
  vendor: string | undefined;
};

/** A name of a product, and where it counts. */
export type ProductAlias = {
  product: KnownProduct;
  /** Says whether it counts only where the vendor is named too. */
  needsVendor: boolean;
  /** Says whether it counts only where nothing else is named. */
  isWholeName: boolean;
};

/** The most words of a product's name. */
export const MAX_PRODUCT_WORDS = 8;

type Products = { byAlias: Map<string, ProductAlias[]>; words: Set<string> };

/** The heading of products that nobody in particular makes, or that are listed with their vendors' names. */
const NOBODY = "-";

/** Returns the vendor with whose name a product's begins. */
function vendorIn(name: string): string | undefined {
  const named = vendorAt(wordsOf(name), 0);
  return named?.vendor.isOrdinaryWord ? undefined : named?.vendor.name;
}

const withoutMark = (alias: string) => (/^[=+]/.test(alias) ? alias.slice(1) : alias);

function productOf(id: number, names: readonly string[], heading: string): KnownProduct {
  const [first = ""] = names;
  if (heading === NOBODY) return { id, name: first, vendor: names.map(vendorIn).find(Boolean) };
  const named = vendorIn(first);
  const isNamed = named !== undefined && areRelated(named, heading);
  return { id, name: isNamed ? first : `${heading} ${first}`, vendor: heading };
}

function readProducts(): Products {
  const products: Products = { byAlias: new Map(), words: new Set() };
  let heading = NOBODY;
  let id = 0;
  for (const line of readFileSync(productsFile, "utf8").split("\n")) {
    if (line.startsWith("## ")) heading = line.slice(3).trim();
    if (line === "" || line.startsWith("#")) continue;
    const aliases = line.split(" | ").map((alias) => alias.trim());
    const product = productOf(id++, aliases.map(withoutMark), heading);
    for (const alias of aliases) {
      const words = wordsOf(withoutMark(alias));
      for (const word of words) products.words.add(word);
      const entry = { product, needsVendor: alias.startsWith("+"), isWholeName: alias.startsWith("=") };
      const compact = compactOf(words);
      const entries = products.byAlias.get(compact);
      if (entries) entries.push(entry);
      else products.byAlias.set(compact, [entry]);
    }
  }
  return products;
}

let loaded: Products | undefined;

/** Returns the table, which is read with its first use. */
const products = (): Products => {
  loaded ??= readProducts();
  return loaded;
};

/** Finds the products that a name without gaps may mean. */
export const findAliases = (compact: string): readonly ProductAlias[] => products().byAlias.get(compact) ?? [];

/** Returns the words that known products' names are made of. */
export const productWords = (): ReadonlySet<string> => products().words;
