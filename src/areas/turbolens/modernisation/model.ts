/** Recommendations to modernise on the wire. */
import { z } from "zod";
import { Id, Instant, namedObject, Text } from "../../../http/schemas";

export const Modernization = namedObject("Modernization", {
  id: Id,
  target_type: z.string(),
  cluster_id: Id.nullable(),
  card_id: Id.nullable(),
  card_name: z.string().nullable(),
  current_tech: z.string(),
  modernization_type: z.string(),
  recommendation: z.string(),
  effort: z.string(),
  priority: z.string(),
  status: z.string(),
  facts: z.string().array().meta({ description: "What led to it, one sentence each" }),
  engine: z.string().meta({ description: "`local`, or the model that has found it" }),
  analysed_at: Instant.nullable(),
});
export type Modernization = z.infer<typeof Modernization>;

export const ModernizationRequest = namedObject("ModernizationRequest", {
  target_type: Text(100).default("Application"),
  modernization_type: Text(200).default("general"),
});
