/** The architecture wizard on the wire. */
import { z } from "zod";
import {
  FreeObject,
  Id,
  LINE,
  LONG,
  namedObject,
  orNull,
  Text,
  Uuid,
  Whole,
  withinLimits,
} from "../../../http/schemas";

/** Returns the name of a field in snake case, which is accepted too: `phase1QA` → `phase1_qa`. */
const snakeCase = (name: string) => name.replace(/([a-z0-9])([A-Z]+)/g, "$1_$2").toLowerCase();

/** Returns an object whose fields may also be sent in snake case. */
export function withAliases<Shape extends z.ZodRawShape>(shape: Shape) {
  const aliases = Object.keys(shape).map((name) => [snakeCase(name), name] as const);
  return z.preprocess((input) => {
    if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
    const fields: Record<string, unknown> = { ...input };
    for (const [alias, name] of aliases) if (alias in fields && !(name in fields)) fields[name] = fields[alias];
    return fields;
  }, z.object(shape));
}

/** Objects of one list of a request. */
const MAX_OBJECTS = 200;
const Objects = z.array(FreeObject).max(MAX_OBJECTS);
const Answers = z.union([FreeObject, z.array(z.unknown()).max(MAX_OBJECTS).superRefine(withinLimits)]).meta({
  description: "The questions with their answers: a list of `{question, answer}`",
});

export const ArchitectRequest = withAliases({
  phase: orNull(Whole(-1_000, 1_000)),
  requirement: orNull(Text(LONG)),
  phase1QA: orNull(Answers),
  allQA: orNull(Answers),
  selectedOption: orNull(FreeObject),
  selectedRecommendations: orNull(Objects),
  selectedProducts: orNull(Objects),
  objectiveIds: orNull(z.array(Text(100)).max(MAX_OBJECTS)),
  selectedCapabilities: orNull(Objects),
}).meta({ id: "ArchitectRequest" });
export type ArchitectRequest = z.infer<typeof ArchitectRequest>;

/** Says what the wizard answers: what a model has written, or the local engine in the same shape. */
export const WizardAnswer = z.unknown().meta({
  type: "object",
  additionalProperties: true,
  description: "Its `engine` is `local`, or the model; `problems` name why a model's answer was not used",
});

export const LookupQuery = z.object({
  search: Text(LINE)
    .optional()
    .meta({ description: "A part of the name or the description; `%` and `_` stand for any characters" }),
});

export const ObjectiveItem = namedObject("ObjectiveItem", {
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  subtype: z.string().nullable(),
});
export const CapabilityItem = ObjectiveItem.omit({ subtype: true }).meta({ id: "CapabilityItem" });

export const DependencyQuery = z.object({
  objective_ids: Text(20_000).default("").meta({ description: "Ids of cards, parted by commas" }),
});

const Edge = z.object({
  source: Id,
  target: Id,
  type: z.string(),
  label: z.string(),
  reverse_label: z.string().nullable(),
});
export type Edge = z.infer<typeof Edge>;

export const ObjectiveDependencies = namedObject("ObjectiveDependencies", {
  nodes: z
    .object({
      id: Id,
      name: z.string(),
      type: z.string(),
      lifecycle: z.record(z.string(), z.unknown()),
      attributes: z.record(z.string(), z.unknown()),
      parent_id: Id.nullable(),
      path: z.string().array(),
    })
    .array(),
  edges: Edge.array(),
});
export type ObjectiveDependencies = z.infer<typeof ObjectiveDependencies>;

/** Cards and relations that one commit may make. */
const MAX_CARDS = 2_000;
const MAX_RELATIONS = 5_000;

const Day = Text(30);

export const CommitRequest = withAliases({
  assessmentId: Uuid,
  initiativeName: Text(LINE, 1),
  startDate: Day,
  endDate: Day,
  selectedCardIds: z.array(Text(200)).max(MAX_CARDS),
  selectedRelationIndices: z.array(Whole(-1_000_000, 1_000_000)).max(MAX_RELATIONS),
  objectiveIds: z.array(Text(100)).max(MAX_OBJECTS).default([]),
  renamedCards: z
    .record(z.string().max(200), Text(LINE))
    .default({})
    .refine((renamed) => Object.keys(renamed).length <= MAX_CARDS, `must not have more than ${MAX_CARDS} entries`),
}).meta({ id: "CommitRequest" });
export type CommitRequest = z.infer<typeof CommitRequest>;
