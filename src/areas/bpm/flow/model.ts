/** Versions of flows on the wire. */
import { z } from "zod";
import { SliceQuery } from "../../../http/pagination";
import { FreeObject, Id, Instant, LINE, namedObject, orNull, StoredObject, Text, Uuid } from "../../../http/schemas";
import { Bpmn, ElementContent, Link, LinkedCards, Svg } from "../model";

const UserName = z.string().nullable();

export const FlowVersionSummary = namedObject("FlowVersionSummary", {
  id: Id,
  process_id: Id,
  status: z.enum(["draft", "pending", "published", "archived"]),
  revision: z.int(),
  svg_thumbnail: z.string().nullable(),
  created_by: Id.nullable(),
  created_by_name: UserName,
  created_at: Instant,
  submitted_by: Id.nullable(),
  submitted_by_name: UserName,
  submitted_at: Instant.nullable(),
  approved_by: Id.nullable(),
  approved_by_name: UserName,
  approved_at: Instant.nullable(),
  archived_at: Instant.nullable(),
  based_on_id: Id.nullable(),
  draft_element_links: StoredObject.nullable().meta({ description: "BPMN id → what the approval links it to" }),
});
export type FlowVersionSummary = z.infer<typeof FlowVersionSummary>;

export const FlowVersion = FlowVersionSummary.extend({ bpmn_xml: z.string() }).meta({ id: "FlowVersion" });
export type FlowVersion = z.infer<typeof FlowVersion>;

export const NewDraft = z.object({ bpmn_xml: Bpmn, svg_thumbnail: Svg.default(null), based_on_id: orNull(Uuid) });
export type NewDraft = z.infer<typeof NewDraft>;

export const DraftChanges = z.object({ bpmn_xml: orNull(Bpmn), svg_thumbnail: Svg.optional() });
export type DraftChanges = z.infer<typeof DraftChanges>;

export const DraftElement = namedObject("DraftElement", {
  ...ElementContent,
  ...LinkedCards,
  custom_fields: StoredObject.nullable(),
});
export type DraftElement = z.infer<typeof DraftElement>;

export const LinkChanges = z.object({
  application_id: orNull(Link),
  data_object_id: orNull(Link),
  it_component_id: orNull(Link),
  custom_fields: orNull(z.union([z.literal(""), FreeObject])),
});
export type LinkChanges = z.infer<typeof LinkChanges>;

export const UpdatedLinks = namedObject("UpdatedLinks", { status: z.literal("updated"), bpmn_element_id: z.string() });

export const Capabilities = namedObject("FlowCapabilities", {
  can_view_drafts: z.boolean(),
  can_edit_draft: z.boolean(),
  can_approve: z.boolean(),
});

const Compared = z.object({ id: Id, revision: z.int(), status: z.string() });
const Element = z.object({
  bpmn_element_id: z.string(),
  element_type: z.string(),
  name: z.string().nullable(),
  lane_name: z.string().nullable(),
});
const changeOf = <T extends z.ZodType>(value: T) => Element.extend({ from: value, to: value });
const MaybeText = z.string().nullable();
const Card = z.object({ id: Id, name: MaybeText.meta({ description: "Null when the card is gone" }) }).nullable();

/** The differences between two versions of a flow; an element may be in several lists. */
export const FlowDiff = namedObject("FlowDiff", {
  from: Compared,
  to: Compared,
  added: Element.array(),
  removed: Element.array(),
  renamed: changeOf(MaybeText).array(),
  retyped: changeOf(z.string()).array(),
  moved: changeOf(MaybeText).array().meta({ description: "From one lane to another" }),
  relinked: changeOf(Card)
    .extend({ link: z.enum(["application_id", "data_object_id", "it_component_id"]) })
    .array(),
});
export type FlowDiff = z.infer<typeof FlowDiff>;

/** Characters of the reason of a rejection. */
const LONGEST_REASON = 2_000;

export const Rejection = z.object({
  reason: orNull(Text(LONGEST_REASON)).meta({ description: "What is to be changed before it is submitted again" }),
});

export const FlowHead = FlowVersionSummary.omit({ process_id: true, svg_thumbnail: true, draft_element_links: true })
  .extend({
    rejection: z
      .object({ by: UserName, at: Instant, reason: z.string().nullable() })
      .nullable()
      .meta({ description: "The last rejection of a draft, until it is submitted again" }),
    may_approve: z.boolean().meta({ description: "Whether the caller may approve it now" }),
    may_reject: z.boolean(),
    may_withdraw: z.boolean(),
    objection: z.string().nullable().meta({ description: "Why somebody else must approve it; null for no reason" }),
  })
  .meta({ id: "FlowHead" });
export type FlowHead = z.infer<typeof FlowHead>;

export const ProcessFlow = Capabilities.extend({ versions: FlowHead.array() }).meta({ id: "ProcessFlow" });
export type ProcessFlow = z.infer<typeof ProcessFlow>;

const STATES = ["published", "draft", "pending", "none"] as const;

export const FlowsQuery = z.object({
  ...SliceQuery,
  state: z.enum(STATES).optional().meta({ description: "Only processes with a version in this state, or with none" }),
  search: Text(LINE).optional().meta({ description: "Only processes with this in their names" }),
});
export type FlowsQuery = z.infer<typeof FlowsQuery>;

const Count = z.int().min(0);

export const FlowOfProcess = z
  .object({
    process_id: Id,
    name: z.string(),
    revision: z.int().nullable().meta({ description: "Of the published version; null when there is none" }),
    approved_at: Instant.nullable(),
    approved_by_name: UserName,
    drafts: Count,
    pending: Count,
    submitted_at: Instant.nullable().meta({ description: "When what waits longest for its approval was submitted" }),
    elements: Count,
    tasks: Count,
    tasks_without_application: Count,
  })
  .meta({ id: "FlowOfProcess" });
export type FlowOfProcess = z.infer<typeof FlowOfProcess>;
