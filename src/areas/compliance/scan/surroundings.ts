/** The cards that are scanned, with what surrounds them. */
import { allValues, inList, listOf } from "../../../../db";
import { now } from "../../../platform/clock";
import { type LandscapeCard, type Link, landscapeCards, landscapeLinks, phaseToday, supportOf } from "../../turbolens";
import { type AiScope, type AssessedCard, isCritical } from "../rules/facts";
import { ownScope, SCANNED } from "./ai-scope";

const DATA_OBJECT = "DataObject";
const PROVIDER = "Provider";
const IT_COMPONENT = "ITComponent";
const FUNCTIONS = ["BusinessCapability", "BusinessProcess"];
/** Relations from a card to the one that it succeeds. */
const SUCCESSORS = ["relAppSuccessor", "relITCSuccessor"];

/** A provider supplies much when it supplies so many critical cards, and such a part of them. */
const MANY = 5;
const MUCH = 0.25;

/** Returns the ids of the scanned cards for which somebody is responsible. */
const ownedIds = (): Set<string> =>
  new Set(
    allValues<string>(
      `SELECT DISTINCT c.id FROM cards c JOIN stakeholders s ON s.card_id = c.id
       WHERE ${inList("c.type")} AND s.role <> 'observer'`,
      listOf(SCANNED),
    ),
  );

/** Returns the numbers of the cards that another card succeeds. */
const succeededNumbers = (): Set<number> =>
  new Set(
    allValues<number>(
      `SELECT DISTINCT r.target_seq AS seq FROM relations r JOIN relation_types t ON t.seq = r.type_seq
       WHERE ${inList("t.key")}`,
      listOf(SUCCESSORS),
    ),
  );

/** Returns the attributes of the cards of a type, by their numbers. */
const attributesOf = (type: string): Map<number, Record<string, unknown>> =>
  new Map(landscapeCards([type]).map(({ seq, attributes }) => [seq, attributes]));

/** Returns the numbers of the providers that supply much of what is critical. */
function largeProviders(cards: readonly LandscapeCard[], links: ReadonlyMap<number, readonly Link[]>): Set<number> {
  const critical = cards.filter(isCritical);
  const supplied = critical.flatMap(({ seq }) => [
    ...new Set((links.get(seq) ?? []).filter(({ type }) => type === PROVIDER).map(({ other }) => other)),
  ]);
  const byProvider = Map.groupBy(supplied, (provider) => provider);
  const isLarge = (count: number) => count >= MANY && count >= MUCH * critical.length;
  return new Set([...byProvider].filter(([, some]) => isLarge(some.length)).map(([provider]) => provider));
}

/**
 * Returns the cards that are scanned, in the order of their creation.
 * @param asked what a model says of cards that say nothing themselves
 */
export function assessedCards(asked: ReadonlyMap<string, AiScope>): AssessedCard[] {
  const today = now().slice(0, 10);
  const cards = landscapeCards(SCANNED);
  const links = landscapeLinks(SCANNED);
  const data = attributesOf(DATA_OBJECT);
  const providers = attributesOf(PROVIDER);
  const owned = ownedIds();
  const succeeded = succeededNumbers();
  const large = largeProviders(cards, links);
  const supports = new Map(cards.map((card) => [card.seq, supportOf(card, today).support]));
  return cards.map((card) => {
    const own = links.get(card.seq) ?? [];
    const numbersOf = (type: string) => own.filter((link) => link.type === type).map(({ other }) => other);
    const known = ownScope(card);
    return {
      card,
      ai: known === "none" ? undefined : (known ?? asked.get(card.id)),
      data: numbersOf(DATA_OBJECT).map((seq) => data.get(seq) ?? {}),
      providers: numbersOf(PROVIDER).map((seq) => providers.get(seq) ?? {}),
      isOwned: owned.has(card.id),
      support: supports.get(card.seq) ?? "unknown",
      restsOnUnsupported: numbersOf(IT_COMPONENT).some((seq) => supports.get(seq) === "eol"),
      phase: phaseToday(card.lifecycle, today),
      isSucceeded: succeeded.has(card.seq),
      isMapped: FUNCTIONS.some((type) => numbersOf(type).length > 0),
      isConcentrated: numbersOf(PROVIDER).some((seq) => large.has(seq)),
    };
  });
}
