/** Cards: those that are missing are created at their place; none is changed. */
import { nameKeyOf, statement } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { checked } from "../../../http/validation";
import { now } from "../../../platform/clock";
import { ApprovalStatus, createCardRow, NewCard, namesIn, publishCards, statuses } from "../../cards";
import type { Bundle, Row } from "./bundle";
import type { CardIndex } from "./card-index";
import { applyRows, Conflict, type Outcome, type Sections, Unfit } from "./report";
import { objectAt, requireText, textAt } from "./values";

/** A card that was created. */
export type CreatedCard = { id: string; type: string; name: string; parentId: string | null };

const Content = NewCard.pick({
  ...{ name: true, subtype: true, description: true, external_id: true, alias: true },
  ...{ lifecycle: true, attributes: true },
}).extend({ approval_status: ApprovalStatus });

/** @throws Problem 422, Unfit */
const contentOf = (row: Row, name: string) =>
  checked(Content, {
    name,
    subtype: textAt(row, "subtype"),
    description: textAt(row, "description"),
    external_id: textAt(row, "external_id"),
    alias: textAt(row, "alias"),
    approval_status: textAt(row, "approval_status") ?? "DRAFT",
    lifecycle: objectAt(row, "lifecycle") ?? {},
    attributes: objectAt(row, "attributes") ?? {},
  });

/** Type and external id of every card that is not archived and has one. */
const externalIds = (): Set<string> =>
  new Set(
    statement<{ type: string; external_id: string }>(
      "SELECT type, external_id FROM cards WHERE external_id IS NOT NULL AND status <> 'ARCHIVED'",
    )
      .all()
      .map(({ type, external_id }) => JSON.stringify([type, external_id])),
  );

/** The path of a row's parent, as names. */
const pathOf = (row: Row) => namesIn(textAt(row, "parent_path") ?? "");

/** The status of a row's card. @throws Unfit */
function statusOf(row: Row): string {
  const status = textAt(row, "status") ?? "ACTIVE";
  if (!(statuses as readonly string[]).includes(status))
    throw new Unfit(`status must be one of ${statuses.join(", ")}`);
  return status;
}

const setStatus = (id: string, status: string): void =>
  void statement("UPDATE cards SET status = ?, archived_at = ? WHERE id = ?").run(
    status,
    status === "ARCHIVED" ? now() : null,
    id,
  );

/**
 * Creates cards, parents first, and publishes `card.created`. The caller refreshes their derived fields.
 * @returns those that were created
 */
export function applyCards(actor: Actor, bundle: Bundle, sections: Sections, cards: CardIndex): CreatedCard[] {
  const created: CreatedCard[] = [];
  const taken = externalIds();
  const rows = bundle.rows("Cards").toSorted((one, other) => pathOf(one).length - pathOf(other).length);

  /** @throws Conflict */
  function parentOf(type: string, name: string, path: string | null): string | null {
    if (path === null || namesIn(path).length === 0) return null;
    const parent = cards.resolveParent(type, path);
    if (typeof parent === "string") throw new Conflict(`card '${name}': parent '${path}' not found`);
    return parent.id;
  }

  function apply(row: Row): Outcome {
    const [type, name] = [requireText(row, "type"), requireText(row, "name")];
    const status = statusOf(row);
    const isActive = status !== "ARCHIVED";
    const externalId = textAt(row, "external_id");
    const external = JSON.stringify([type, externalId]);
    if (isActive && externalId !== null && taken.has(external)) return "skipped";
    if (cards.isTaken(type, [...pathOf(row), name], isActive)) return "skipped";
    const parentId = parentOf(type, name, textAt(row, "parent_path"));
    const content = contentOf(row, name);
    const id = createCardRow(actor, { ...content, type, parent_id: parentId }, { placed: !isActive });
    if (status !== "ACTIVE") setStatus(id, status);
    cards.add({ id, type, nameKey: nameKeyOf(name), parentId, isActive });
    if (isActive && externalId !== null) taken.add(external);
    created.push({ id, type, name: content.name, parentId });
    return "created";
  }

  applyRows(sections, "Cards", rows, apply);
  publishCards(actor, "card.created", created);
  return created;
}
