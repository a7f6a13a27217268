/** The parts of a card that a portal shows: where nothing is said, most of them. */
import type { CardConfig } from "./queries";

/** The parts that cards of all types have. */
export const BUILT_IN = ["description", "lifecycle", "tags", "subscribers", "data_quality", "approval_status"] as const;

export type Place = "card" | "detail";

/** Fields that the list shows where nothing is said. */
const FEW = 3;

/**
 * Checks whether a portal shows a part of a card.
 * @param part such as `tags`, `field:<key>` or `rel:<key>`
 * @param at the place of a field among those of its type
 */
export function shows(config: CardConfig | null, part: string, place: Place, at = 0): boolean {
  const said = config?.toggles?.[part]?.[place];
  if (said !== undefined) return said;
  if (part.startsWith("rel:")) return false;
  if (part.startsWith("field:")) return place === "detail" || at < FEW;
  return part !== "approval_status" || place === "detail";
}

/** Returns a configuration in which a part is shown in a place, or not any more. */
export function withPart(config: CardConfig | null, part: string, place: Place, isOn: boolean, at = 0): CardConfig {
  const other = place === "card" ? "detail" : "card";
  const toggle = { [place]: isOn, [other]: shows(config, part, other, at) } as { card: boolean; detail: boolean };
  return { ...config, toggles: { ...config?.toggles, [part]: toggle } };
}
