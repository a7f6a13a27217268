/** The entries of a package in the form in which they are served. */
import { type Entry, filled, isFilled } from "../entries";
import { stageName } from "../kinds";
import type { Macros, Stage, Streams } from "./shapes";

/** Capabilities or processes: without the lists of their children, which follow from their parents. */
export const nodeEntries = (nodes: readonly Record<string, unknown>[]): Entry[] =>
  nodes.map(({ children: _, ...node }) => ({ ...node, parent_id: node["parent_id"] ?? null }) as Entry);

type Macro = Macros[number];

const macroEntry = (macro: Macro): Entry => ({
  id: macro.id,
  name: macro.name,
  level: 0,
  parent_id: null,
  description: macro.description || null,
  industry: macro["industry"] || null,
  deprecated: macro["deprecated"] === true,
  ...filled({
    in_scope: macro["in_scope"],
    out_of_scope: macro["out_of_scope"],
    framework_refs: macro["framework_refs"],
    references: macro["references"],
    successor_id: macro["successor_id"],
  }),
});

/**
 * Puts macro capabilities before the capabilities that they group, and these below them; the first macro that names a
 * capability has it.
 * @returns the entries, and a warning for each capability that several macros name
 */
export function withMacros(capabilities: readonly Entry[], macros: Macros): { entries: Entry[]; warnings: string[] } {
  const macroOf = new Map<string, string>();
  const warnings: string[] = [];
  for (const { id, capability_ids } of macros)
    for (const capability of capability_ids) {
      const first = macroOf.get(capability);
      if (first === undefined) macroOf.set(capability, id);
      else if (first !== id)
        warnings.push(`Capability ${capability} belongs to macros ${first} and ${id}; ${first} has it`);
    }
  const placed = capabilities.map((entry) =>
    entry.level === 1 && macroOf.has(entry.id) ? { ...entry, parent_id: macroOf.get(entry.id) as string } : entry,
  );
  return { entries: [...macros.map(macroEntry), ...placed], warnings };
}

const CROSS_INDUSTRY = "Cross-Industry";

const industryOf = (industries: readonly string[]) =>
  industries.includes(CROSS_INDUSTRY) ? CROSS_INDUSTRY : industries.join("; ");

type Stream = Streams[number];

/** The keys that streams and stages share: each key is there on both. */
const common = { aliases: [], deprecated: null, deprecation_reason: null, successor_id: null, metadata: {} };

const streamEntry = (stream: Stream, industries: readonly string[]): Entry => ({
  id: stream.id,
  name: stream.name,
  level: 1,
  parent_id: null,
  description: stream.description ?? null,
  industries,
  industry: industryOf(industries),
  stage_count: stream.stages.length,
  stage_order: null,
  stage_name: null,
  industry_variant: null,
  notes: null,
  capability_ids: [],
  process_ids: [],
  ...common,
  ...filled({
    deprecated: stream["deprecated"],
    deprecation_reason: stream["deprecation_reason"],
    successor_id: stream["successor_id"],
    metadata: stream["metadata"],
  }),
});

const stageEntry = (stage: Stage, streamId: string, industries: readonly string[]): Entry => ({
  id: stage.id,
  name: stageName(stage.stage_name, stage.industry_variant),
  level: 2,
  parent_id: streamId,
  description: stage.description ?? null,
  industries,
  industry: industryOf(industries),
  stage_count: null,
  stage_order: stage.stage_order ?? null,
  stage_name: stage.stage_name,
  industry_variant: stage.industry_variant ?? null,
  notes: stage.notes ?? null,
  capability_ids: stage.capability_ids ?? [],
  process_ids: stage.process_ids ?? [],
  ...common,
  deprecated: false,
});

/** Streams, each followed by its stages. */
export const streamEntries = (streams: Streams): Entry[] =>
  streams.flatMap((stream) => {
    const industries = stream.industries ?? [];
    const stages = stream.stages.map((stage) =>
      stageEntry(stage, stream.id, isFilled(stage.industries) ? (stage.industries as string[]) : industries),
    );
    return [streamEntry(stream, industries), ...stages];
  });
