/** The history of the demo company: steps on earlier days, each the work of one person, in one batch at its own instant. */
import { runDeferred } from "../../../db";
import type { DemoEnd, Person } from "../../../db/seed/demo";
import type { Actor } from "../../core/access/actor";
import { runAt } from "../../platform/clock";

/** The author of a step: a person of the company, or the administrator whose server it is. */
export type Who = Person | "administrator";

/** A step of the history. `day` counts back from the day of loading and is at least 1; `operation` names its batch. */
export type Step = { day: number; by: Who; operation: string; work: (actor: Actor) => void };

/** The people of the history: their accounts' ids, and actors, of which each step gets a new one. */
export type Cast = { idOf: (who: Who) => string; actorOf: (who: Who, operation: string) => Actor };

/** The id of a card by its type and name. */
export type IdOf = (card: DemoEnd) => string;

const MILLISECONDS = 86_400_000;
const SATURDAY = 6;
/** The minute of the day, in UTC, at which work begins, and its length. */
const MORNING = 7 * 60 + 20;
const WORKING_MINUTES = 540;

const midnight = (today: Date) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());

/** Returns the days from a date, YYYY-MM-DD, to the day of loading; 1 for dates that have yet to come. */
export const daysSince = (date: string, today: Date): number =>
  Math.max(1, Math.round((midnight(today) - Date.parse(date)) / MILLISECONDS));

/**
 * Returns the working day, in milliseconds since 1970, that lies so many days back: a weekend's work was done on its
 * Friday.
 */
function workingDay(day: number, today: Date): number {
  const date = midnight(today) - day * MILLISECONDS;
  const afterFriday = (new Date(date).getUTCDay() - SATURDAY + 7) % 7;
  return afterFriday < 2 ? date - (afterFriday + 1) * MILLISECONDS : date;
}

/**
 * Takes the steps in the order of their days, each at an instant of its day; those of one day in the order given. Part of the
 * running transaction.
 */
export function takeSteps(steps: readonly Step[], { actorOf }: Cast, today: Date): void {
  const ordered = steps.toSorted((one, other) => other.day - one.day);
  for (const [date, ofDay] of Map.groupBy(ordered, ({ day }) => workingDay(day, today)))
    for (const [place, { by, operation, work }] of ofDay.entries()) {
      const minute = MORNING + (WORKING_MINUTES * place) / Math.max(ofDay.length, WORKING_MINUTES / 17);
      runAt(new Date(date + minute * 60_000).toISOString(), () => {
        work(actorOf(by, operation));
        runDeferred();
      });
    }
}
