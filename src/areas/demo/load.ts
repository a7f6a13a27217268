/** Loads the demo landscape with its history, or a part of it alone, into a database that lacks it. */
import { firstValue, hasRow, inTurn, largeTransaction } from "../../../db";
import { demoLandscape, type Landscape } from "../../../db/seed/demo";
import type { Config } from "../../config";
import type { Actor } from "../../core/access/actor";
import { program } from "../../core/journal/journal";
import { conflict, messageOf, Problem } from "../../http/errors";
import { log } from "../../platform/log";
import { administrationSteps, readingSteps } from "./administration";
import { demoAuthor, START } from "./administrator";
import { writtenSteps } from "./decisions";
import { anyFinding, createFindings } from "./findings";
import { cardIds, creationDays, landscapeSteps, principlesStep } from "./landscape";
import { approvalSteps, changeSteps, favoriteSteps, productStep, stakeholderSteps, taggingSteps } from "./marks";
import type { LoadedDemo } from "./model";
import { castOf, peopleSteps } from "./people";
import { processSteps } from "./processes";
import { projectSteps } from "./projects";
import { type Cast, type IdOf, type Step, takeSteps } from "./story";
import { surveySteps } from "./surveys";
import { workSteps } from "./work";

const exists = (sql: string) => hasRow(sql);
const anyCard = () => exists("SELECT 1 AS found FROM cards LIMIT 1");
const anyProcess = () => exists("SELECT 1 AS found FROM cards WHERE type = 'BusinessProcess' LIMIT 1");
const anyReport = () => exists("SELECT 1 AS found FROM ppm_status_reports LIMIT 1");

/** Finds the id of the first card of a type with a name. */
const findCardId = (type: string, name: string): string | undefined =>
  firstValue<string>("SELECT id FROM cards WHERE type = ? AND name = ? ORDER BY seq LIMIT 1", type, name);

type Seeds = NonNullable<Config["seeds"]>;

/** A part of the demo that is to be loaded, and what the log says of it. */
type Part = { name: string; steps: Step[]; figures: Record<string, unknown> };

/**
 * Returns the part of the demo that has cards: the landscape in a database without any, or the processes in one without
 * these.
 */
const missingCards = ({ demo, processes }: Seeds): "landscape" | "processes" | undefined => {
  if (demo && !anyCard()) return "landscape";
  return (demo || processes) && !anyProcess() ? "processes" : undefined;
};

/** Returns the steps of what is on the cards of the whole landscape. */
function wholeSteps(landscape: Landscape, idOf: IdOf, actor: Author, cast: Cast, today: Date): Step[] {
  const dayOf = creationDays(landscape.cards, today);
  return [
    ...peopleSteps(actor.passwordHash),
    principlesStep,
    ...taggingSteps(idOf, dayOf),
    ...stakeholderSteps(idOf, dayOf, cast),
    ...changeSteps(landscape, idOf),
    productStep(idOf),
    ...approvalSteps(idOf, dayOf),
    ...favoriteSteps(idOf),
    ...writtenSteps(idOf, cast, today),
    ...workSteps(idOf, cast),
    ...surveySteps(idOf),
    ...administrationSteps(),
    ...readingSteps(),
  ];
}

/** The administrator as the author of the loading, and the hash by which everybody of the demo logs in. */
type Author = { actor: Actor; passwordHash: string | null };

/** Returns the parts that the database lacks, of those that are configured. */
function missingParts(seeds: Seeds, author: Author): Part[] {
  const { actor } = author;
  const today = new Date();
  const cast = castOf(actor);
  const ids = cardIds(({ type, name }) => findCardId(type, name));
  const parts: Part[] = [];
  const what = missingCards(seeds);
  const landscape = what && demoLandscape(what, today);
  if (what && landscape) {
    const withCards = what === "landscape";
    const steps = [
      ...landscapeSteps(landscape, creationDays(landscape.cards, today), ids),
      ...(withCards ? wholeSteps(landscape, ids.idOf, author, cast, today) : []),
      ...processSteps(ids.idOf, withCards, today),
    ];
    const figures = { cards: landscape.cards.length, relations: landscape.relations.length };
    parts.push({ name: what, steps, figures });
  }
  if (seeds.projects && !anyReport()) {
    const isKnown = (name: string) => what === "landscape" || findCardId("Initiative", name) !== undefined;
    const { steps, count } = projectSteps(ids.idOf, isKnown, cast, today);
    if (count > 0) parts.push({ name: "projects", steps, figures: { projects: count } });
  }
  if (seeds.findings && !anyFinding()) {
    const work = (scanner: Actor) => void createFindings(scanner);
    const step: Step = {
      day: SCANNED,
      by: "administrator",
      operation: "POST /api/v1/compliance/compliance-scan",
      work,
    };
    parts.push({ name: "compliance findings", steps: [step], figures: {} });
  }
  return parts;
}

/** The day of the scan that has found the findings. */
const SCANNED = 10;

/** Loads what is missing, in one transaction. @returns its parts */
const loadMissing = (seeds: Seeds, author: Author): Part[] =>
  largeTransaction(() => {
    const missing = missingParts(seeds, author);
    takeSteps(
      missing.flatMap(({ steps }) => steps),
      castOf(author.actor),
      new Date(),
    );
    return missing;
  });

/** Loads what is missing, and says so. */
function load(seeds: Seeds, author: Author): void {
  const parts = loadMissing(seeds, author);
  for (const { name, figures } of parts)
    log.info({ ...figures, author: author.actor.email }, `loaded the demo ${name}`);
  if (parts.length === 0) log.info("nothing of the demo is loaded: it is there already, or there are other cards");
}

/**
 * Runs the loading in its turn; when it doesn't fit the metamodel, nothing is loaded and the log says why.
 */
async function loadInTurn(run: () => void): Promise<void> {
  try {
    await inTurn(run);
  } catch (error) {
    log.warn({ reason: messageOf(error) }, "nothing of the demo is loaded: it doesn't fit the metamodel");
  }
}

/**
 * Creates the demo administrator when there is no administrator, and loads the demo landscape into a database without
 * cards, or its processes into one without processes, its projects into one without status reports, and its compliance
 * findings into one without findings, as configured. The findings alone need no administrator.
 */
export async function loadDemo(seeds: Seeds): Promise<void> {
  const { demo, processes, projects } = seeds;
  if (!(demo || processes || projects)) return loadInTurn(() => void createFindings(program(START)));
  const author = await demoAuthor();
  if (!author) return log.warn("nothing of the demo is loaded: there is no administrator whose work it could be");
  await loadInTurn(() => load(seeds, author));
}

const EVERYTHING: Seeds = { demo: true, processes: true, projects: true, findings: true };

/** Returns the reason why the demo can't be loaded into a database; undefined when it can. */
const objection = (error: unknown): Problem | undefined =>
  error instanceof Problem
    ? conflict(`Nothing was loaded, because the demo doesn't fit the metamodel: ${messageOf(error)}`)
    : undefined;

/**
 * Loads the whole demo on behalf of an administrator, in one transaction. Its people get accounts that nobody can log in to yet.
 * @throws Problem 409 when there are cards already, archived ones included, or it doesn't fit the metamodel
 */
export function loadByCall(actor: Actor): LoadedDemo {
  if (anyCard()) throw conflict("The demo is only loaded where there is no card yet");
  try {
    const parts = loadMissing(EVERYTHING, { actor: { ...actor, namedBatch: undefined }, passwordHash: null });
    const count = (figure: string) => parts.reduce((sum, { figures }) => sum + Number(figures[figure] ?? 0), 0);
    return { cards: count("cards"), relations: count("relations"), projects: count("projects") };
  } catch (error) {
    throw objection(error) ?? error;
  }
}
