/** The rights to execute steps, and to see their values. */
import { allValues, inList, listOf } from "../../../db";
import { type Actor, deniedCards, may } from "../../core/access/actor";
import type { CardPermissionKey } from "../../core/access/permissions";
import type { SubjectStep } from "../../core/undo";
import type { BatchStep, SupportedStep } from "./steps";

/** A function that gives the keys of costs in a step that are hidden from the actor. */
export type HiddenKeys = (step: BatchStep) => readonly string[];

/** Looks up which keys of costs are hidden from the actor in what each step restores. */
export function hiddenKeys(actor: Actor, steps: readonly SupportedStep[]): HiddenKeys {
  const lookups = new Map(
    [...Map.groupBy(steps, (step) => step.inverse)].map(([inverse, of]) => [inverse, inverse.hiddenKeys?.(actor, of)]),
  );
  return (step) => (step.inverse && lookups.get(step.inverse)?.(step)) ?? [];
}

/** Returns the ids of the subjects of steps that exist. */
function existingSubjects(steps: readonly SupportedStep[]): Set<string> {
  const bySubject = Map.groupBy(steps, (step) => step.inverse.subject);
  return new Set(
    [...bySubject].flatMap(([{ table, hasIdIn = inList("id") }, of]) =>
      allValues<string>(
        `SELECT id FROM ${table} WHERE ${hasIdIn}`,
        listOf([...new Set(of.map((step) => step.subject))]),
      ),
    ),
  );
}

/** Maps card permission → the cards, of those that steps ask it for, on which the actor lacks it. */
function lackingCards(actor: Actor, steps: readonly NeedyStep[]): Map<CardPermissionKey, ReadonlySet<string>> {
  const asked = new Map<CardPermissionKey, Set<string>>();
  for (const step of steps) {
    const { permission } = step.inverse;
    if (typeof permission === "string" || "mayUndo" in permission) continue;
    const cards = asked.get(permission.card) ?? new Set();
    for (const id of permission.onAnyOf(step)) cards.add(id);
    asked.set(permission.card, cards);
  }
  return new Map([...asked].map(([key, cards]) => [key, new Set(deniedCards(actor, key, [...cards], cards.size))]));
}

type NeedyStep = SupportedStep & SubjectStep;

/**
 * Returns the steps that the actor may not execute, in their order. A step whose subject is gone needs no permission.
 * @param force whether the steps are executed in spite of later changes, so that their authors need the same rights as others
 */
export function deniedSteps(
  actor: Actor,
  steps: readonly SupportedStep[],
  hidden: HiddenKeys,
  force: boolean,
): SupportedStep[] {
  const existing = existingSubjects(steps);
  const needy = steps.filter(
    (step): step is NeedyStep =>
      step.subject !== null && (step.inverse.effect === "creates" || existing.has(step.subject)),
  );
  const lacking = lackingCards(actor, needy);
  const isPermitted = (step: NeedyStep): boolean => {
    const { permission, ownPermission } = step.inverse;
    if (!force && ownPermission && step.authorId === actor.userId && may(actor, ownPermission)) return true;
    if (typeof permission === "string") return may(actor, permission);
    if ("mayUndo" in permission) return permission.mayUndo(actor, step);
    return !permission.onAnyOf(step).every((id) => lacking.get(permission.card)?.has(id));
  };
  const changesHidden = (step: NeedyStep): boolean => {
    const keys = hidden(step);
    return keys.length > 0 && step.inverse.changesHidden?.(step, keys) === true;
  };
  return needy.filter((step) => !isPermitted(step) || changesHidden(step));
}
