/** The elements that the field's own library, bpmn-moddle, reads from a document. */
import { BpmnModdle, type ModdleElement } from "bpmn-moddle";
import { type BpmnElement, KINDS } from "../../../src/areas/bpm/bpmn/elements";

const kindOf = ({ $type }: ModdleElement) => $type.replace(/^bpmn:(.)/, (_, first: string) => first.toLowerCase());

const isElement = (value: unknown): value is ModdleElement =>
  typeof value === "object" && value !== null && "$descriptor" in value && "$type" in value;

/** Returns an element with all within, in the order of the document. */
function within(element: ModdleElement): ModdleElement[] {
  const properties = (element.$descriptor.properties ?? []).filter(({ isReference }) => !isReference);
  const children = properties.flatMap(({ name }) => [element.get(name)].flat()).filter(isElement);
  return [element, ...children.flatMap(within)];
}

/** Reads the elements of a document, and what the library warns of. */
export async function readByLibrary(xml: string): Promise<{ elements: Partial<BpmnElement>[]; warnings: string[] }> {
  const { rootElement, warnings } = await new BpmnModdle().fromXML(xml);
  const all = within(rootElement);
  const lanes = new Map(
    all
      .filter(({ $type }) => $type === "bpmn:Lane")
      .flatMap(({ name = "", flowNodeRef = [] }) => flowNodeRef.map(({ id = "" }) => [id, name] as const)),
  );
  const elements = KINDS.flatMap((kind) => all.filter((element) => kindOf(element) === kind)).map((element) => ({
    bpmn_element_id: element.id ?? "",
    element_type: kindOf(element),
    name: element.name ?? null,
    lane_name: lanes.get(element.id ?? "") ?? null,
  }));
  return { elements, warnings: warnings.map(({ message }) => message) };
}
