/** Schemas of scenarios. */
import { z } from "zod";
import { SCENARIO_STATES } from "../../../db/schema";
import { decisions } from "../../core/scenarios/rebase";
import { SliceQuery } from "../../http/pagination";
import { changesOf, Day, Flag, Id, Instant, LINE, Moment, namedObject, orNull, Text, Uuid } from "../../http/schemas";
import { OUTCOMES } from "./initiatives/plan";
import { REASONS } from "./initiatives/verdicts";

/** Members of a scenario, the changes that one merge chooses, and the initiatives that are planned at once. */
const MAX_MEMBERS = 100;
const MAX_CHOSEN = 10_000;
const MAX_INITIATIVES = 50;

const Member = z.object({ user_id: Id.nullable(), role: z.string().nullable(), may_change: z.boolean() });

export const Scenario = namedObject("Scenario", {
  id: Id,
  name: z.string(),
  question: z.string().nullable().meta({ description: "What it is to answer" }),
  state: z.enum(SCENARIO_STATES).meta({ description: "Only a draft can be changed" }),
  owner_id: Id.nullable(),
  owner_name: z.string().nullable(),
  base_at: Instant.meta({ description: "The instant of the landscape that it begins with" }),
  base_event: z.int().meta({ description: "The last event of the landscape that it begins with" }),
  is_stale: z.boolean().meta({ description: "Whether the landscape has changed since" }),
  target_date: z.string().nullable(),
  decision_id: Id.nullable().meta({ description: "The architecture decision that it belongs to" }),
  changes: z.int().meta({ description: "How many changes it has" }),
  may_change: z.boolean().meta({ description: "Whether the caller may change it" }),
  members: Member.array().meta({ description: "Who sees it in addition to its owner" }),
  merged_at: Instant.nullable(),
  merged_batch_id: z.string().nullable().meta({ description: "The batch of its last merge, which undoes it" }),
  created_at: Instant,
  updated_at: Instant,
});
export type Scenario = z.infer<typeof Scenario>;

export const ScenarioQuery = z.object({
  state: z.enum(SCENARIO_STATES).optional().meta({ description: "Only scenarios of this state" }),
  ...SliceQuery,
});
export type ScenarioQuery = z.infer<typeof ScenarioQuery>;

const fields = {
  question: orNull(Text(2_000)),
  target_date: orNull(Day),
  decision_id: orNull(Uuid),
};

export const NewScenario = namedObject("NewScenario", {
  name: Text(200, 1),
  ...fields,
  base_at: Moment("end", "The moment of the past that it begins with, or the end of a day; now without it"),
});
export type NewScenario = z.infer<typeof NewScenario>;

export const ScenarioChanges = changesOf(
  namedObject("ScenarioFields", {
    name: Text(200, 1),
    ...fields,
    state: z.enum(["draft", "proposed", "approved", "dropped"]),
  }),
).meta({ id: "ScenarioChanges" });
export type ScenarioChanges = z.infer<typeof ScenarioChanges>;

export const Members = namedObject("ScenarioMembers", {
  members: z
    .array(
      z
        .object({ user_id: orNull(Uuid), role: orNull(Text(100)), may_change: Flag.default(false) })
        .refine(({ user_id, role }) => Boolean(user_id) !== Boolean(role), "must have either a user_id or a role")
        .meta({ examples: [{ role: "member", may_change: true }] }),
    )
    .max(MAX_MEMBERS)
    .meta({ description: "In place of those before; each a user or everybody with a role" }),
});
export type Members = z.infer<typeof Members>;

const EventOfChange = z.object({ type: z.string(), card_id: Id.nullable(), name: z.string().nullable() });

export const Change = namedObject("ScenarioChange", {
  id: Id,
  sentence: z.string().meta({ description: "What it does, in words" }),
  operation: z.string().meta({ description: "As in `patch /cards/{card_id}`" }),
  url: z.string().meta({ description: "The path and the parameters with which it was called" }),
  body: z.unknown().meta({ description: "What was sent; null for somebody else who may not see costs" }),
  user_id: Id.nullable(),
  user_name: z.string().nullable(),
  at: Instant,
  is_merged: z.boolean().meta({ description: "Whether it has become a change of the landscape" }),
  events: EventOfChange.array().meta({ description: "The first of what it has changed" }),
});
export type Change = z.infer<typeof Change>;

export const ChangeQuery = z.object(SliceQuery);

const Side = z.unknown();

const Conflict = z.object({
  table: z.string(),
  key: z.string(),
  name: z.string().nullable(),
  kind: z.enum(["changed", "deleted_there", "deleted_here"]),
  fields: z
    .object({ field: z.string(), base: Side, mine: Side, theirs: Side })
    .array()
    .meta({ description: "What both have changed; values are null for whoever may not see costs" }),
});

export const Obstacle = namedObject("ScenarioObstacle", {
  change_id: Id,
  sentence: z.string(),
  conflicts: Conflict.array(),
  refusal: z
    .object({ status: z.int(), detail: z.unknown() })
    .nullable()
    .meta({ description: "Why the change is refused over the landscape as it is" }),
});
export type Obstacle = z.infer<typeof Obstacle>;

export const Obstacles = namedObject("ScenarioObstacles", { obstacles: Obstacle.array() });
export type Obstacles = z.infer<typeof Obstacles>;

export const Rebase = namedObject("ScenarioRebase", {
  decisions: z
    .array(z.object({ change_id: Uuid, decision: z.enum(decisions) }))
    .max(MAX_CHOSEN)
    .default([])
    .meta({
      description:
        "For changes that don't fit: `mine` makes it as it is, `theirs` without what the landscape has changed, `drop` takes it out",
    }),
});
export type Rebase = z.infer<typeof Rebase>;

export const RebaseResult = namedObject("ScenarioRebaseResult", {
  is_rebased: z.boolean().meta({ description: "False when something is in the way, and nothing was changed" }),
  obstacles: Obstacle.array(),
});
export type RebaseResult = z.infer<typeof RebaseResult>;

export const Merge = namedObject("ScenarioMerge", {
  changes: orNull(z.array(Uuid).min(1).max(MAX_CHOSEN)).meta({ description: "The changes to merge; all without it" }),
  dry_run: Flag.default(false),
});
export type Merge = z.infer<typeof Merge>;

export const MergeResult = namedObject("ScenarioMergeResult", {
  is_merged: z.boolean().meta({ description: "False for a dry run, or when something is in the way" }),
  merged: z.int().meta({ description: "How many changes were merged, or would be" }),
  batch_id: z.string().nullable().meta({ description: "The batch of all of them, which undoes the merge" }),
  obstacles: Obstacle.array(),
});
export type MergeResult = z.infer<typeof MergeResult>;

const NewInitiative = z
  .object({
    name: Text(LINE, 1),
    start_date: Day.meta({
      description: "The day on which what it brings is phased in, and what it retires is phased out",
    }),
    end_date: Day.meta({ description: "The day on which what it brings is active, and what it retires has ended" }),
    subtype: orNull(Text(100)).meta({ description: "The subtype of its card, such as `project`" }),
    parent_id: orNull(Uuid).meta({ description: "The card that its card stands below, such as a programme" }),
    changes: z.array(Uuid).min(1).max(MAX_CHOSEN).meta({ description: "The changes of the scenario that it brings" }),
  })
  .refine(({ start_date, end_date }) => start_date <= end_date, {
    path: ["end_date"],
    error: "must not be before start_date",
  })
  .meta({
    examples: [
      {
        name: "CRM renewal",
        start_date: "2027-01-01",
        end_date: "2027-12-31",
        changes: ["01920000-0000-7000-8000-000000000001"],
      },
    ],
  });

export const NewInitiatives = namedObject("ScenarioInitiatives", {
  initiatives: z
    .array(NewInitiative)
    .min(1)
    .max(MAX_INITIATIVES)
    .meta({ description: "In the order of the road; a change belongs to one of them" }),
  dry_run: Flag.default(false),
});
export type NewInitiatives = z.infer<typeof NewInitiatives>;

const InitiativeCard = z.object({
  card_id: Id,
  name: z.string(),
  type: z.string(),
  outcome: z.enum(OUTCOMES).meta({
    description:
      "`added` and `retired` cards get dates, `changed` ones have those that the scenario gave; of an `affected` one changes stay in the scenario, or are made before it stands",
  }),
  lifecycle: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: "The life cycle that it gets; null where it stays as it is" }),
  is_given: z.boolean().meta({ description: "Whether the scenario itself gave these dates" }),
  relation_type: z
    .string()
    .nullable()
    .meta({ description: "The relation that the initiative gets to it; null where the metamodel has none" }),
});

const StayingChange = z.object({
  change_id: Id,
  sentence: z.string(),
  reason: z.enum(REASONS).meta({
    description:
      "`fields`: it changes fields of a card that stands today. `relation`: it concerns a relation between such cards. `part`: it concerns something else of such a card, such as a tag. `elsewhere`: it is about no card. `mixed`: it retires cards and does something else at once",
  }),
  names: z.string().array().meta({ description: "The cards that it is because of" }),
  fields: z.string().array(),
});

export const InitiativesResult = namedObject("ScenarioInitiativesResult", {
  is_planned: z
    .boolean()
    .meta({ description: "False for a dry run, when something is in the way, or when none of the changes has a date" }),
  merged: z.int().meta({ description: "How many changes became part of the landscape, or would" }),
  batch_id: z.string().nullable().meta({ description: "The batch of all of them, which undoes it" }),
  obstacles: Obstacle.array(),
  initiatives: z
    .object({
      card_id: Id.nullable().meta({ description: "The card of the initiative; null unless it was created" }),
      name: z.string(),
      start_date: z.string(),
      end_date: z.string(),
      cards: InitiativeCard.array().meta({ description: "The cards that it concerns" }),
      staying: StayingChange.array().meta({
        description: "The changes that stay in the scenario, because they have no date",
      }),
    })
    .array(),
});
export type InitiativesResult = z.infer<typeof InitiativesResult>;
