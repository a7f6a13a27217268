/**
 * Recalculates a formula over relations for all applications of a filled file, and writes them with bare updates: one
 * process, one file, in turn.
 */

import { join } from "node:path";
import { statement, transaction } from "../../db";
import { closeDatabase, openDatabase } from "../../db/client";
import { commit } from "../../db/transaction";
import { activePlans } from "../../src/areas/calculations/plan";
import { recalculateType } from "../../src/areas/calculations/recalculate";
import { now } from "../../src/platform/clock";
import { newId } from "../../src/platform/ids";
import { copyOfFilled } from "../filled";
import { newFolder } from "../processes";
import { type Figure, median } from "../report";

const FORMULA = 'SUM(PLUCK(relations.relAppToITC, "attributes.costTotalAnnual"))';
const TARGET = "costTotalAnnual";
const ROUNDS = 7;

const addCalculation = () =>
  transaction(() => {
    statement(
      `INSERT INTO calculations (id, name, target_type_key, target_field_key, formula, is_active, created_at, updated_at)
       VALUES (?, 'Cost', 'Application', ?, ?, 1, ?, ?)`,
    ).run(newId(), TARGET, FORMULA, now(), now());
    activePlans.drop();
  });

/** Gives every application another cost than the formula gives, so that every one has to be written. */
const spoilCosts = () =>
  transaction(() =>
    statement(
      `UPDATE cards SET attributes = json_set(attributes, '$.${TARGET}', -1) WHERE type = 'Application' AND status = 'ACTIVE'`,
    ).run(),
  );

type Text = { id: string; attributes: string };

/** Writes texts of attributes, one by one, in one transaction. */
const writeBare = (texts: readonly Text[]) =>
  transaction(() => {
    const update = statement("UPDATE cards SET attributes = ?, updated_at = ? WHERE id = ?");
    for (const { id, attributes } of texts) update.run(attributes, now(), id);
  });

/** Returns the time that the work takes with its commit, which would be shared with the work before it. */
const secondsOf = (work: () => void): number => {
  commit();
  const began = performance.now();
  work();
  commit();
  return (performance.now() - began) / 1_000;
};

/** Returns the figure for a file with so many cards. No other database may be open in this process. */
export async function calculations(cards: number): Promise<Figure> {
  openDatabase(await copyOfFilled(cards, join(newFolder(), "stoa.db")));
  try {
    addCalculation();
    const texts = statement<Text>(
      "SELECT id, attributes FROM cards WHERE type = 'Application' AND status = 'ACTIVE' ORDER BY seq",
    ).all();
    const count = texts.length;
    const rounds = Array.from({ length: ROUNDS }, () => {
      spoilCosts();
      const recalculated = secondsOf(() => {
        const { calculations_succeeded: done } = recalculateType("Application");
        if (done !== count) throw new Error(`Of ${count} calculations only ${done} succeeded.`);
      });
      return { recalculated, bare: secondsOf(() => writeBare(texts)) };
    });
    const perSecond = (seconds: readonly number[]) => Math.round(count / median(seconds)).toLocaleString("en");
    return {
      what: "recalculation of a formula over relations, to bare updates of the same cards",
      figure: median(rounds.map(({ recalculated, bare }) => bare / recalculated)),
      unit: "ratio",
      atLeast: 0.25,
      from: `${perSecond(rounds.map(({ recalculated }) => recalculated))} cards/s, ${perSecond(rounds.map(({ bare }) => bare))} bare updates/s; ${count.toLocaleString("en")} cards in one transaction`,
    };
  } finally {
    closeDatabase();
  }
}
