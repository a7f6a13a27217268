/** Templates on the wire. */
import { z } from "zod";
import { namedObject } from "../../../http/schemas";

export const TemplateSummary = namedObject("BpmnTemplateSummary", {
  key: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.string(),
});

export const Template = TemplateSummary.extend({ bpmn_xml: z.string() }).meta({ id: "BpmnTemplate" });
export type Template = z.infer<typeof Template>;
