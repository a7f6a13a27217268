/**
 * Scoring cards of whole types again, after a change of what is expected of them. Many cards are scored by a run, in slices, so
 * that nobody waits for it; until its end some of them have their former scores.
 */
import { listOf, statement } from "../../../db";
import { program } from "../../core/journal/journal";
import { run } from "../../core/runs/run";
import { enqueue } from "../../core/runs/runs";
import { longStep, type StepRun } from "../../core/runs/step";
import { refreshQuality } from "./quality";

/** Cards that one transaction of somebody else's change may refresh, in half a second at most. */
export const MANY_CARDS = 5_000;

/** Cards that a run refreshes in one transaction, in a tenth of a second or two. */
export const SLICE = 2_500;

/** The types of which cards are scored again; all without a list. */
type Rescoring = { types: readonly string[] | null };

const listed = ({ types }: Rescoring) => (types ? listOf(types) : null);

const countActive = (rescoring: Rescoring): number =>
  statement<{ count: number }>(
    `SELECT coalesce(sum(count), 0) AS count FROM card_counts
     WHERE (?1 IS NULL OR type IN (SELECT value FROM json_each(?1))) AND status = 'ACTIVE'`,
  ).get(listed(rescoring))?.count ?? 0;

type Row = { seq: number; id: string };

const activeAfter = (rescoring: Rescoring, seq: number, most: number): Row[] =>
  statement<Row>(
    `SELECT seq, id FROM cards
     WHERE (?1 IS NULL OR type IN (SELECT value FROM json_each(?1))) AND status = 'ACTIVE' AND seq > ?2 ORDER BY seq LIMIT ?3`,
  ).all(listed(rescoring), seq, most);

/** Scores the next cards. @returns whether there may be more */
function scoreNext(rescoring: Rescoring, run: StepRun): boolean {
  const cards = activeAfter(rescoring, run.position, SLICE);
  refreshQuality(cards.map(({ id }) => id));
  run.position = cards.at(-1)?.seq ?? run.position;
  return cards.length === SLICE;
}

const scoreStep = longStep("cards.rescore", scoreNext);

/** The run that scores the cards of types again. */
export const rescoring = run<Rescoring>("cards.rescore", {
  onRestart: "resume",
  attempts: 5,
  queue: { name: "cards.rescore", atOnce: 1 },
  steps: [scoreStep],
  work: async ({ input, step }) => {
    while (await step(scoreStep, input));
  },
});

/**
 * Refreshes the data quality of the active cards of some types, or has a run do so when they are many; without types, of all.
 * To be called after changes of what a type expects of its cards.
 */
export function refreshQualityOfTypes(types: readonly string[] | null = null): void {
  if (types?.length === 0) return;
  const count = countActive({ types });
  if (count > MANY_CARDS) enqueue(rescoring, { types }, program(rescoring.kind));
  else refreshQuality(activeAfter({ types }, 0, count).map(({ id }) => id));
}
