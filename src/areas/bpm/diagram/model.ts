/** Process diagrams on the wire. */
import { z } from "zod";
import { Flag, Id, Instant, namedObject } from "../../../http/schemas";
import { Bpmn, Svg } from "../model";

const DiagramVersion = namedObject("ProcessDiagramVersion", {
  id: Id,
  version: z.int(),
  created_by: Id.nullable(),
  created_at: Instant,
});
export type DiagramVersion = z.infer<typeof DiagramVersion>;
export const DiagramVersions = DiagramVersion.array();

export const ProcessDiagram = DiagramVersion.extend({
  process_id: Id,
  bpmn_xml: z.string(),
  svg_thumbnail: z.string().nullable(),
}).meta({ id: "ProcessDiagram" });
export type ProcessDiagram = z.infer<typeof ProcessDiagram>;

export const NewDiagram = z.object({ bpmn_xml: Bpmn, svg_thumbnail: Svg.default(null), dry_run: Flag.default(false) });
export type NewDiagram = z.infer<typeof NewDiagram>;

export const SavedDiagram = namedObject("SavedProcessDiagram", {
  diagram_id: Id.nullable().meta({ description: "Null for a dry run" }),
  version: z.int(),
  element_count: z.int(),
  flow_nodes_extracted: z.int(),
  bpmn_xml_bytes: z.int().meta({ description: "Characters of the BPMN" }),
  dry_run: z.boolean(),
});
export type SavedDiagram = z.infer<typeof SavedDiagram>;

/** The content of an exported file. */
export const Content = z.string();

export const Upload = z.object({ file: z.instanceof(Uint8Array).meta({ type: "string", format: "binary" }) });
