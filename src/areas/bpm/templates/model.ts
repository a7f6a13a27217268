/** Templates on the wire. */
import { z } from "zod";

export const TemplateSummary = z
  .object({ key: z.string(), name: z.string(), description: z.string(), category: z.string() })
  .meta({ id: "BpmnTemplateSummary" });

export const Template = TemplateSummary.extend({ bpmn_xml: z.string() }).meta({ id: "BpmnTemplate" });
export type Template = z.infer<typeof Template>;
