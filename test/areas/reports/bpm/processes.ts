/** A random landscape of processes, as it is stored, to recompute reports from. */
import { db, tables, transaction } from "../../../../db";
import { createRelationRow } from "../../../../src/areas/relations/rows";
import { now } from "../../../../src/platform/clock";
import { newId } from "../../../../src/platform/ids";
import { storedCards } from "../../../support/factories";
import { numbers } from "../landscape";

export type Card = {
  id: string;
  type: string;
  name: string;
  status: string;
  subtype: string | null;
  parent_id: string | null;
  attributes: Record<string, unknown>;
  lifecycle: Record<string, string>;
};
export type Relation = { type: string; source: string; target: string; attributes: Record<string, unknown> };
export type Element = {
  id: string;
  process_id: string;
  bpmn_element_id: string;
  element_type: string;
  name: string | null;
  lane_name: string | null;
  sequence_order: number;
  application_id: string | null;
};
export type Landscape = {
  cards: Card[];
  relations: Relation[];
  elements: Element[];
  /** The processes with a published flow. */
  published: Set<string>;
};

const PROCESS = "BusinessProcess";
const others = ["Application", "BusinessCapability", "Organization", "BusinessContext", "DataObject"];
const ends = {
  relProcessToApp: "Application",
  relProcessToBC: "BusinessCapability",
  relProcessToOrg: "Organization",
  relProcessToBizCtx: "BusinessContext",
  relProcessToDataObj: "DataObject",
  relProcessDependency: PROCESS,
} as const;

const risks = ["low", "medium", "high", "critical", null];
const maturities = ["initial", "managed", "optimized", null, 7];

/** Inserts an element of a process. */
export function storedElement(element: Partial<Element> & { process_id: string }): Element {
  const id = newId();
  const row: Element = {
    ...{ id, bpmn_element_id: `Task_${id}`, element_type: "userTask", name: null, lane_name: null },
    ...{ sequence_order: 0, application_id: null },
    ...element,
  };
  transaction(() =>
    db
      .insert(tables.processElements)
      .values({ ...row, custom_fields: "{}", created_at: now(), updated_at: now() })
      .run(),
  );
  return row;
}

/** Inserts a version of a process's flow. */
export function storedFlow(processId: string, status: "draft" | "published" | "archived", revision = 1): void {
  const row = { id: newId(), process_id: processId, status, revision, bpmn_xml: "" };
  transaction(() =>
    db
      .insert(tables.processFlowVersions)
      .values({ ...row, created_at: now(), updated_at: now() })
      .run(),
  );
}

/** Inserts a relation, also one that there is already. */
export const storedRelation = ({ type, source, target, attributes }: Relation): void =>
  void transaction(() =>
    createRelationRow({ type, source_id: source, target_id: target, attributes, description: null }),
  );

/** Returns cards, relations, elements and flows, stored. */
export function randomProcesses(seed: number, size = 60): Landscape {
  const random = numbers(seed);
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
  const attributesOf = (): Record<string, unknown> => ({
    ...(random() < 0.8 && { processType: pick(["core", "support", null]), maturity: pick(maturities) }),
    ...(random() < 0.8 && { riskLevel: pick(risks), automationLevel: pick(["manual", "fullyAutomated"]) }),
    ...(random() < 0.6 && { costTotalAnnual: pick([0, null, "dear", 120, 30.5]) }),
    ...(random() < 0.6 && { totalAnnualCost: pick([7, null, 11]) }),
    ...(random() < 0.5 && { capabilityLevel: pick(["L2", "L3", ""]), strategicImportance: pick(["low", "critical"]) }),
    ...(random() < 0.4 && { sortOrder: Math.floor(random() * 9), columnWidth: 200 }),
  });
  const cards: Card[] = [];
  for (let at = 0; at < size * 2; at++) {
    const type = at < size ? PROCESS : pick(others);
    const parent = type === PROCESS && cards.length > 0 && random() < 0.6 ? pick(cards) : undefined;
    const card: Card = {
      ...{ id: "", type, name: `Name ${at % 23}`, status: random() < 0.85 ? "ACTIVE" : "ARCHIVED" },
      subtype: type === "BusinessContext" && random() < 0.7 ? "valueStream" : pick([null, "group"]),
      parent_id: parent?.id ?? null,
      attributes: attributesOf(),
      lifecycle: random() < 0.5 ? { active: "2020-01-01", endOfLife: "2024-01-01" } : {},
    };
    const [id] = storedCards([
      { ...card, id: newId(), attributes: JSON.stringify(card.attributes), lifecycle: JSON.stringify(card.lifecycle) },
    ]);
    cards.push({ ...card, id: id as string });
  }
  const ofType = (type: string) => cards.filter((card) => card.type === type);
  const relations = Object.entries(ends).flatMap(([type, target]) =>
    Array.from({ length: size }, () => ({
      ...{ type, source: pick(ofType(PROCESS)).id, target: pick(ofType(target)).id },
      attributes: random() < 0.5 ? { usage: pick(["owner", "user"]) } : {},
    })),
  );
  for (const relation of relations) storedRelation(relation);
  const elements = Array.from({ length: size * 2 }, (_, at) =>
    storedElement({
      ...{ process_id: pick(ofType(PROCESS)).id, sequence_order: size * 2 - at },
      ...{ name: pick([null, "", `Step ${at}`]), lane_name: pick([null, "Sales"]) },
      application_id: random() < 0.5 ? pick(ofType("Application")).id : null,
    }),
  );
  const published = new Set(ofType(PROCESS).flatMap(({ id }) => (random() < 0.4 ? [id] : [])));
  for (const { id } of ofType(PROCESS)) storedFlow(id, published.has(id) ? "published" : pick(["draft", "archived"]));
  return { cards, relations, elements, published };
}
