/** The steps by which the demo landscape came to be: its cards, relations, tags, stakeholders and approvals. */
import {
  type Choice,
  changes,
  created,
  type DemoCard,
  type DemoEnd,
  type DemoRelation,
  foreseen,
  type Landscape,
  type Person,
  PLANNED,
  partsOfPeople,
  principles,
  RELATED,
  surveys,
} from "../../../db/seed/demo";
import type { Actor } from "../../core/access/actor";
import { conflict } from "../../http/errors";
import { createCards } from "../cards";
import { createPrinciple, listPrinciples } from "../metamodel";
import { bulkRelations } from "../relations";
import { daysSince, type IdOf, type Step } from "./story";

/** The separator of names in a choice. */
const NAMES = "; ";

const keyOf = ({ type, name }: DemoEnd) => JSON.stringify([type, name]);

/** Returns the cards that a choice names. */
export const cardsIn = (choice: Choice): DemoEnd[] =>
  Object.entries(choice).flatMap(([type, names]) => names.split(NAMES).map((name) => ({ type, name })));

/** Card → the day when it is created. */
export type DayOf = (card: DemoEnd) => number;

/** Returns the day when a card of its own is created: with the first of its type, or when it begins. */
function ownDay({ type, lifecycle = {} }: DemoCard, today: Date): number {
  const [first] = created[type] as [number, Person];
  const [begin] = Object.values(lifecycle).toSorted();
  if (begin === undefined) return first;
  const isLater = Date.parse(begin) > today.getTime();
  return Math.min(first, isLater ? PLANNED : daysSince(begin, today));
}

/** Returns the days when cards are created, none before its parent. */
export function creationDays(cards: readonly DemoCard[], today: Date): DayOf {
  const known = new Set(cardsIn(foreseen).map(keyOf));
  const days = new Map<string, number>();
  for (const card of cards) {
    const [first] = created[card.type] as [number, Person];
    const parent =
      card.path.length > 0 ? days.get(keyOf({ type: card.type, name: card.path.at(-1) ?? "" })) : undefined;
    days.set(keyOf(card), Math.min(known.has(keyOf(card)) ? first : ownDay(card, today), parent ?? first));
  }
  return (card) => {
    const day = days.get(keyOf(card));
    if (day === undefined) throw conflict(`The demo landscape has no ${card.type} named ${card.name}.`);
    return day;
  };
}

/** The changes of a card that answers to a closed survey bring; before, the card didn't say it. */
const learned = surveys
  .filter(({ closed }) => closed !== undefined)
  .flatMap(({ answers }) =>
    answers.flatMap(([name, , , values]) => Object.keys(values).map((field) => ({ type: "Application", name, field }))),
  );

/** Returns a card as it was created: what it says today, but for what has changed since. */
function asCreated(card: DemoCard): DemoCard {
  const isOf = ({ type, name }: DemoEnd) => type === card.type && name === card.name;
  const before: Record<string, unknown> = Object.fromEntries(
    learned.filter(isOf).map(({ field }) => [field, undefined]),
  );
  // The earliest change of a field is the first in the list.
  for (const [, , type, name, field, value] of changes)
    if (isOf({ type, name }) && !(field in before)) before[field] = value;
  const { description, ...attributes } = before;
  const merged = Object.entries({ ...card.attributes, ...attributes }).filter(([, value]) => value !== undefined);
  return {
    ...card,
    ...(description !== undefined && { description: String(description) }),
    attributes: Object.fromEntries(merged),
  };
}

/** Maps card → its id, once it is created; `remember` is called with the cards and ids of each creation. */
export function cardIds(find: (card: DemoEnd) => string | undefined): {
  idOf: IdOf;
  remember: (card: DemoEnd, id: string) => void;
} {
  const ids = new Map<string, string>();
  return {
    idOf(card) {
      const id = ids.get(keyOf(card)) ?? find(card);
      if (id === undefined) throw conflict(`There is no ${card.type} named ${card.name} yet.`);
      ids.set(keyOf(card), id);
      return id;
    },
    remember: (card, id) => void ids.set(keyOf(card), id),
  };
}

function createSome(actor: Actor, cards: readonly DemoCard[], remember: (card: DemoEnd, id: string) => void): void {
  const rows = cards.map(({ path, ...card }, row_index) => ({
    ...card,
    row_index,
    parent_path: path.slice(0, -1),
    parent_name: path.at(-1) ?? null,
  }));
  const { results } = createCards(actor, { cards: rows, dry_run: false, on_error: "stop" });
  for (const [at, card] of cards.entries()) remember(card, results[at]?.id ?? "");
}

function relateSome(actor: Actor, relations: readonly DemoRelation[], idOf: IdOf): void {
  const operations = relations.map(({ type, source, target, attributes }, row_index) => ({
    row_index,
    action: "upsert" as const,
    type,
    source: { id: idOf(source) },
    target: { id: idOf(target) },
    attributes,
  }));
  bulkRelations(actor, { operations, dry_run: false, on_error: "stop" });
}

const authorOf = (type: string): Person => (created[type] as [number, Person])[1];

/**
 * Returns the steps that create the cards and their relations. Relations follow on the day after the later of their cards.
 */
export function landscapeSteps({ cards, relations }: Landscape, dayOf: DayOf, ids: ReturnType<typeof cardIds>): Step[] {
  const creations = Map.groupBy(cards, (card) => `${dayOf(card)} ${card.type}`);
  const related = Map.groupBy(relations, ({ source, target }) => {
    const day = Math.max(1, Math.min(RELATED, dayOf(source) - 1, dayOf(target) - 1));
    return `${day} ${authorOf(source.type)}`;
  });
  return [
    ...[...creations].map(([key, some]): Step => {
      const [day, type] = key.split(" ") as [string, string];
      const by = authorOf(type);
      const work = (actor: Actor) => createSome(actor, some.map(asCreated), ids.remember);
      return { day: Number(day), by, operation: "POST /api/v1/cards/bulk-create", work };
    }),
    ...[...related].map(([key, some]): Step => {
      const [day, by] = key.split(" ") as [string, Person];
      const work = (actor: Actor) => relateSome(actor, some, ids.idOf);
      return { day: Number(day), by, operation: "POST /api/v1/relations/bulk", work };
    }),
  ];
}

/** Returns the parts in cards that a person has: role, and the cards. */
export const partsOf = (who: Person): { role: string; cards: DemoEnd[] }[] =>
  Object.entries(partsOfPeople[who]).map(([role, choice]) => ({ role, cards: cardsIn(choice) }));

/** The step that creates the principles, unless there are some. */
export const principlesStep: Step = {
  day: 644,
  by: "administrator",
  operation: "POST /api/v1/metamodel/principles",
  work(actor) {
    if (listPrinciples().length > 0) return;
    for (const [at, principle] of principles.entries())
      createPrinciple(actor, { ...principle, is_active: true, sort_order: (at + 1) * 10 });
  },
};
