/** The products that the cards of a type may mean. */
import { statement } from "../../../db";
import { refused } from "../../http/errors";
import { slice } from "../../http/pagination";
import { streamed, streamOf } from "../../http/responses";
import { linkedTypes, type MassEolResult } from "./model";
import { proposalsFor } from "./proposals";
import { type Source, sourceInForce } from "./source";

/** Cards of a piece of the answer; other work of the thread comes between two pieces. */
const PIECE = 50;

type SearchedCard = Omit<MassEolResult, "candidates">;

/** Returns the ACTIVE cards of a type, by name. */
const searchedCards = (type: string): SearchedCard[] =>
  statement<SearchedCard, [string]>(
    `SELECT id AS card_id, name AS card_name, type AS card_type,
       CAST(attributes ->> '$.eol_product' AS TEXT) AS current_eol_product,
       CAST(attributes ->> '$.eol_cycle' AS TEXT) AS current_eol_cycle
     FROM cards WHERE status = 'ACTIVE' AND type = ? ORDER BY name, seq`,
  ).all(type);

function withCandidates(source: Source, card: SearchedCard): MassEolResult {
  const { card_id, card_name, card_type } = card;
  const candidates = proposalsFor(source, card_name).map(({ name, score, cycle }) => ({
    card_id,
    card_name,
    card_type,
    eol_product: name,
    eol_cycle: cycle,
    score,
  }));
  return { ...card, candidates };
}

/**
 * Streams the ACTIVE cards of a type by name, each with the products that its name may mean.
 * @throws Problem 400 for a type that is not linked to life cycles
 */
export function searchAll(
  { type_key, ...page }: { type_key: string } & Parameters<typeof slice>[1],
  set: Parameters<typeof slice>[2],
): Response {
  if (!linkedTypes.includes(type_key)) throw refused(`type_key must be one of ${linkedTypes.join(" and ")}`);
  const cards = slice(searchedCards(type_key), page, set);
  const source = sourceInForce();
  let before = "[";
  let sent = 0;
  const stream = streamOf(() => {
    if (sent > cards.length) return null;
    const piece = cards.slice(sent, sent + PIECE).map((card) => JSON.stringify(withCandidates(source, card)));
    sent += PIECE;
    const text = before + piece.join(",");
    before = ",";
    if (sent < cards.length) return text;
    sent = cards.length + 1;
    return `${text}]`;
  });
  return streamed(stream, { "content-type": "application/json" });
}
