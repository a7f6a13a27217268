/** The descriptions of the cards that a commit creates. */
import { suggestionSettings } from "../../../core/llm/configuration";
import { Problem } from "../../../http/errors";
import { describeByTemplate, suggest } from "../../ai";
import type { Running } from "../../analyses";
import { cardType } from "../../metamodel";
import type { ProposedCard } from "./mapping";

/** Cards that a model describes in one commit; the others are described by a template. */
const MAX_ASKED = 50;

/** Says what a model says of a card; undefined when it can't say anything. */
async function askAbout(
  { name, cardTypeKey, subtype }: ProposedCard,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const request = { type_key: cardTypeKey, name: name.slice(0, 500), subtype, engine: "model" as const };
    const { suggestions } = await suggest(request, signal);
    const value = suggestions["description"]?.value;
    return typeof value === "string" ? value : undefined;
  } catch (error) {
    // A commit must not fail because a model doesn't answer.
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** Says what a template says of a card, with why it was proposed; undefined for an unknown card type. */
export function describe({ name, cardTypeKey, subtype, rationale }: ProposedCard): string | undefined {
  const type = cardType(cardTypeKey);
  return type && [describeByTemplate(type, { name, subtype }), rationale].filter(Boolean).join(" ");
}

/** Maps id of a new card → what a model says of it; nothing without a model. @param total the steps of the commit */
export async function askForDescriptions(
  cards: readonly ProposedCard[],
  { progress, signal }: Running,
  total: number,
): Promise<Record<string, string>> {
  const { enabled, url, model } = suggestionSettings();
  if (!enabled || url === "" || model === "") return {};
  const descriptions: Record<string, string> = {};
  for (const [at, card] of cards.slice(0, MAX_ASKED).entries()) {
    await progress({ step: "creating_cards", current: at + 2, total, detail: card.name });
    const text = await askAbout(card, signal);
    if (text) descriptions[card.id] = text;
  }
  return descriptions;
}
