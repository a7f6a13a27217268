/** Says what a commit reads of a saved session. */
import { z } from "zod";
import { Mapping } from "./mapping";

const Text = z.string().catch("");
const Objects = z.array(z.record(z.string(), z.unknown())).catch([]);
const Places = z.array(z.string()).catch([]);

const Option = z.looseObject({ id: Text, title: Text, approach: Text, summary: Text });
export type Option = z.infer<typeof Option>;

const SessionData = z.looseObject({
  capabilityMapping: Mapping.nullish().catch(null),
  archOptions: z.array(Option).catch([]),
  selectedOptionId: Text,
  requirement: Text,
  archReq: Text,
  selectedRecommendations: Objects,
  gapResult: z.unknown().optional(),
  depsResult: z.unknown().optional(),
  selectedRecs: Places,
  selectedDeps: Places,
});

/** Returns a product that was chosen, as a line. */
const lineOf = (product: Record<string, unknown>): string[] => {
  const name = product["recommendation"] ?? product["name"];
  const vendor = product["vendor"];
  if (typeof name !== "string" || name === "") return [];
  return [typeof vendor === "string" && vendor !== "" ? `${name} (${vendor})` : name];
};

/** Says what stands at places as "i:j" in a result: the j-th of the inner list of its i-th entry. */
function atPlaces(result: unknown, outer: string, inner: string, places: readonly string[]): Record<string, unknown>[] {
  const listIn = (value: unknown, key: string): unknown[] => {
    const list = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
    return Array.isArray(list) ? list : [];
  };
  return places.flatMap((place) => {
    const [i, j] = place.split(":").map(Number);
    const found = listIn(listIn(result, outer)[i ?? -1], inner)[j ?? -1];
    return typeof found === "object" && found !== null ? [found as Record<string, unknown>] : [];
  });
}

/** A session as a commit sees it. */
export type Session = {
  mapping: Mapping | null;
  option: Option | undefined;
  otherOptions: Option[];
  requirement: string;
  products: string[];
};

/** Reads a saved session. @param text its JSON */
export function parseSession(text: string, requirement: string): Session {
  const session = SessionData.parse(JSON.parse(text));
  const chosen =
    session.selectedRecommendations.length > 0
      ? session.selectedRecommendations
      : [
          ...atPlaces(session.gapResult, "gaps", "recommendations", session.selectedRecs),
          ...atPlaces(session.depsResult, "dependencies", "options", session.selectedDeps),
        ];
  return {
    mapping: session.capabilityMapping ?? null,
    option: session.archOptions.find(({ id }) => id === session.selectedOptionId),
    otherOptions: session.archOptions.filter(({ id }) => id !== session.selectedOptionId),
    requirement: session.requirement || session.archReq || requirement,
    products: [...new Set(chosen.flatMap(lineOf))],
  };
}
