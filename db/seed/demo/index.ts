/**
 * The demo landscape: an invented maker of frozen and chilled meals, as what is to be created. The company, its people's
 * teams, its suppliers and its products exist nowhere else.
 */
import type { Field } from "../../schema/metamodel";
import { relationTypes } from "../relation-types";
import { applications, dataObjects, interfaces } from "./applications";
import { capabilities, contexts, objectives, organizations } from "./business";
import { processes, processRelations } from "./processes";
import { relations } from "./relations";
import { cardsOf, type DemoCard, readCell } from "./table";
import { components, initiatives, platforms, providers, techCategories } from "./technology";

export { calculation, portals } from "./administration";
export { files, links, todos } from "./attached";
export {
  type DemoDecision,
  type DemoReview,
  type DemoRisk,
  type DemoStatement,
  decisions,
  risks,
  statements,
} from "./decisions";
export { type DemoFinding, findings } from "./findings";
export {
  APPROVED,
  ASSIGNED,
  changes,
  created,
  type DemoChange,
  favorites,
  foreseen,
  PLANNED,
  products,
  REJECTED,
  RELATED,
  TAGGED,
} from "./history";
export { approved, changedSince, parts, principles, rejected, tagGroups } from "./marks";
export { architect, type Choice, type DemoPerson, type Person, partsOfPeople, people } from "./people";
export { type DemoItem, type DemoTask, planOf } from "./plan";
export { type DemoProject, projects } from "./projects";
export { surveys } from "./surveys";
export { type DemoCard, dayIn } from "./table";
export { assessments, comments, drawings, flows, reports, views } from "./work";

/** A card of the landscape by its type and name, which are nobody else's. */
export type DemoEnd = { type: string; name: string };

export type DemoRelation = { type: string; source: DemoEnd; target: DemoEnd; attributes?: Record<string, unknown> };

const PROCESS = "BusinessProcess";

const tables: [type: string, table: string][] = [
  ["Organization", organizations],
  ["Objective", objectives],
  ["BusinessCapability", capabilities],
  ["BusinessContext", contexts],
  [PROCESS, processes],
  ["Application", applications],
  ["Interface", interfaces],
  ["DataObject", dataObjects],
  ["TechCategory", techCategories],
  ["ITComponent", components],
  ["Platform", platforms],
  ["Provider", providers],
  ["Initiative", initiatives],
];

/** `source -> target; target [attribute attribute=value]` */
const LINE = /^(.+?) -> (.+?)(?: \[(.+)\])?$/;

/** Returns the attributes in the brackets of a line. */
const attributesOf = (fields: readonly Field[], words: string, today: Date): Record<string, unknown> =>
  Object.fromEntries(
    words.split(" ").map((word) => {
      const [key = "", value = "yes"] = word.split("=");
      return [key, readCell(value, fields.find((field) => field.key === key)?.type, today)];
    }),
  );

/** @throws when there is no such relation type, or a line can't be read */
function relationsOf(type: string, lines: string, today: Date): DemoRelation[] {
  const known = relationTypes.find(([, key]) => key === type);
  if (!known) throw new Error(`The demo landscape has relations of type ${type}, which is no built-in one.`);
  const [, , sourceType, , targetType, , fields = []] = known;
  return lines
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [, source, targets, words] = LINE.exec(line) ?? [];
      if (!source || !targets) throw new Error(`The demo landscape has a line that tells of no relation: ${line}`);
      const attributes = words ? attributesOf(fields, words, today) : undefined;
      return targets.split("; ").map((target) => ({
        type,
        source: { type: sourceType, name: source },
        target: { type: targetType, name: target },
        ...(attributes && { attributes }),
      }));
    });
}

export type Landscape = { cards: DemoCard[]; relations: DemoRelation[] };

/**
 * Returns the whole landscape, or its processes with the relations among them.
 * @param today the day that all dates are relative to
 */
export function demoLandscape(what: "landscape" | "processes", today: Date): Landscape {
  const whole = what === "landscape";
  const related: Record<string, string> = whole ? { ...relations, ...processRelations } : processRelations;
  return {
    cards: tables.filter(([type]) => whole || type === PROCESS).flatMap(([type, table]) => cardsOf(type, table, today)),
    relations: Object.entries(related).flatMap(([type, lines]) => relationsOf(type, lines, today)),
  };
}
