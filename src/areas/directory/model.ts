/** Schemas of the directory. */
import { z } from "zod";
import { SliceQuery } from "../../http/pagination";
import { Id, Instant, LINE, namedObject, Text, Whole } from "../../http/schemas";

/** Rules of an installation. */
const MAX_RULES = 500;
/** Members of a group, and of a change of one. */
export const MAX_MEMBERS = 10_000;

export const Rule = namedObject("GroupRole", {
  group: Text(LINE, 1).meta({ description: "The name of a group, or its id in the directory" }),
  role: Text(100, 1).meta({ description: "Key of the role that its members get" }),
});
export type Rule = z.infer<typeof Rule>;

export const Rules = namedObject("GroupRoles", {
  rules: Rule.array().max(MAX_RULES).meta({ description: "In their order: the first one that fits counts" }),
});
export type Rules = z.infer<typeof Rules>;

export const Trial = z.object({
  rules: Rule.array()
    .max(MAX_RULES)
    .optional()
    .meta({ description: "The rules to try; the stored ones when left out" }),
  groups: Text(LINE, 1).array().max(500).optional().meta({ description: "Groups of somebody, by name or id" }),
});
export type Trial = z.infer<typeof Trial>;

export const TrialResult = namedObject("GroupRolesTrial", {
  rule: Rule.nullable().meta({ description: "The rule that counts for `groups`; null when the role would stay" }),
  total: z.int().meta({ description: "The people who would get another role" }),
  changes: namedObject("GroupRoleChange", {
    user_id: Id,
    display_name: z.string(),
    email: z.string(),
    role: z.string(),
    becomes: z.string(),
    group: z.string(),
  }).array(),
});
export type TrialResult = z.infer<typeof TrialResult>;

export const GroupQuery = z.object(SliceQuery);

export const Group = namedObject("DirectoryGroup", {
  id: Id,
  display_name: z.string(),
  external_id: z.string().nullable(),
  members: z.int(),
  updated_at: Instant,
});
export type Group = z.infer<typeof Group>;

/** A resource as a directory sends it: what it means is decided by the library of the protocol. */
export const Resource = z
  .custom<Record<string, unknown>>((value) => typeof value === "object" && value !== null && !Array.isArray(value), {
    error: "must be an object",
    params: { type: "dict_type" },
  })
  .meta({ type: "object", additionalProperties: true });
export type Resource = z.infer<typeof Resource>;

/** A resource, or a list of them, in an answer. */
export const Answer = z.record(z.string(), z.unknown()).meta({ type: "object", additionalProperties: true });

export const ScimQuery = z.object({
  filter: Text(2_000).optional().meta({ description: 'Such as `userName eq "ann@company.com"`' }),
  startIndex: Whole(-1_000_000, 10_000_000).default(1).meta({ description: "The first resource, from 1" }),
  count: Whole(-1_000_000, 10_000_000).default(100).meta({ description: "The resources of an answer, 200 at most" }),
  attributes: Text(2_000).optional().meta({ description: "Only these attributes, comma-separated" }),
  excludedAttributes: Text(2_000).optional().meta({ description: "All but these attributes, comma-separated" }),
  sortBy: Text(100).optional().meta({ description: "Is accepted; resources come by their names" }),
  sortOrder: Text(100).optional().meta({ description: "Is accepted, as `sortBy` is" }),
});
export type ScimQuery = z.infer<typeof ScimQuery>;

export const OneQuery = ScimQuery.pick({ attributes: true, excludedAttributes: true });
