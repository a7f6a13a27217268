/** Makes BPMN documents as tools of many makers write them, with what is to be read from each. */
import type { BpmnElement } from "../../../src/areas/bpm/bpmn/elements";
import { KINDS } from "../../../src/areas/bpm/bpmn/elements";
import type { Random } from "../../support/openapi";

export const MODEL = "http://www.omg.org/spec/BPMN/20100524/MODEL";

/** Elements that BPMN knows and that are not listed. */
const OTHERS = [
  "transaction",
  "adHocSubProcess",
  "complexGateway",
  "dataObject",
  "dataStoreReference",
  "textAnnotation",
];
const HOLDERS = ["subProcess", "transaction", "adHocSubProcess"];
const PREFIXES = ["", "bpmn", "bpmn2", "semantic", "model", "ns0", "bpmn_2-0"];
const VENDORS = [
  ["camunda", "http://camunda.org/schema/1.0/bpmn"],
  ["signavio", "http://www.signavio.com"],
  ["zeebe", "http://camunda.org/schema/zeebe/1.0"],
  ["drools", "http://www.jboss.org/drools"],
  ["tns", "urn:example:odd vendor"],
] as const;
const NAMES = [
  "Check order",
  "Prüfe Auftrag",
  "承認する",
  "A & B <now>",
  'He said "go"',
  "Two\nlines",
  "  padded  ",
  "",
  "🚚 ship",
];
const TEXTS = ["What is done", "a < b && c", "line\nline", "<p>html</p>", "]]> ended", "ü 🚚"];

/** A document, and the elements that are to be read from it. */
export type SampleDocument = { xml: string; expected: BpmnElement[] };

type Node = {
  kind: string;
  id: string;
  name: string | null;
  documentation: string | null;
  lane: string | null;
  children: Node[];
};

const escaped = (text: string) =>
  text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/"/g, "&quot;")
    .replace(/\]\]>/g, "]]&gt;")
    .replace(/\n/g, "&#10;");

/** Content between tags that has no meaning. */
const noise = (random: Random) => random.pick(["", "\n", "\r\n  ", "<!-- a > b -->", "<?vendor x?>", "\t"]);

class Maker {
  private made = 0;
  constructor(
    private readonly random: Random,
    private readonly prefix: string,
    private readonly vendor: string,
  ) {}

  tag = (name: string) => (this.prefix === "" ? name : `${this.prefix}:${name}`);

  node(depth: number): Node {
    const { random } = this;
    const kind = random() < 0.8 ? random.pick(KINDS) : random.pick(OTHERS);
    const holds = HOLDERS.includes(kind) && depth < 4;
    return {
      kind,
      id: `${random.pick(["Task", "sid-0A", "_", "Id_x."])}${++this.made}`,
      name: random() < 0.8 ? random.pick(NAMES) : null,
      documentation: random() < 0.3 ? random.pick(TEXTS) : null,
      lane: null,
      children: holds ? Array.from({ length: random.whole(4) }, () => this.node(depth + 1)) : [],
    };
  }

  /** A process of some nodes, of which those at the top are in lanes. */
  process(): { xml: string; nodes: Node[] } {
    const nodes = Array.from({ length: this.random.whole(25) }, () => this.node(0));
    const lanes = this.random() < 0.6 ? this.laneSet(nodes) : "";
    const content = nodes.map((node) => this.write(node)).join(noise(this.random));
    return { xml: `<${this.tag("process")} id="P${++this.made}">${lanes}${content}</${this.tag("process")}>`, nodes };
  }

  /** Two lanes, of which the first has one within. */
  private laneSet(nodes: Node[]): string {
    const lane = (name: string | null, of: Node[], within = "") => {
      for (const node of of) node.lane = name ?? "";
      const refs = of.map(({ id }) => `<${this.tag("flowNodeRef")}> ${id}\n</${this.tag("flowNodeRef")}>`).join("");
      const named = name === null ? "" : ` name="${escaped(name)}"`;
      return `<${this.tag("lane")} id="L${++this.made}"${named}>${refs}${within}</${this.tag("lane")}>`;
    };
    const flowNodes = nodes.filter(({ kind }) => !/^data|Annotation$/.test(kind));
    const half = Math.floor(flowNodes.length / 2);
    const [first, second] = [flowNodes.slice(0, half), flowNodes.slice(half)];
    const upper = lane("Sales", first);
    const inner = lane("Sales / back office", first.slice(0, 1));
    const [open, close] = [`<${this.tag("childLaneSet")}>`, `</${this.tag("childLaneSet")}>`];
    const nested = upper.replace(
      new RegExp(`</${this.tag("lane")}>$`),
      () => `${open}${inner}${close}</${this.tag("lane")}>`,
    );
    return `<${this.tag("laneSet")}>${nested}${lane(this.random() < 0.5 ? null : "IT", second)}</${this.tag("laneSet")}>`;
  }

  private write({ kind, id, name, documentation, children }: Node): string {
    const { random, vendor } = this;
    const attributes = [
      `id="${id}"`,
      ...(name === null ? [] : [`name="${escaped(name)}"`]),
      ...(random() < 0.3 ? [`${vendor}:asyncBefore='true'`] : []),
    ];
    const text = documentation === null ? "" : this.writeText(documentation);
    const extension = random() < 0.3 ? this.extension() : "";
    const inside = `${text}${extension}${children.map((child) => this.write(child)).join("")}`;
    const head = `${this.tag(kind)} ${random.sample(attributes, attributes.length).join(random.pick([" ", "\n  "]))}`;
    return inside === "" && random() < 0.5 ? `<${head}/>` : `<${head}>${inside}</${this.tag(kind)}>`;
  }

  private writeText(text: string): string {
    const isPlain = !text.includes("]]>") && this.random() < 0.5;
    return `<${this.tag("documentation")}>${isPlain ? `<![CDATA[${text}]]>` : escaped(text)}</${this.tag("documentation")}>`;
  }

  private extension(): string {
    const { vendor } = this;
    const inner = `<${vendor}:task id="hidden" name="not BPMN"><${vendor}:documentation>x</${vendor}:documentation></${vendor}:task>`;
    return `<${this.tag("extensionElements")}>${inner}</${this.tag("extensionElements")}>`;
  }
}

const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children)]);

/** Returns the elements that a reader must find in the nodes. */
function expectedOf(nodes: readonly Node[]): BpmnElement[] {
  const listed = flat(nodes);
  return KINDS.flatMap((kind) => listed.filter((node) => node.kind === kind)).map((node, sequence_order) => ({
    bpmn_element_id: node.id,
    element_type: node.kind,
    name: node.name,
    documentation: node.documentation,
    lane_name: node.lane,
    is_automated: ["serviceTask", "scriptTask", "businessRuleTask"].includes(node.kind),
    sequence_order,
  }));
}

/** Returns a document of one to three processes, with or without a collaboration, a layout and extensions. */
export function documentOf(random: Random): SampleDocument {
  const prefix = random.pick(PREFIXES);
  const [vendor, uri] = random.pick(VENDORS);
  const maker = new Maker(random, prefix, vendor);
  const processes = Array.from({ length: 1 + random.whole(3) }, () => maker.process());
  const { tag } = maker;
  const collaboration = `<${tag("collaboration")} id="C"><${tag("participant")} id="Pool" name="P"/></${tag("collaboration")}>`;
  const layout = `<di:BPMNDiagram xmlns:di="http://www.omg.org/spec/BPMN/20100524/DI"><di:BPMNPlane id="plane"/></di:BPMNDiagram>`;
  const namespace = prefix === "" ? "xmlns" : `xmlns:${prefix}`;
  const xml = [
    random.pick(["", "\uFEFF"]),
    random.pick([
      "",
      '<?xml version="1.0" encoding="UTF-8"?>\n',
      "<?xml version='1.0' encoding='ISO-8859-1' standalone='no'?>",
    ]),
    `<${tag("definitions")} ${namespace}="${MODEL}" xmlns:${vendor}='${uri}' targetNamespace="http://x">`,
    random() < 0.5 ? collaboration : "",
    ...processes.map((process) => process.xml + noise(random)),
    random() < 0.5 ? layout : "",
    `</${tag("definitions")}>\n`,
  ].join("");
  return { xml, expected: expectedOf(processes.flatMap(({ nodes }) => nodes)) };
}

/** Returns a document of one process with these elements: `task A "Name"` for each. */
export const simpleBpmn = (...elements: readonly string[]): string =>
  `<definitions xmlns="${MODEL}"><process id="p">${elements.join("")}</process></definitions>`;
