/** The work of people in a filled file: todos on its cards, and comments. */
import { statement, transaction } from "../db";
import { DAY, HOUR } from "../src/platform/clock";
import { draw, type Random, uuidOf } from "./random";
import { description } from "./words";

/** Cards for each todo, and for each comment. */
const CARDS_PER_TODO = 5;
const CARDS_PER_COMMENT = 20;

const statuses = [
  ["open", 50],
  ["done", 45],
  ["scheduled", 5],
] as const;

type WorkContext = { random: Random; userIds: readonly string[]; cardIds: readonly string[] };

/** Writes todos and comments of users on cards, from a first instant on. */
export function fillWork({ random, userIds, cardIds }: WorkContext, first: number): void {
  const iso = (instant: number) => new Date(instant).toISOString();
  const status = draw(random, statuses);
  const todo = `INSERT INTO todos (id, card_id, description, status, assigned_to, created_by, due_date, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
  const comment =
    "INSERT INTO comments (id, card_id, user_id, content, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)";
  transaction(() => {
    for (let place = 0; place < cardIds.length; place += CARDS_PER_TODO) {
      const instant = first + place * HOUR;
      const due = random.chance(0.7) ? iso(instant + random.whole(1, 400) * DAY).slice(0, 10) : null;
      const people = [random.chance(0.9) ? random.one(userIds) : null, random.one(userIds)];
      const row = [uuidOf(random, instant), random.one(cardIds), description(random), status(), ...people, due];
      statement(todo).run(...row, iso(instant));
    }
    for (let place = 0; place < cardIds.length; place += CARDS_PER_COMMENT) {
      const at = iso(first + place * HOUR);
      const row = [uuidOf(random, first + place * HOUR), random.one(cardIds), random.one(userIds), description(random)];
      statement(comment).run(...row, at, at);
    }
  });
}
