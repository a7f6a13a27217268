/** /bpm/processes/{process_id}/diagram */
import { del, get, type Operation, post, put } from "../../../core/api/operation";
import { refused } from "../../../http/errors";
import { LARGEST_LIST } from "../../../http/json";
import { slice } from "../../../http/pagination";
import { Ok } from "../../../http/schemas";
import { ListQuery } from "../model";
import { deleteDiagrams, exportBpmn, exportSvg, findDiagram, listDiagramVersions, saveDiagram } from "./diagrams";
import * as model from "./model";

const VIEW = { permission: "bpm.view", readsMuch: true } as const;
const SAVE = { permission: "bpm.edit", answer: model.SavedDiagram, writesMuch: true } as const;
const FILE = { ...VIEW, answer: model.Content, sends: ["Content-Disposition"] } as const;

/** Returns the text of a file; a mark of its byte order stays part of it. @throws Problem 400 */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refused("Invalid BPMN 2.0 XML file: it must be in UTF-8");
  }
}

export const operations: readonly Operation[] = [
  get(
    "/bpm/processes/{process_id}/diagram",
    "The latest diagram of a process; null when there is none",
    { ...VIEW, answer: model.ProcessDiagram.nullable() },
    ({ params }) => findDiagram(params.process_id),
  ),
  put(
    "/bpm/processes/{process_id}/diagram",
    "Save a diagram as the next version; its elements become those of the process",
    { ...SAVE, body: model.NewDiagram, largestBody: LARGEST_LIST },
    ({ actor, params, body }) => saveDiagram(actor, params.process_id, body),
  ),
  del(
    "/bpm/processes/{process_id}/diagram",
    "Delete all versions of a diagram, and the elements of its process",
    { permission: "bpm.edit", answer: Ok, writesMuch: true },
    ({ actor, params }) => deleteDiagrams(actor, params.process_id),
  ),
  get(
    "/bpm/processes/{process_id}/diagram/versions",
    "The versions of a diagram, the latest first",
    { ...VIEW, query: ListQuery, answer: model.DiagramVersions },
    ({ params, query, set }) => slice(listDiagramVersions(params.process_id), query, set),
  ),
  get(
    "/bpm/processes/{process_id}/diagram/export/bpmn",
    "The latest diagram as a file",
    { ...FILE, media: "application/xml" },
    ({ params }) => exportBpmn(params.process_id),
  ),
  get(
    "/bpm/processes/{process_id}/diagram/export/svg",
    "The picture of the latest diagram as a file",
    { ...FILE, media: "image/svg+xml" },
    ({ params }) => exportSvg(params.process_id),
  ),
  post(
    "/bpm/processes/{process_id}/diagram/import",
    "Save a file as the next version of a diagram",
    { ...SAVE, body: model.Upload, upload: true },
    ({ actor, params, body }) => {
      const diagram = { bpmn_xml: textOf(body.file), svg_thumbnail: null, dry_run: false };
      return saveDiagram(actor, params.process_id, diagram, "file");
    },
  ),
];
