/** The steps that mark the demo landscape's cards: tags, stakeholders, changes of fields, approvals, stars. */
import {
  APPROVED,
  ASSIGNED,
  approved,
  type Choice,
  changedSince,
  changes,
  type DemoChange,
  type DemoEnd,
  favorites,
  type Landscape,
  type Person,
  parts,
  people,
  products,
  REJECTED,
  rejected,
  surveys,
  TAGGED,
  tagGroups,
} from "../../../db/seed/demo";
import type { Actor } from "../../core/access/actor";
import { parseObject } from "../../platform/json";
import { requireCard, setApproval, updateCard } from "../cards";
import { linkCards } from "../eol";
import { createFavorite } from "../favorites";
import { createStakeholder } from "../stakeholders";
import { createTag, createTagGroup, listTagGroups, tagCard } from "../tags";
import { cardsIn, type DayOf, partsOf } from "./landscape";
import type { Cast, IdOf, Step, Who } from "./story";

const TAG = "POST /api/v1/cards/{card_id}/tags";
const ASSIGN = "POST /api/v1/cards/{card_id}/stakeholders";
const APPROVE = "POST /api/v1/cards/{card_id}/approval-status";
const UPDATE = "PATCH /api/v1/cards/{card_id}";

const sameCard = (one: DemoEnd, other: DemoEnd) => one.type === other.type && one.name === other.name;

/** Groups what is to be done with cards by the day when all of it can be done. */
const byDay = <T>(items: readonly T[], day: number, dayOf: (item: T) => number): Map<number, T[]> =>
  Map.groupBy(items, (item) => Math.max(1, Math.min(day, dayOf(item) - 1)));

type Tagging = { card: DemoEnd; group: (typeof tagGroups)[number]; tag: (typeof tagGroups)[number]["tags"][number] };

/** Returns the id of a tag, which is created with its group unless it exists. */
function tagId(actor: Actor, { group, tag }: Tagging): string {
  const { name, description, mode, types } = group;
  const known = listTagGroups().find((other) => other.name === name);
  const existing = known?.tags.find((other) => other.name === tag.name);
  if (existing) return existing.id;
  const groupId =
    known?.id ?? createTagGroup(actor, { name, description, mode, mandatory: false, restrict_to_types: types }).id;
  return createTag(actor, groupId, { name: tag.name, color: tag.color }).id;
}

/** Returns the steps that tag the cards, with existing groups and tags of the same names or new ones. */
export function taggingSteps(idOf: IdOf, dayOf: DayOf): Step[] {
  const taggings = tagGroups.flatMap((group) =>
    group.tags.flatMap((tag) => cardsIn(tag.on).map((card): Tagging => ({ card, group, tag }))),
  );
  return [...byDay(taggings, TAGGED, ({ card }) => dayOf(card))].map(([day, some]) => ({
    day,
    by: "ines",
    operation: TAG,
    work(actor) {
      const ofCards = Map.groupBy(some, ({ card }) => idOf(card));
      for (const [cardId, ofCard] of ofCards)
        tagCard(
          actor,
          cardId,
          ofCard.map((tagging) => tagId(actor, tagging)),
        );
    },
  }));
}

type Part = { who: Who; role: string; card: DemoEnd };

/** Returns the parts that everybody has: the people's, and those of the administrator. */
const allParts = (): Part[] => [
  ...(Object.keys(people) as Person[]).flatMap((who) =>
    partsOf(who).flatMap(({ role, cards }) => cards.map((card): Part => ({ who, role, card }))),
  ),
  ...Object.entries(parts).flatMap(([role, choice]) =>
    cardsIn(choice).map((card): Part => ({ who: "administrator", role, card })),
  ),
];

/** Returns the day since when somebody works with Stoa. */
const joined = (who: Who): number => (who === "administrator" ? Number.POSITIVE_INFINITY : people[who].joined);

/** Returns the steps by which people become stakeholders. */
export const stakeholderSteps = (idOf: IdOf, dayOf: DayOf, cast: Cast): Step[] =>
  [...byDay(allParts(), ASSIGNED, ({ who, card }) => Math.min(joined(who), dayOf(card)))].map(([day, some]) => ({
    day,
    by: "ines",
    operation: ASSIGN,
    work(actor) {
      for (const { who, role, card } of some) createStakeholder(actor, idOf(card), { user_id: cast.idOf(who), role });
    },
  }));

/** Returns the person who approves a card: who is responsible for it, or else the architect. */
const approverOf = (card: DemoEnd): Who =>
  allParts().find((part) => part.role === "responsible" && sameCard(part.card, card))?.who ?? "ines";

/** Returns the days when something that breaks an approval happens to a card, the earliest first. */
function breakingDays(card: DemoEnd): number[] {
  const changed = changes.filter(([, , type, name]) => sameCard({ type, name }, card)).map(([day]) => day);
  const applied = surveys.flatMap(({ closed, answers }) =>
    closed !== undefined && card.type === "Application" && answers.some(([name]) => name === card.name) ? [closed] : [],
  );
  return [...changed, ...applied].toSorted((one, other) => other - one);
}

/** Returns the days when a card is approved: once, and again after each change that breaks the approval. */
const approvalDays = (card: DemoEnd, first: number): number[] => [
  first,
  ...breakingDays(card)
    .filter((day) => day <= first)
    .map((day) => Math.max(1, day - 2)),
];

/** Returns the day when a card is approved for the first time: each a little later than the one before. */
function firstApproval(card: DemoEnd, place: number, count: number, dayOf: DayOf): number {
  const [first, last] = APPROVED;
  return Math.min(dayOf(card) - 7, Math.round(first - ((first - last) * place) / count));
}

const approval = (idOf: IdOf, card: DemoEnd, day: number, by: Who, action: "approve" | "reject"): Step => ({
  day: Math.max(1, day),
  by,
  operation: APPROVE,
  work: (actor) => void setApproval(actor, idOf(card), action),
});

/** Returns the steps that approve and reject cards. */
export function approvalSteps(idOf: IdOf, dayOf: DayOf): Step[] {
  const cards = cardsIn(approved);
  const broken = changedSince.map(([day, by, type, name, description]) => ({ day, by, type, name, description }));
  return [
    ...cards.flatMap((card, place) =>
      approvalDays(card, firstApproval(card, place, cards.length, dayOf)).map((day) =>
        approval(idOf, card, day, approverOf(card), "approve"),
      ),
    ),
    ...cardsIn(rejected).map((card) => approval(idOf, card, Math.min(REJECTED, dayOf(card) - 7), "ines", "reject")),
    ...broken.map((card) => approval(idOf, card, card.day + 80, "ines", "approve")),
    ...broken.map(
      ({ day, by, description, ...card }): Step => ({
        day,
        by,
        operation: UPDATE,
        work: (actor) => void updateCard(actor, idOf(card), { description, strict_attributes: false }),
      }),
    ),
  ];
}

/**
 * Returns the value that a field has after a change: what the next change of it says it was before, or what it is today.
 */
function valueAfter(change: DemoChange, { cards }: Landscape): unknown {
  const [, , type, name, field] = change;
  const next = changes
    .slice(changes.indexOf(change) + 1)
    .find(([, , otherType, otherName, other]) => otherType === type && otherName === name && other === field);
  if (next) return next[5];
  const card = cards.find((other) => sameCard(other, { type, name }));
  return field === "description" ? card?.description : card?.attributes[field];
}

/** Returns the steps that change fields of cards over time. */
export const changeSteps = (landscape: Landscape, idOf: IdOf): Step[] =>
  changes.map((change): Step => {
    const [day, by, type, name, field] = change;
    const value = valueAfter(change, landscape);
    return {
      day,
      by,
      operation: UPDATE,
      work(actor) {
        const id = idOf({ type, name });
        if (field === "description")
          return void updateCard(actor, id, { description: String(value), strict_attributes: false });
        const attributes = { ...parseObject(requireCard(id).attributes), [field]: value };
        updateCard(actor, id, { attributes, strict_attributes: true });
      },
    };
  });

/** Returns the step that links components to the life cycles of the products behind them. */
export const productStep = (idOf: IdOf): Step => ({
  day: 575,
  by: "anselm",
  operation: "POST /api/v1/eol/mass-link",
  work(actor) {
    const links = products.map(([name, eol_product, eol_cycle]) => ({
      card_id: idOf({ type: "ITComponent", name }),
      eol_product,
      eol_cycle,
    }));
    linkCards(actor, links);
  },
});

/** Returns the steps by which people star cards. */
export const favoriteSteps = (idOf: IdOf): Step[] =>
  Object.entries(favorites).map(([who, names]) => ({
    day: 350,
    by: who as Person,
    operation: "POST /api/v1/favorites/{card_id}",
    work({ userId }) {
      const choice: Choice = { Application: names };
      for (const card of cardsIn(choice)) createFavorite(userId, idOf(card));
    },
  }));
