/** Reads the flow elements of a BPMN 2.0 document. */
import type { SaxesTagNS } from "saxes";
import { type Refuse, readXml, type XmlHandlers } from "./xml";

const BPMN = "http://www.omg.org/spec/BPMN/20100524/MODEL";

/** The kinds of element that are read, in the order in which they are listed. */
export const KINDS = [
  "task",
  "userTask",
  "serviceTask",
  "scriptTask",
  "businessRuleTask",
  "sendTask",
  "receiveTask",
  "manualTask",
  "callActivity",
  "subProcess",
  "exclusiveGateway",
  "parallelGateway",
  "inclusiveGateway",
  "eventBasedGateway",
  "startEvent",
  "endEvent",
  "intermediateCatchEvent",
  "intermediateThrowEvent",
  "boundaryEvent",
] as const;

const AUTOMATED = new Set(["serviceTask", "scriptTask", "businessRuleTask"]);

/** The longest id of an element. */
export const LONGEST_ID = 200;
const LONGEST_NAME = 500;
const LONGEST_LANE = 200;
/** The most elements of a process. */
export const MAX_FLOW_ELEMENTS = 5_000;

/** An element of a flow, as its document says. */
export type BpmnElement = {
  bpmn_element_id: string;
  element_type: string;
  name: string | null;
  documentation: string | null;
  /** Null in no lane; empty in a lane without a name. */
  lane_name: string | null;
  is_automated: boolean;
  sequence_order: number;
};

type ElementHead = Pick<BpmnElement, "bpmn_element_id" | "element_type" | "name" | "documentation">;
type Lane = { name: string; members: string[] };
/** An XML element that is open; `receive` takes the text up to its first tag, once that is complete. */
type Open = { element?: ElementHead; isDocumented?: boolean; lane?: Lane; receive?: (text: string) => void };

/** The content of a document: its elements and its lanes, in the order of the document. */
type Content = { elements: ElementHead[]; lanes: Lane[] };

const attribute = ({ attributes }: SaxesTagNS, name: string): string | null => attributes[name]?.value ?? null;

/** Collects the content of a document while it is read. */
class Collector implements XmlHandlers {
  readonly content: Content = { elements: [], lanes: [] };
  private readonly path: Open[] = [];
  private isBpmn = false;
  private texts: string[] = [];

  constructor(private readonly refuse: Refuse) {}

  open = (tag: SaxesTagNS): void => {
    const parent = this.path.at(-1);
    this.endText(parent);
    if (!parent) this.isBpmn = tag.uri === BPMN && tag.local === "definitions";
    this.path.push(this.isBpmn && tag.uri === BPMN ? this.openBpmn(tag, parent) : {});
  };

  close = (): void => this.endText(this.path.pop());

  text = (text: string): void => {
    if (this.path.at(-1)?.receive) this.texts.push(text);
  };

  /** Hands over the text of an XML element at its first tag or its end. */
  private endText(open: Open | undefined): void {
    if (!open?.receive) return;
    open.receive(this.texts.join(""));
    delete open.receive;
    this.texts = [];
  }

  private openBpmn(tag: SaxesTagNS, parent: Open | undefined): Open {
    const { local } = tag;
    if (local === "lane") return { lane: this.addLane(tag) };
    if ((KINDS as readonly string[]).includes(local)) return this.openElement(tag);
    return (parent && this.openPart(local, parent)) ?? {};
  }

  /** A part of an element or a lane that is text; undefined for anything else. */
  private openPart(local: string, parent: Open): Open | undefined {
    const { element, lane, isDocumented } = parent;
    if (local === "flowNodeRef" && lane) return { receive: (text) => void lane.members.push(text.trim()) };
    if (local !== "documentation" || !element || isDocumented) return undefined;
    parent.isDocumented = true;
    return {
      receive: (text) => {
        element.documentation = text || null;
      },
    };
  }

  private addLane(tag: SaxesTagNS): Lane {
    const lane = { name: attribute(tag, "name") ?? "", members: [] };
    this.requireLength("name of a lane", lane.name, LONGEST_LANE);
    this.content.lanes.push(lane);
    return lane;
  }

  private openElement(tag: SaxesTagNS): Open {
    const id = attribute(tag, "id");
    if (!id) return {};
    const element = { bpmn_element_id: id, element_type: tag.local, name: attribute(tag, "name"), documentation: null };
    this.requireLength("id of an element", id, LONGEST_ID);
    this.requireLength("name of an element", element.name ?? "", LONGEST_NAME);
    if (this.content.elements.push(element) > MAX_FLOW_ELEMENTS)
      this.refuse(`a process must not have more than ${MAX_FLOW_ELEMENTS} tasks, gateways and events`);
    return { element };
  }

  private requireLength(what: string, text: string, most: number): void {
    if (text.length > most) this.refuse(`the ${what} must not be longer than ${most} characters`);
  }
}

/**
 * Maps id of an element → the name of its lane: of the lane that stands last, so that a nested lane overrides its parent.
 */
const lanesByMember = (lanes: readonly Lane[]): ReadonlyMap<string, string> =>
  new Map(lanes.flatMap(({ name, members }) => members.map((id): [string, string] => [id, name])));

/**
 * Reads the elements of the flows in a document, by kind and then in the order of the document; of several with one id the
 * first. Well-formed XML that is no BPMN has none.
 * @throws Unreadable when it is not well-formed, has a DOCTYPE, or exceeds the limits
 */
export function readElements(xml: string): BpmnElement[] {
  let content: Content = { elements: [], lanes: [] };
  readXml(xml, (refuse) => {
    const collector = new Collector(refuse);
    content = collector.content;
    return collector;
  });
  const laneOf = lanesByMember(content.lanes);
  const ofKind = Map.groupBy(content.elements, ({ element_type }) => element_type);
  const byId = new Map<string, ElementHead>();
  for (const found of KINDS.flatMap((kind) => ofKind.get(kind) ?? []))
    if (!byId.has(found.bpmn_element_id)) byId.set(found.bpmn_element_id, found);
  return [...byId.values()].map((found, sequence_order) => ({
    ...found,
    lane_name: laneOf.get(found.bpmn_element_id) ?? null,
    is_automated: AUTOMATED.has(found.element_type),
    sequence_order,
  }));
}
