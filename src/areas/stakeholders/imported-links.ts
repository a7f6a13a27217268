/** People in the cells of an import of cards, by their e-mail addresses. */
import { findUserByEmail } from "../../core/access/accounts";
import { type Actor, requireOnCard } from "../../core/access/actor";
import { cellsOf, type LinkCell, type LinkOutcome, Refusal, type SetLinks } from "../cards";
import { createStakeholder, deleteStakeholder, listStakeholders } from "./assignments";

/** Gives a role in a card to exactly these people; returns the addresses before and after. @throws Problem 403, 400 */
function setPeople(actor: Actor, cardId: string, role: string, people: ReadonlyMap<string, string>) {
  const before = listStakeholders(cardId).filter((stakeholder) => stakeholder.role === role);
  const has = new Set(before.map(({ user_id }) => user_id));
  const added = [...people.keys()].filter((id) => !has.has(id));
  const removed = before.filter(({ user_id }) => !people.has(user_id));
  if (added.length + removed.length > 0) requireOnCard(actor, "card.manage_stakeholders", cardId);
  for (const user_id of added) createStakeholder(actor, cardId, { user_id, role });
  for (const { id } of removed) deleteStakeholder(actor, id);
  return { old: before.map(({ user_email }) => user_email ?? ""), new: [...people.values()] };
}

/** Sets the people of cards to those that cells list; part of the running transaction. */
export function importPeople(actor: Actor, cells: readonly LinkCell[], setLinks: SetLinks): LinkOutcome[] {
  return cellsOf(cells, "people").map((cell) =>
    setLinks(cell, ({ id, column, link, entries }) => {
      const people = entries.map((entry) => {
        const user = findUserByEmail(entry);
        if (!user) throw new Refusal(`${column}: nobody has the address ${entry.slice(0, 200)}`, column);
        return [user.id, user.email] as const;
      });
      return setPeople(actor, id, link.role, new Map(people));
    }),
  );
}
