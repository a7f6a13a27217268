/** Duplicates on the wire. */
import { z } from "zod";
import { Id, Instant, namedObject, Text } from "../../../http/schemas";

export const DuplicateCluster = namedObject("DuplicateCluster", {
  id: Id,
  cluster_name: z.string(),
  card_type: z.string(),
  functional_domain: z.string().nullable(),
  card_ids: z.string().array().nullable(),
  card_names: z.string().array().nullable(),
  evidence: z.string(),
  matches: z.string().array().meta({ description: "What of the most alike members matches, one sentence each" }),
  differences: z.string().array().meta({ description: "What of them doesn't match, one sentence each" }),
  recommendation: z.string(),
  score: z.number().nullable().meta({ description: "How sure it is, from 0 to 1, where the local engine has said so" }),
  status: z.string().meta({ description: "`pending`, `confirmed`, `investigating` or `dismissed`" }),
  engine: z.string().meta({ description: "`local`, or the model that has found it" }),
  analysed_at: Instant.nullable(),
});
export type DuplicateCluster = z.infer<typeof DuplicateCluster>;

export const ClusterStatusChange = namedObject("ClusterStatusChange", { status: Text(100) });
