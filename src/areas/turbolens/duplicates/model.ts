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

const ComparedCard = z.object({ id: Id, name: z.string(), type: z.string() });
const ComparedLinks = z.object({
  relation_type: z.string(),
  end: z.enum(["source", "target"]).meta({ description: "The end at which the members are" }),
  card_type: z.string(),
  members: z
    .object({ total: z.int(), cards: ComparedCard.array() })
    .array()
    .meta({ description: "What each member is related to, in the order of `card_ids`; at most 20 are named" }),
  shared: z.int().meta({ description: "Cards that more than one member is related to" }),
  distinct: z.int().meta({ description: "Cards that any of them is related to" }),
});
export type ComparedLinks = z.infer<typeof ComparedLinks>;

export const ClusterComparison = namedObject("DuplicateClusterComparison", {
  card_ids: Id.array().meta({
    description: "The members that are compared, 4 at most, those with most relations first",
  }),
  total: z.int().meta({ description: "How many members are not archived" }),
  links: ComparedLinks.array(),
  descriptions_alike: z
    .number()
    .nullable()
    .meta({ description: "From 0 to 1; null where a member has no description" }),
  risks: z
    .object({ id: Id, reference: z.string(), title: z.string(), members: z.int() })
    .array()
    .meta({ description: "Open risks that concern members; none for those who may not see risks" }),
});
export type ClusterComparison = z.infer<typeof ClusterComparison>;
