/** Elements of processes on the wire. */
import { z } from "zod";
import { FreeObject, Id, namedObject, orNull, StoredObject } from "../../../http/schemas";
import { ElementContent, Link, LinkedCards } from "../model";

export const ProcessElement = namedObject("ProcessElement", {
  id: Id.meta({ description: "Stays while the BPMN id stays" }),
  process_id: Id,
  ...ElementContent,
  ...LinkedCards,
  custom_fields: StoredObject.nullable(),
});
export type ProcessElement = z.infer<typeof ProcessElement>;

export const ElementChanges = z.object({
  application_id: orNull(Link),
  data_object_id: orNull(Link),
  it_component_id: orNull(Link),
  custom_fields: orNull(FreeObject),
});
export type ElementChanges = z.infer<typeof ElementChanges>;

export const UpdatedElement = namedObject("UpdatedElement", { id: Id, status: z.literal("updated") });
