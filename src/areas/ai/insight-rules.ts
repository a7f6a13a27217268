/** Insights into a portfolio by rules over its figures. */
import type { Insight, InsightsRequest } from "./model";

const percent = (part: number, whole: number) => (whole > 0 ? Math.round((100 * part) / whole) : 0);

/** Returns the entry with the largest count; undefined without any. */
const largest = (counts: Record<string, number>): [string, number] | undefined =>
  Object.entries(counts).reduce<[string, number] | undefined>(
    (best, entry) => (best === undefined || entry[1] > best[1] ? entry : best),
    undefined,
  );

function rationalisation({ total_apps, groups, group_by }: InsightsRequest): Insight {
  const by = group_by ?? "group";
  const crowded = groups.toSorted((a, b) => b.count - a.count)[0];
  return {
    title: "Where applications crowd",
    observation: crowded
      ? `“${crowded.name}” has ${crowded.count} of ${total_apps} applications (${percent(crowded.count, total_apps)} %), the most of ${groups.length} groups by ${by}.`
      : `${total_apps} applications are in no group.`,
    recommendation: crowded
      ? `Look for duplicates in “${crowded.name}” first.`
      : "Group the applications to see where they crowd.",
  };
}

function technicalHealth({ total_apps, lifecycle_summary }: InsightsRequest): Insight {
  const ending = (lifecycle_summary["phaseOut"] ?? 0) + (lifecycle_summary["endOfLife"] ?? 0);
  const unknown = (lifecycle_summary["No lifecycle"] ?? 0) + (lifecycle_summary["Unknown"] ?? 0);
  return {
    title: "What is leaving its life cycle",
    observation: `${ending} of ${total_apps} applications (${percent(ending, total_apps)} %) are phased out or at their end of life; of ${unknown} nothing is known.`,
    recommendation:
      unknown > ending ? "Maintain the life cycles that are missing." : "Plan successors for what is phased out.",
  };
}

function alignment({ attribute_summary, total_apps }: InsightsRequest): Insight {
  const [label, counts] = Object.entries(attribute_summary)[0] ?? [];
  const most = counts && largest(counts);
  return {
    title: "How applications are judged",
    observation: most
      ? `Of ${total_apps} applications, ${most[1]} (${percent(most[1], total_apps)} %) have “${most[0]}” as ${label}.`
      : "No attribute of the applications was given.",
    recommendation: most
      ? `Check whether “${most[0]}” is right for all of them.`
      : "Maintain criticality and fit, by which applications can be compared.",
  };
}

function concentration({ total_apps, groups }: InsightsRequest): Insight {
  const sorted = groups.toSorted((a, b) => b.count - a.count);
  const top = sorted.slice(0, 3).reduce((sum, { count }) => sum + count, 0);
  return {
    title: "How concentrated the portfolio is",
    observation: `The three largest of ${groups.length} groups hold ${top} of ${total_apps} applications (${percent(top, total_apps)} %).`,
    recommendation: "Examine what fails together where most applications meet.",
  };
}

function roadMap({ total_apps, lifecycle_summary }: InsightsRequest): Insight {
  const coming = (lifecycle_summary["plan"] ?? 0) + (lifecycle_summary["phaseIn"] ?? 0);
  const going = lifecycle_summary["phaseOut"] ?? 0;
  return {
    title: "What comes and what goes",
    observation: `${coming} of ${total_apps} applications are planned or phased in, and ${going} are phased out.`,
    recommendation:
      coming > going ? "Retire as much as is introduced." : "Confirm that what is phased out has a successor.",
  };
}

/** Returns one insight for each lens, from the figures alone. */
export const insightsByRules = (request: InsightsRequest): Insight[] =>
  [rationalisation, technicalHealth, alignment, concentration, roadMap].map((lens) => lens(request));
