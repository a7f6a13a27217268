/** The figures by which alternatives of the landscape are weighed. */

import { phaseDay, where } from "../../../db/query";
import { LEVELS } from "../../../db/schema/risks";
import { type Actor, may } from "../../core/access/actor";
import { today } from "../../platform/clock";
import { INITIATIVE } from "../ppm";
import { currentRisks } from "../risks";
import { nextDueDay } from "../todos";
import { APPLICATION } from "./card-types";
import { finite, sumOf } from "./fields";
import { coverage, endOfLife, type Figure, figure, quality } from "./figures";
import { activeCards, numbersOf } from "./population";
import { selectorOf } from "./risks/selection";
import { columnOf, fragment, type Query } from "./rows";
import { costsByYear } from "./years";

const countOf = ({ sql, values }: Query): number =>
  columnOf<number>(fragment(`SELECT count(*) FROM (${sql})`, ...values))[0] ?? 0;

/** Returns how many active applications there are, and how many of them end within a year from today. */
function applications(): Figure[] {
  const day = today();
  const end = phaseDay("endOfLife");
  const ending = where(`${end} > ? AND ${end} <= ?`, day, nextDueDay(day, "years", 1) ?? day);
  return [
    figure("applications", countOf(numbersOf(activeCards(APPLICATION)))),
    figure("applications_ending", countOf(numbersOf([...activeCards(APPLICATION), ending]))),
  ];
}

/** Returns what applications cost in some years and in all of them, for who may see costs. */
function costs(actor: Actor): Figure[] {
  if (!may(actor, "costs.view")) return [];
  const years = costsByYear();
  return [
    ...years.map(({ year, cost }) => figure("costs_in_year", cost, String(year))),
    figure("costs_of_years", finite(years.reduce((all, { cost }) => all + cost, 0))),
  ];
}

/** Returns how many risks of each level aren't closed, for who may see risks. */
function risks(actor: Actor): Figure[] {
  if (!may(actor, "risks.view")) return [];
  const open = currentRisks().filter(selectorOf(actor, { closed: false }));
  return LEVELS.map((level) => figure("risks", open.filter((risk) => risk.level === level).length, level));
}

/** Returns how many initiatives there are, and the sum of their budgets, for who may see each. */
function projects(actor: Actor): Figure[] {
  if (!may(actor, "ppm.view")) return [];
  const initiatives = activeCards(INITIATIVE);
  const count = figure("initiatives", countOf(numbersOf(initiatives)));
  if (!may(actor, "costs.view")) return [count];
  const budget = sumOf(["costBudget"]);
  const numbers = numbersOf(initiatives);
  const [sum = 0] = columnOf<number | null>(
    fragment(
      `SELECT sum(${budget.sql}) FROM cards c WHERE c.seq IN (${numbers.sql})`,
      ...budget.values,
      ...numbers.values,
    ),
  );
  return [count, figure("initiatives_budget", finite(sum))];
}

/** Returns the figures of the whole landscape by which alternatives are weighed, without those that the actor may not see. */
export const decisionFigures = (actor: Actor): Figure[] => [
  ...costs(actor),
  ...applications(),
  ...coverage(),
  ...risks(actor),
  ...endOfLife(actor),
  ...projects(actor),
  ...quality(),
];
