/** Who may undo what: each step needs the right of the change that it makes. And what of it they may see. */
import { inList, listOf, statement } from "../../../db";
import { type Actor, cardsWithVisibleCosts, deniedCards } from "../../core/access/actor";
import type { CardPermissionKey } from "../../core/access/permissions";
import { hiddenCosts } from "../cards";
import { relationCostKeysOf } from "../metamodel";
import { changedAttributes } from "./fields";
import type { OperationName } from "./model";
import { isOfRelation, type Step, told } from "./steps";

const ARCHIVE = "card.archive";
const MANAGE = "card.manage_relations";

const rights: Partial<Record<OperationName, CardPermissionKey>> = {
  delete_card: "card.delete",
  restore_card: ARCHIVE,
  archive_card: ARCHIVE,
  restore_card_fields: "card.edit",
};

/** Those of some ids that name a row of a table. */
const existing = (table: "cards" | "relations", ids: readonly string[]) =>
  new Set(
    statement<{ id: string }, [string]>(`SELECT id FROM ${table} WHERE ${inList("id")}`)
      .all(listOf(ids))
      .map((row) => row.id),
  );

const subjects = (steps: readonly Step[]) => [
  ...new Set(steps.map((step) => step.subject).filter((id) => id !== null)),
];

/** The keys of costs that the actor may not see in what each step puts back. Costs of a relation follow its source. */
export function hiddenKeys(actor: Actor, steps: readonly Step[]): (step: Step) => readonly string[] {
  const onCard = hiddenCosts(actor, subjects(steps.filter((step) => step.op === "restore_card_fields")));
  const sources = steps.filter((step) => step.op === "restore_relation_fields").map((step) => told(step, "source_id"));
  const visible = cardsWithVisibleCosts(actor, sources);
  return (step) => {
    if (!isOfRelation(step)) return onCard(step.subject);
    return !visible || visible.has(told(step, "source_id")) ? [] : relationCostKeysOf(told(step, "type"));
  };
}

/**
 * The steps that the actor may not carry out. What is gone needs no right: nothing happens to it.
 * A relation belongs to both ends, so the right on either is enough. Costs that are hidden can't be put back.
 */
export function deniedSteps(actor: Actor, steps: readonly Step[], hidden: (step: Step) => readonly string[]): Step[] {
  const denied = new Set<Step>();
  const cards = existing("cards", subjects(steps.filter((step) => !isOfRelation(step))));
  const refuse = (right: CardPermissionKey, of: readonly Step[]) => {
    const ids = subjects(of).filter((id) => cards.has(id));
    const without = new Set(deniedCards(actor, right, ids, ids.length));
    for (const step of of) if (without.has(step.subject ?? "")) denied.add(step);
  };
  for (const [op, right] of Object.entries(rights))
    refuse(
      right,
      steps.filter((step) => step.op === op),
    );
  for (const step of steps) {
    if (step.op !== "restore_card_fields" || !cards.has(step.subject ?? "")) continue;
    const keys = hidden(step);
    if (keys.length > 0 && changedAttributes(step.changes).some((key) => keys.includes(key))) denied.add(step);
  }
  const relations = steps.filter(isOfRelation);
  const present = existing("relations", subjects(relations));
  const needed = relations.filter((step) => step.op === "restore_relation" || present.has(step.subject ?? ""));
  const without = (end: "source_id" | "target_id") => {
    const ids = [...new Set(needed.map((step) => told(step, end)))];
    return new Set(deniedCards(actor, MANAGE, ids, ids.length));
  };
  const [sources, targets] = [without("source_id"), without("target_id")];
  for (const step of needed)
    if (sources.has(told(step, "source_id")) && targets.has(told(step, "target_id"))) denied.add(step);
  return steps.filter((step) => denied.has(step));
}
