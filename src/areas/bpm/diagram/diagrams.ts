/** Process diagrams: BPMN that is saved as it is, version by version. */
import { desc, eq } from "drizzle-orm";
import { db, firstValue, largeTransaction, statement, tables } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { publish } from "../../../core/journal/journal";
import { sanitizeSvg } from "../../../core/svg";
import { Problem } from "../../../http/errors";
import { MAX_ROWS } from "../../../http/pagination";
import { now } from "../../../platform/clock";
import { newId } from "../../../platform/ids";
import type { BpmnElement } from "../bpmn/elements";
import { readSent } from "../bpmn/read";
import { mergeElements } from "../elements/merge";
import { requireProcess } from "../processes";
import type { DiagramVersion, NewDiagram, ProcessDiagram, SavedDiagram } from "./model";

const { processDiagrams } = tables;

/**
 * Finds the latest diagram of a process; null when there is none.
 * @throws Problem 404
 */
export function findDiagram(processId: string): ProcessDiagram | null {
  requireProcess(processId);
  const { updated_at: _, ...columns } = processDiagrams;
  const { id, process_id, bpmn_xml, svg_thumbnail, version, created_by, created_at } = columns;
  return (
    db
      .select({ id, process_id, bpmn_xml, svg_thumbnail, version, created_by, created_at })
      .from(processDiagrams)
      .where(eq(process_id, processId))
      .orderBy(desc(version))
      .limit(1)
      .get() ?? null
  );
}

/** Lists the versions of a process's diagram, the latest first. @throws Problem 404 */
export function listDiagramVersions(processId: string): DiagramVersion[] {
  requireProcess(processId);
  return statement<DiagramVersion, [string]>(
    `SELECT id, version, created_by, created_at FROM process_diagrams WHERE process_id = ?
     ORDER BY version DESC LIMIT ${MAX_ROWS}`,
  ).all(processId);
}

const nextVersion = (processId: string): number =>
  firstValue<number>(
    "SELECT coalesce(max(version), 0) + 1 AS next FROM process_diagrams WHERE process_id = ?",
    processId,
  ) ?? 1;

/** Inserts a version of a diagram. @returns its id */
function createDiagram(actor: Actor, processId: string, version: number, { bpmn_xml, svg_thumbnail }: NewDiagram) {
  const id = newId();
  const at = now();
  db.insert(processDiagrams)
    .values({
      id,
      process_id: processId,
      version,
      bpmn_xml,
      svg_thumbnail: svg_thumbnail === null ? null : sanitizeSvg(svg_thumbnail),
      created_by: actor.userId,
      created_at: at,
      updated_at: at,
    })
    .run();
  return id;
}

/** Returns characters of a text; those outside the basic plane take two places in it. */
const countCharacters = (text: string): number => text.length - (text.match(/[\ud800-\udbff]/g)?.length ?? 0);

/** Saves a diagram whose elements are read, unless it is a dry run. */
function save(actor: Actor, processId: string, diagram: NewDiagram, elements: readonly BpmnElement[]): SavedDiagram {
  const { name } = requireProcess(processId);
  const version = nextVersion(processId);
  const { length: element_count } = elements;
  const result = {
    version,
    element_count,
    flow_nodes_extracted: element_count,
    bpmn_xml_bytes: countCharacters(diagram.bpmn_xml),
    dry_run: diagram.dry_run,
  };
  if (diagram.dry_run) return { diagram_id: null, ...result };
  const diagram_id = createDiagram(actor, processId, version, diagram);
  mergeElements(processId, elements);
  publish(actor, {
    type: "process_diagram.saved",
    cardId: processId,
    data: { process_name: name, version, element_count },
  });
  return { diagram_id, ...result };
}

/**
 * Saves a diagram as the next version; the elements of the process become those of the diagram. Publishes
 * `process_diagram.saved`. A dry run only reports what would be.
 * @param field the field of the body that holds the BPMN
 * @throws Problem 404; 422 naming line and reason when the BPMN can't be read
 */
export const saveDiagram = (
  actor: Actor,
  processId: string,
  diagram: NewDiagram,
  field: "bpmn_xml" | "file" = "bpmn_xml",
): SavedDiagram =>
  largeTransaction(() => {
    requireProcess(processId);
    return save(actor, processId, diagram, readSent(diagram.bpmn_xml, field));
  });

/**
 * Deletes all versions of a process's diagram, and all elements of the process. Publishes `process_diagram.deleted`.
 * @throws Problem 404
 */
export function deleteDiagrams(actor: Actor, processId: string): void {
  largeTransaction(() => {
    const { name } = requireProcess(processId);
    for (const table of ["process_diagrams", "process_elements"])
      statement(`DELETE FROM ${table} WHERE process_id = ?`).run(processId);
    publish(actor, { type: "process_diagram.deleted", cardId: processId, data: { process_name: name } });
  });
}

/** Returns a file to save; whatever it holds, it runs nowhere. */
const file = (content: string, type: string, name: string): Response =>
  new Response(content, {
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="${name}"`,
      "content-security-policy": "sandbox; default-src 'none'",
    },
  });

/** Returns the BPMN of the latest diagram as a file. @throws Problem 404 */
export function exportBpmn(processId: string): Response {
  const diagram = findDiagram(processId);
  if (!diagram) throw new Problem(404, "No diagram found");
  return file(diagram.bpmn_xml, "application/xml", `process-${processId}.bpmn`);
}

/** Returns the picture of the latest diagram as a file. @throws Problem 404 when it has none */
export function exportSvg(processId: string): Response {
  const svg = findDiagram(processId)?.svg_thumbnail;
  if (!svg) throw new Problem(404, "No SVG thumbnail available");
  return file(svg, "image/svg+xml", `process-${processId}.svg`);
}
