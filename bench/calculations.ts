/**
 * Recalculates a formula over relations for many cards, and writes the same values with bare updates: one process, one
 * file, in turn.
 *
 *   npx bun bench/calculations.ts [CARDS]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeDatabase, openDatabase, statement, transaction } from "../db/client";
import { activePlans } from "../src/core/calculations/plan";
import { recalculateType } from "../src/core/calculations/recalculate";
import { refreshQuality } from "../src/core/cards/quality";
import { nameKeyOf } from "../src/core/cards/rows";
import { seedMetamodel } from "../src/core/metamodel/seed";
import { now } from "../src/platform/clock";
import { newId } from "../src/platform/ids";
import { randomFrom } from "./random";
import type { Figure } from "./report";

const FORMULA = 'SUM(PLUCK(relations.relAppToITC, "attributes.costTotalAnnual"))';
const TARGET = "costTotalAnnual";
const RELATIONS_PER_CARD = 3;
const ROUNDS = 5;

/** Makes so many cards of a type, with a cost each. */
function makeCards(type: string, count: number, cost: () => number): string[] {
  const insert = statement(
    "INSERT INTO cards (id, type, name, name_key, lifecycle, attributes, created_at, updated_at) VALUES (?, ?, ?, ?, '{}', ?, ?, ?)",
  );
  return transaction(() =>
    Array.from({ length: count }, (_, place) => {
      const id = newId();
      const name = `${type} ${place}`;
      const attributes = { [TARGET]: cost(), businessCriticality: "businessCritical", alias: name };
      insert.run(id, type, name, nameKeyOf(name), JSON.stringify(attributes), now(), now());
      return id;
    }),
  );
}

/** Applications, as many components, relations between them, and the calculation. */
function prepare(count: number): { applications: string[]; components: string[] } {
  const random = randomFrom(8920);
  const cost = () => random.whole(1, 100_000);
  const [applications, components] = [makeCards("Application", count, cost), makeCards("ITComponent", count, cost)];
  const insert = statement(
    "INSERT INTO relations (id, type, source_id, target_id, attributes, created_at, updated_at) VALUES (?, 'relAppToITC', ?, ?, '{}', ?, ?)",
  );
  transaction(() => {
    for (const application of applications)
      for (let made = 0; made < RELATIONS_PER_CARD; made++)
        insert.run(newId(), application, random.one(components), now(), now());
    statement(
      `INSERT INTO calculations (id, name, target_type_key, target_field_key, formula, is_active, created_at, updated_at)
       VALUES (?, 'Cost', 'Application', ?, ?, 1, ?, ?)`,
    ).run(newId(), TARGET, FORMULA, now(), now());
    activePlans.drop();
  });
  return { applications, components };
}

/** Makes every component dearer, so that every application has to be written. */
const raiseCosts = () =>
  transaction(() =>
    statement(
      `UPDATE cards SET attributes = json_set(attributes, '$.${TARGET}', attributes ->> '$.${TARGET}' + 1) WHERE type = 'ITComponent'`,
    ).run(),
  );

const secondsOf = (work: () => void): number => {
  const began = performance.now();
  work();
  return (performance.now() - began) / 1_000;
};

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] as number;

/** Measures with so many cards, in a file of its own. No other database may be open. */
export function recalculation(count = 10_000): Figure {
  const folder = mkdtempSync(join(tmpdir(), "stoa-bench-calculations-"));
  openDatabase(join(folder, "stoa.db"));
  try {
    seedMetamodel();
    const { applications } = prepare(count);
    const update = statement("UPDATE cards SET attributes = ?, updated_at = ? WHERE id = ?");
    const rounds = Array.from({ length: ROUNDS }, (_, round) => {
      raiseCosts();
      const recalculated = secondsOf(() => {
        const { calculations_succeeded: done } = recalculateType("Application", refreshQuality);
        if (done !== count) throw new Error(`Of ${count} calculations only ${done} succeeded.`);
      });
      const bare = secondsOf(() =>
        transaction(() => {
          for (const id of applications)
            update.run(
              JSON.stringify({ [TARGET]: round, businessCriticality: "businessCritical", alias: id }),
              now(),
              id,
            );
        }),
      );
      return { recalculated, bare, ratio: bare / recalculated };
    });
    const perSecond = (seconds: number[]) => Math.round(count / median(seconds)).toLocaleString("en");
    return {
      what: `recalculation of ${count.toLocaleString("en")} cards with a formula over relations, to bare updates`,
      figure: median(rounds.map(({ ratio }) => ratio)),
      unit: "ratio",
      atLeast: 0.25,
      from: `${perSecond(rounds.map(({ recalculated }) => recalculated))} cards/s; ${perSecond(rounds.map(({ bare }) => bare))} bare updates/s in one transaction`,
    };
  } finally {
    closeDatabase();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const { what, figure, from } = recalculation(Number(process.argv[2] ?? 10_000));
  console.log(`${what}: ${figure.toFixed(2)} (${from})`);
}
