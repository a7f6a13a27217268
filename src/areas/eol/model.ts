/** The shapes of the area on the wire. */
import { z } from "zod";
import { SliceQuery } from "../../http/pagination";
import { Id, LINE, namedObject, orNull, Text, Whole } from "../../http/schemas";

/** Names of products: they stand in addresses. */
export const productName = /^[a-zA-Z0-9._-]+$/;
const LONGEST_NAME = 200;

/** Types of cards that are linked to life cycles. */
export const linkedTypes = ["Application", "ITComponent"];

/** Entries of one mass link. */
const MAX_LINKS = 10_000;
const MAX_PRODUCTS = 10_000;
const MAX_CYCLES = 5_000;

export const ProductQuery = z.object({
  search: Text(LINE).default("").meta({ description: "Part of the name, in upper or lower case" }),
});
export const FuzzyQuery = z.object({
  search: Text(LINE, 2).meta({ description: "A name that a product may be meant by" }),
  limit: Whole(1, 50).default(10).meta({ description: "How many products there are at most" }),
});
export const MassSearchQuery = z.object({
  ...SliceQuery,
  // Another type is refused by the service, with 400.
  type_key: Text(100).meta({ enum: linkedTypes }).meta({ description: "The card type whose cards are looked up" }),
});

export const EolProduct = namedObject("EolProduct", { name: z.string() });
export const EolProductMatch = namedObject("EolProductMatch", { name: z.string(), score: z.number() });

const DayOrFlag = z.union([z.string(), z.boolean()]).nullable();
export const EolCycle = namedObject("EolCycle", {
  cycle: z.string(),
  releaseDate: z.string().nullable(),
  eol: DayOrFlag,
  latest: z.string().nullable(),
  latestReleaseDate: z.string().nullable(),
  lts: DayOrFlag,
  support: DayOrFlag,
  discontinued: DayOrFlag,
  codename: z.string().nullable(),
  link: z.string().nullable(),
});
export type EolCycle = z.infer<typeof EolCycle>;

const Candidate = z.object({
  card_id: Id,
  card_name: z.string(),
  card_type: z.string(),
  eol_product: z.string(),
  eol_cycle: z.string().nullable().meta({ description: "The cycle that the version in the card's name fits" }),
  score: z.number(),
});
export const MassEolResult = namedObject("MassEolResult", {
  card_id: Id,
  card_name: z.string(),
  card_type: z.string(),
  current_eol_product: z.string().nullable(),
  current_eol_cycle: z.string().nullable(),
  candidates: Candidate.array(),
});
export type MassEolResult = z.infer<typeof MassEolResult>;

export const MassLinks = z
  .object({
    card_id: orNull(Text(LINE)),
    eol_product: orNull(Text(LONGEST_NAME)),
    eol_cycle: orNull(Text(LONGEST_NAME)),
  })
  .array()
  .max(MAX_LINKS)
  .meta({ description: "The last entry of a card counts; entries that lack something are skipped" });
export type MassLinks = z.infer<typeof MassLinks>;

export const MassLinked = namedObject("MassEolLinked", { updated: Id.array(), count: z.int() });
export type MassLinked = z.infer<typeof MassLinked>;

const SentText = orNull(Text(LINE));
const SentDayOrFlag = orNull(z.union([Text(LINE), z.boolean()], "must be a day, true or false"));

/** A cycle as sources give it; other keys are retained. */
const SnapshotCycle = z.looseObject({
  cycle: z
    .union([Text(LONGEST_NAME, 1), z.number()], `must be text of ${LONGEST_NAME} characters at most`)
    .transform(String)
    .meta({ type: "string", maxLength: LONGEST_NAME }),
  releaseDate: SentText,
  eol: SentDayOrFlag,
  latest: SentText,
  latestReleaseDate: SentText,
  lts: SentDayOrFlag,
  support: SentDayOrFlag,
  discontinued: SentDayOrFlag,
  codename: SentText,
  link: SentText,
});
export const SnapshotCycles = SnapshotCycle.array().max(MAX_CYCLES);
export type SnapshotCycle = z.infer<typeof SnapshotCycle>;

export const ProductName = Text(LONGEST_NAME).regex(productName, "must consist of letters, digits, `.`, `_` and `-`");
export const ProductNames = ProductName.array().min(1).max(MAX_PRODUCTS);

const SnapshotProduct = z.object({ name: ProductName, cycles: SnapshotCycles });
export type SnapshotProduct = z.infer<typeof SnapshotProduct>;

export const Snapshot = SnapshotProduct.array()
  .min(1)
  .max(MAX_PRODUCTS)
  .refine((products) => new Set(products.map(({ name }) => name)).size === products.length, "must name a product once")
  .meta({ id: "EolSnapshot", description: "Products with their cycles; other keys of a cycle are stored" });

export const SnapshotQuery = z.object({
  date: z.iso
    .date("must be a day, as in 2026-01-31")
    .optional()
    .meta({ description: "The day that they are as of; today without it" }),
});

export const EolSource = namedObject("EolSource", {
  origin: z.enum(["built-in", "upstream", "upload"]),
  date: z.string().meta({ format: "date", description: "The day that the life cycles are as of" }),
  products: z.int(),
  cycles: z.int(),
});
export type EolSource = z.infer<typeof EolSource>;
