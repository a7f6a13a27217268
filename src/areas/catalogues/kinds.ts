/** The three catalogues whose entries become cards: what they have in common, and in what they differ. */
import type { CatalogueName } from "../../../db/schema/catalogues";
import type { JsonObject } from "../../platform/json";
import { type Entry, filled, type Translation } from "./entries";

/** A catalogue. */
export type Kind = {
  /** Also the key of its entries in answers. */
  name: CatalogueName;
  /** The beginning of its paths, and the tag of its operations. */
  path: `${string}-catalogue`;
  /** The name of its entries. */
  plural: string;
  /** The key of the number of its entries. */
  count: "node_count" | "process_count" | "value_stream_count";
  /** True when an entry counts. */
  counts: (entry: Entry) => boolean;
  cardType: string;
  /** The subtype that all its cards have; null when they differ, or have none. */
  ownSubtype: string | null;
  subtypeOf: (entry: Entry) => string | null;
  /** The attributes of an entry's card in addition to those that name where it comes from. */
  attributesOf: (entry: Entry) => JsonObject;
  /** The fields that are translated. */
  translated: readonly string[];
  /** An entry with a translation that has only filled fields. */
  translate: (entry: Entry, translation: Translation) => Entry;
};

/** Macro capabilities have no aliases. */
const overlay = (entry: Entry, { aliases, ...texts }: Translation): Entry => ({
  ...entry,
  ...texts,
  ...(entry.level > 0 && filled({ aliases })),
});

const capabilities: Kind = {
  name: "capabilities",
  path: "capability-catalogue",
  plural: "capabilities",
  count: "node_count",
  counts: ({ level }) => level > 0,
  cardType: "BusinessCapability",
  ownSubtype: null,
  subtypeOf: () => null,
  attributesOf: ({ level, aliases, industry, tags, deprecated }) => ({
    capabilityLevel: level === 0 ? "Macro" : `L${level}`,
    ...filled({ aliases, industry, tags, deprecated: deprecated === true || null }),
  }),
  translated: ["name", "description", "aliases", "in_scope", "out_of_scope"],
  translate: overlay,
};

/** The subtype of a process by its level; deeper ones are `process`. */
const processSubtypes = [null, "category", "group"];

const processes: Kind = {
  name: "processes",
  path: "process-catalogue",
  plural: "processes",
  count: "process_count",
  counts: () => true,
  cardType: "BusinessProcess",
  ownSubtype: null,
  subtypeOf: ({ level }) => processSubtypes[level] ?? "process",
  attributesOf: (entry) => ({
    processLevel: `L${entry.level}`,
    ...filled({
      aliases: entry["aliases"],
      industry: entry["industry"],
      references: entry["references"],
      frameworkRefs: entry["framework_refs"],
      realizesCapabilityIds: entry["realizes_capability_ids"],
      inScope: entry["in_scope"],
      outOfScope: entry["out_of_scope"],
      deprecated: entry["deprecated"] === true || null,
    }),
  }),
  translated: ["name", "description", "aliases", "in_scope", "out_of_scope"],
  translate: overlay,
};

/** Checks whether an entry is a stream, and not one of its stages. */
const isStream = ({ level }: Entry) => level === 1;

/** Returns the name of a stage, with the variant of it that an industry has. */
export const stageName = (name: unknown, variant: unknown): string =>
  variant ? `${String(name)} (${String(variant)})` : String(name);

const streamAttributes = (entry: Entry): JsonObject => ({
  valueStreamLevel: "Stream",
  ...filled({
    stageCount: entry["stage_count"],
    industries: entry["industries"],
    deprecated: entry["deprecated"] === true || null,
    deprecationReason: entry["deprecation_reason"],
    successorId: entry["successor_id"],
  }),
});

const stageAttributes = (entry: Entry): JsonObject => ({
  valueStreamLevel: "Stage",
  ...filled({
    stageOrder: entry["stage_order"],
    stageName: entry["stage_name"],
    industries: entry["industries"],
    industryVariant: entry["industry_variant"],
    notes: entry["notes"],
    capabilityIds: entry["capability_ids"],
    processIds: entry["process_ids"],
  }),
});

const valueStreams: Kind = {
  name: "value_streams",
  path: "value-stream-catalogue",
  plural: "value streams",
  count: "value_stream_count",
  counts: isStream,
  cardType: "BusinessContext",
  ownSubtype: "valueStream",
  subtypeOf: () => "valueStream",
  attributesOf: (entry) => (isStream(entry) ? streamAttributes(entry) : stageAttributes(entry)),
  translated: ["name", "stage_name", "description", "notes"],
  translate(entry, { stage_name: stage, notes, ...translation }) {
    if (isStream(entry)) return { ...entry, ...translation };
    const name = stage === undefined ? entry.name : stageName(stage, entry["industry_variant"]);
    return { ...entry, name, ...filled({ stage_name: stage, notes }), ...translation };
  },
};

/** The catalogues, each with its name. */
export const kinds = { capabilities, processes, value_streams: valueStreams } as const satisfies Record<
  CatalogueName,
  Kind
>;

/** The catalogues in the order of an archive. */
export const allKinds: readonly Kind[] = Object.values(kinds);
