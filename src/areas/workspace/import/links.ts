/** Links between what is there then: tags of cards, relations, cards and groups of diagrams. */
import { relationTypeNumber, statement } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { progress } from "../../../core/threads/progress";
import { type Change, concludeChanges, importRelation } from "../../relations";
import type { Bundle, Row } from "./bundle";
import type { CardIndex } from "./card-index";
import { insertRow } from "./configuration";
import { applyRows, Conflict, type Sections } from "./report";
import { tagKey, tagsByName } from "./tags";
import { objectAt, requireText, textAt } from "./values";

/** The card that a row refers to. @throws Conflict */
export function requireCardOf(cards: CardIndex, row: Row, type: string, reference: string): string {
  const found = cards.resolve(textAt(row, type), textAt(row, reference));
  if (typeof found === "object") return found.id;
  const card = `card '${textAt(row, reference) ?? ""}' of the type ${textAt(row, type) ?? ""}`;
  throw new Conflict(found === "missing" ? `${card} not found` : `${card} is not the only one with this name`);
}

/** The pairs that a table of links has. */
const pairsIn = (table: string, one: string, other: string): Set<string> =>
  new Set(
    statement<{ pair: string }>(`SELECT ${one} || ' ' || ${other} AS pair FROM ${table}`)
      .all()
      .map(({ pair }) => pair),
  );

/** Applies tags of cards. @returns the cards that got one */
export function applyCardTags(bundle: Bundle, sections: Sections, cards: CardIndex): string[] {
  const tags = tagsByName();
  const present = pairsIn("card_tags", "card_id", "tag_id");
  const tagged: string[] = [];
  applyRows(sections, "CardTags", bundle.rows("CardTags"), (row) => {
    const card_id = requireCardOf(cards, row, "card_type", "card_ref");
    const [group, name] = [textAt(row, "group_name"), textAt(row, "tag_name")];
    const tag_id = tags.get(tagKey(group, name))?.id;
    if (!tag_id) throw new Conflict(`there is no tag '${name ?? ""}' in a group '${group ?? ""}'`);
    if (present.has(`${card_id} ${tag_id}`)) return "skipped";
    insertRow("card_tags", { card_id, tag_id });
    present.add(`${card_id} ${tag_id}`);
    tagged.push(card_id);
    return "created";
  });
  return tagged;
}

/** Applies relations. Publishes `relation.created`. */
export function applyRelations(actor: Actor, bundle: Bundle, sections: Sections, cards: CardIndex): void {
  const changes: Change[] = [];
  const isPresent = (type: string, source: string, target: string) =>
    statement(
      `SELECT 1 FROM relations r JOIN cards s ON s.seq = r.source_seq JOIN cards t ON t.seq = r.target_seq
       WHERE s.id = ? AND r.type_seq = ${relationTypeNumber()} AND t.id = ?`,
    ).get(source, type, target) !== null;
  applyRows(sections, "Relations", bundle.rows("Relations"), (row) => {
    const type = requireText(row, "type");
    const source_id = requireCardOf(cards, row, "source_type", "source_ref");
    const target_id = requireCardOf(cards, row, "target_type", "target_ref");
    if (isPresent(type, source_id, target_id)) return "skipped";
    const attributes = objectAt(row, "attributes");
    changes.push(importRelation({ type, source_id, target_id, attributes, description: textAt(row, "description") }));
    return "created";
  });
  progress(0, 1);
  concludeChanges(actor, changes);
}

/** Applies the cards that are linked to diagrams. */
export function applyDiagramCards(bundle: Bundle, sections: Sections, cards: CardIndex): void {
  const present = pairsIn("diagram_cards", "diagram_id", "card_id");
  applyRows(sections, "DiagramCards", bundle.rows("DiagramCards"), (row) => {
    const diagram_id = requireText(row, "diagram_id");
    for (const header of ["card_type", "card_ref"]) requireText(row, header);
    const card_id = requireCardOf(cards, row, "card_type", "card_ref");
    if (present.has(`${diagram_id} ${card_id}`)) return "skipped";
    insertRow("diagram_cards", { diagram_id, card_id });
    present.add(`${diagram_id} ${card_id}`);
    return "created";
  });
}

/** Applies the groups of diagrams. */
export function applyGroupMembers(bundle: Bundle, sections: Sections): void {
  const present = pairsIn("diagram_group_members", "diagram_id", "group_id");
  applyRows(sections, "DiagramGroupMembers", bundle.rows("DiagramGroupMembers"), (row) => {
    const [diagram_id, group_id] = [requireText(row, "diagram_id"), requireText(row, "group_id")];
    if (present.has(`${diagram_id} ${group_id}`)) return "skipped";
    insertRow("diagram_group_members", { diagram_id, group_id });
    present.add(`${diagram_id} ${group_id}`);
    return "created";
  });
}
