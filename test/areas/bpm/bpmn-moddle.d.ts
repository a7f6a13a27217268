declare module "bpmn-moddle" {
  /** An element of the library's model of BPMN. */
  export type ModdleElement = {
    $type: string;
    $descriptor: { properties: { name: string; isReference?: boolean }[] };
    id?: string;
    name?: string;
    documentation?: { text?: string }[];
    flowNodeRef?: ModdleElement[];
    get(name: string): unknown;
  };
  export class BpmnModdle {
    fromXML(xml: string): Promise<{ rootElement: ModdleElement; warnings: { message: string }[] }>;
  }
}
