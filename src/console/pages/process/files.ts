/** Files of flows: as BPMN, and as a picture. */
import { type FlowHead, versionQuery } from "../../processes/queries";
import { cache } from "../../server/queries";
import { downloadBlob } from "../../ui/export-menu";

type ProcessName = { id: string; name: string };

const nameOf = (card: ProcessName, { revision }: FlowHead, ending: string) => `${card.name} ${revision}.${ending}`;

/** Downloads the BPMN of a version, byte for byte. */
export async function saveBpmn(card: ProcessName, version: FlowHead): Promise<void> {
  const { bpmn_xml } = await cache.fetchQuery(versionQuery(card.id, version.id));
  downloadBlob(new Blob([bpmn_xml], { type: "application/xml" }), nameOf(card, version, "bpmn"));
}

/** Downloads the drawing of a version, black on white. */
export async function saveDrawing(card: ProcessName, version: FlowHead): Promise<void> {
  const { bpmn_xml } = await cache.fetchQuery(versionQuery(card.id, version.id));
  const { pictureOf } = await import("../../processes/picture");
  downloadBlob(new Blob([await pictureOf(bpmn_xml)], { type: "image/svg+xml" }), nameOf(card, version, "svg"));
}
