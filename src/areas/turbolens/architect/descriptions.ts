/** The descriptions of the cards that a commit creates. */
import type { AskingCall } from "../../../core/api/operation";
import { suggestionSettings } from "../../../core/llm/configuration";
import { Problem } from "../../../http/errors";
import { describeByTemplate, suggest } from "../../ai";
import { cardType } from "../../metamodel";
import type { ProposedCard } from "./mapping";

/** Cards that a model describes in one commit; the others are described by a template. */
const MAX_ASKED = 50;
/** Cards that a model is asked about at the same time. */
const AT_ONCE = 4;

/** The landscape that is read, and what cancels the asking. */
type Asking = Pick<AskingCall, "read" | "signal">;

/** Says what a model says of a card; undefined when it can't say anything. */
async function askAbout(
  { name, cardTypeKey, subtype }: ProposedCard,
  { read, signal }: Asking,
): Promise<string | undefined> {
  try {
    const request = { type_key: cardTypeKey, name: name.slice(0, 500), subtype, engine: "model" as const };
    const { suggestions } = await suggest(request, read, signal);
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

/** Maps id of a new card → what a model says of it; nothing without a model. @param noteNext is called with the next one before some are asked about */
export async function askForDescriptions(
  cards: readonly ProposedCard[],
  asking: Asking,
  noteNext: (card: ProposedCard, at: number) => Promise<void> | void = () => {},
): Promise<Record<string, string>> {
  const { enabled, url, model } = suggestionSettings();
  if (!enabled || url === "" || model === "") return {};
  const descriptions: Record<string, string> = {};
  const asked = cards.slice(0, MAX_ASKED);
  for (let at = 0; at < asked.length; at += AT_ONCE) {
    const some = asked.slice(at, at + AT_ONCE);
    await noteNext(some[0] as ProposedCard, at);
    const texts = await Promise.all(some.map((card) => askAbout(card, asking)));
    for (const [place, { id }] of some.entries()) if (texts[place]) descriptions[id] = texts[place];
  }
  return descriptions;
}
