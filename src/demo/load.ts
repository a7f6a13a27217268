/** Loads the demo landscape, or its processes alone, into an empty database, and its projects where there are none. */
import { inTurn, largeTransaction, statement } from "../../db";
import {
  approved,
  parts as assignments,
  type Choice,
  changedSince,
  type DemoEnd,
  demoLandscape,
  type Landscape,
  principles,
  rejected,
  tagGroups,
} from "../../db/seed/demo";
import { createCards, setApproval, updateCard } from "../areas/cards";
import { createPrinciple, listPrinciples } from "../areas/metamodel";
import { bulkRelations } from "../areas/relations";
import { createStakeholder } from "../areas/stakeholders";
import { createTag, createTagGroup, listTagGroups, tagCard } from "../areas/tags";
import type { Config } from "../config";
import type { Actor } from "../core/access/actor";
import { type Author, program } from "../core/journal/journal";
import { messageOf } from "../http/errors";
import { log } from "../platform/log";
import { demoAuthor, START } from "./administrator";
import { createDecisions } from "./decisions";
import { createFindings } from "./findings";
import { runProcesses } from "./processes";
import { createProjects } from "./projects";
import { createWork } from "./work";

/** The id of a card of the landscape. */
type IdOf = (card: DemoEnd) => string;

const NAMES = "; ";
const PROCESS = "BusinessProcess";

/** The ids of the cards that a choice names. */
const idsIn = (choice: Choice, idOf: IdOf): string[] =>
  Object.entries(choice).flatMap(([type, names]) => names.split(NAMES).map((name) => idOf({ type, name })));

/** Creates the cards with their relations. */
function createLandscape(actor: Actor, { cards, relations }: Landscape): IdOf {
  const { results } = createCards(actor, {
    cards: cards.map(({ path, ...card }, row_index) => ({
      ...card,
      row_index,
      parent_path: path.slice(0, -1),
      parent_name: path.at(-1) ?? null,
    })),
    dry_run: false,
    on_error: "stop",
  });
  const keyOf = ({ type, name }: DemoEnd) => JSON.stringify([type, name]);
  const ids = new Map(cards.map((card, at) => [keyOf(card), results[at]?.id]));
  const idOf: IdOf = (card) => {
    const id = ids.get(keyOf(card));
    if (!id) throw new Error(`The demo landscape has no ${card.type} named ${card.name}.`);
    return id;
  };
  const operations = relations.map(({ type, source, target, attributes }, row_index) => ({
    row_index,
    action: "upsert" as const,
    type,
    source: { id: idOf(source) },
    target: { id: idOf(target) },
    attributes,
  }));
  bulkRelations(actor, { operations, dry_run: false, on_error: "stop" });
  return idOf;
}

/** Tags the cards, with existing groups and tags of the same name or new ones. */
function tagCards(actor: Actor, idOf: IdOf): void {
  const tagsByCard = new Map<string, string[]>();
  const existing = listTagGroups();
  for (const { name, description, mode, types, tags } of tagGroups) {
    const known = existing.find((group) => group.name === name);
    const groupId =
      known?.id ?? createTagGroup(actor, { name, description, mode, mandatory: false, restrict_to_types: types }).id;
    for (const tag of tags) {
      const { id } =
        known?.tags.find((other) => other.name === tag.name) ??
        createTag(actor, groupId, { name: tag.name, color: tag.color });
      for (const cardId of idsIn(tag.on, idOf)) tagsByCard.set(cardId, [...(tagsByCard.get(cardId) ?? []), id]);
    }
  }
  for (const [cardId, tags] of tagsByCard) tagCard(actor, cardId, tags);
}

/** Assigns stakeholders, sets approvals, and updates cards after their approval. */
function assignAndApprove(actor: Actor, idOf: IdOf): void {
  for (const [role, choice] of Object.entries(assignments))
    for (const cardId of idsIn(choice, idOf)) createStakeholder(actor, cardId, { user_id: actor.userId, role });
  const changed = changedSince.map(([type, name, description]) => ({ id: idOf({ type, name }), description }));
  for (const cardId of [...idsIn(approved, idOf), ...changed.map(({ id }) => id)])
    setApproval(actor, cardId, "approve");
  for (const cardId of idsIn(rejected, idOf)) setApproval(actor, cardId, "reject");
  for (const { id, description } of changed) updateCard(actor, id, { description, strict_attributes: false });
}

function createPrinciples(actor: Actor): void {
  if (listPrinciples().length > 0) return;
  for (const [at, principle] of principles.entries())
    createPrinciple(actor, { ...principle, is_active: true, sort_order: (at + 1) * 10 });
}

const exists = (sql: string) => statement<{ found: 1 }>(sql).get() !== null;
const anyCard = () => exists("SELECT 1 AS found FROM cards LIMIT 1");
const anyProcess = () => exists("SELECT 1 AS found FROM cards WHERE type = 'BusinessProcess' LIMIT 1");

type Seeds = NonNullable<Config["seeds"]>;
type LoadedPart = Landscape & { what: "landscape" | "processes" };

/** Loads what is missing, in one transaction. */
function load(actor: Actor, demo: boolean): LoadedPart | undefined {
  return largeTransaction(() => {
    const empty = !anyCard();
    if (!empty && anyProcess()) return undefined;
    const what = demo && empty ? "landscape" : "processes";
    const today = new Date();
    const landscape = demoLandscape(what, today);
    const idOf = createLandscape(actor, landscape);
    if (what === "landscape") {
      tagCards(actor, idOf);
      assignAndApprove(actor, idOf);
      createPrinciples(actor);
      const named = (choice: Choice) => idsIn(choice, idOf);
      createDecisions(actor, named, today);
      createWork(actor, named);
    }
    runProcesses(actor, (name) => idOf({ type: PROCESS, name }), today);
    return { ...landscape, what };
  });
}

/** Loads the landscape or its processes, and says so. */
function loadLandscape(actor: Actor, demo: boolean): void {
  const { cards = [], relations = [], what } = load(actor, demo) ?? {};
  if (what)
    log.info({ cards: cards.length, relations: relations.length, author: actor.email }, `loaded the demo ${what}`);
  else log.info("no landscape of the demo is loaded: there are cards already");
}

/** Loads the projects, and says so. */
function loadProjects(actor: Actor): void {
  const projects = createProjects(actor, new Date());
  if (projects > 0) log.info({ projects, author: actor.email }, "loaded the demo projects");
  else log.info("no projects of the demo are loaded: there are reports already, or no initiatives");
}

/** Loads the compliance findings, and says so. */
function loadFindings(author: Author): void {
  const findings = createFindings(author);
  if (findings > 0) log.info({ findings }, "loaded the demo compliance findings");
  else log.info("no compliance findings of the demo are loaded: there are some already");
}

/**
 * Executes a part of the loading in its turn; when it doesn't fit the metamodel, nothing of it is loaded and the
 * log says why.
 * @returns whether it fits
 */
async function loadPart(part: string, run: () => void): Promise<boolean> {
  try {
    await inTurn(run);
    return true;
  } catch (error) {
    log.warn({ reason: messageOf(error) }, `nothing of the demo's ${part} is loaded: it doesn't fit the metamodel`);
    return false;
  }
}

/** Loads what has an author: the landscape or its processes, projects, and the findings about them. */
async function loadAs(actor: Actor, { demo, processes, projects, findings }: Seeds): Promise<void> {
  const fits = !(demo || processes) || (await loadPart("landscape", () => loadLandscape(actor, demo)));
  if (projects) await loadPart("projects", () => loadProjects(actor));
  if (findings && fits) await loadPart("compliance", () => loadFindings(actor));
}

/**
 * Creates the demo administrator when there is no administrator, and loads the demo landscape into a database without
 * cards, or its processes into one without processes, its projects into one without status reports, and its compliance
 * findings into one without findings, as configured. The findings alone need no administrator.
 */
export async function loadDemo(seeds: Seeds): Promise<void> {
  const { demo, processes, projects } = seeds;
  if (!(demo || processes || projects)) return void (await loadPart("compliance", () => loadFindings(program(START))));
  const actor = await demoAuthor();
  if (!actor) return log.warn("nothing of the demo is loaded: there is no administrator whose work it could be");
  await loadAs(actor, seeds);
}
