/** Sessions of the architect's wizard: what they hold, how they are saved, and what the server is asked in each step. */
import { toast, tryChange } from "../server/changes";
import { answered, api } from "../server/client";
import { cache } from "../server/queries";
import { asRefusal } from "../server/refusal";
import { createStore } from "../state/store";
import { type Assessment, assessmentQuery, assessmentsQuery } from "./queries";

export type PickedCard = { id: string; name: string; isNew?: boolean };
export type Question = {
  id: string;
  question: string;
  why?: string;
  type?: "text" | "choice" | "multi";
  options?: string[];
  nfrCategory?: string;
};
/** The facts that each answer of the wizard has: its engine, and why a model's answer was not used. */
type WizardFacts = { engine?: string; problems?: string[]; summary?: string };
export type Questions = WizardFacts & { questions: Question[]; keyInsights?: string[]; missingCapabilities?: string[] };
type Component = { name?: string; role?: string; change?: string };
export type Option = {
  id: string;
  title: string;
  approach?: string;
  summary?: string;
  estimatedCost?: string;
  estimatedDuration?: string;
  estimatedComplexity?: string;
  pros?: string[];
  cons?: string[];
  impactPreview?: Partial<Record<"newComponents" | "modifiedComponents" | "retiredComponents", Component[]>>;
};
export type Options = WizardFacts & { options: Option[] };
export type Product = {
  name?: string;
  recommendation?: string;
  vendor?: string;
  why?: string;
  pros?: string[];
  cons?: string[];
  estimatedCost?: string;
  integrationEffort?: string;
  recommended?: boolean;
};
export type Gaps = WizardFacts & {
  gaps: { capability?: string; impact?: string; urgency?: string; recommendations?: Product[] }[];
};
export type Dependencies = WizardFacts & {
  dependencies: { need?: string; reason?: string; urgency?: string; options?: Product[] }[];
};
export type ProposedCard = {
  id: string;
  name: string;
  cardTypeKey: string;
  isNew: boolean;
  existingCardId?: string;
  rationale?: string;
};
export type Mapping = WizardFacts & {
  capabilities: { id: string; name: string; isNew: boolean; rationale?: string }[];
  proposedCards: ProposedCard[];
  proposedRelations: { sourceId: string; targetId: string; relationType: string; label?: string }[];
};

/** The content of a session. Names are those that the commit reads. */
export type Session = {
  requirement?: string;
  objectives?: PickedCard[];
  capabilities?: PickedCard[];
  phase1?: Questions;
  phase2?: Questions;
  answers?: Record<string, string | string[]>;
  optionsResult?: Options;
  archOptions?: Option[];
  selectedOptionId?: string;
  gapResult?: Gaps;
  selectedRecs?: string[];
  depsResult?: Dependencies;
  selectedDeps?: string[];
  capabilityMapping?: Mapping;
  leftOutCards?: string[];
  leftOutRelations?: number[];
  renamedCards?: Record<string, string>;
};

/** The steps in their order. */
export const STEPS = ["requirement", "business", "technical", "options", "gaps", "needs", "target", "commit"] as const;
export type Step = (typeof STEPS)[number];

/** The part of a session that the server answers in a step. */
export const ANSWERS = {
  business: "phase1",
  technical: "phase2",
  options: "optionsResult",
  gaps: "gapResult",
  needs: "depsResult",
  target: "capabilityMapping",
} as const satisfies Partial<Record<Step, keyof Session>>;

/** Sessions with changes that the server has not stored yet, by id. */
export const drafts = createStore<ReadonlyMap<string, Session>>(new Map());
/** The last saving of each session: they are sent one after the other. */
const savings = new Map<string, Promise<unknown>>();

/** Returns the session of an assessment as it was read. */
export const sessionOf = (assessment: Pick<Assessment, "session_data">): Session =>
  (assessment.session_data ?? {}) as Session;

/** Changes a session: shown at once, and saved after what was changed before. */
export function changeSession(
  assessment: Assessment,
  changes: Session,
  more: { title?: string } = {},
): Promise<boolean> {
  const { id } = assessment;
  const next: Session = { ...(drafts.value().get(id) ?? sessionOf(assessment)), ...changes };
  drafts.update((all) => new Map(all).set(id, next));
  const saving = (savings.get(id) ?? Promise.resolve()).then(() => sendSession(id, next, more));
  savings.set(id, saving);
  void saving.finally(() => {
    if (savings.get(id) === saving) drafts.update((all) => new Map([...all].filter(([key]) => key !== id)));
  });
  return saving;
}

async function sendSession(id: string, session: Session, more: { title?: string }): Promise<boolean> {
  const isSaved = await tryChange({
    send: () =>
      api.PATCH("/api/v1/turbolens/assessments/{assessment_id}", {
        params: { path: { assessment_id: id } },
        body: {
          ...more,
          requirement: session.requirement ?? "",
          sessionData: session as Record<string, unknown>,
        } as never,
      }),
  });
  await cache.invalidateQueries({ queryKey: assessmentQuery(id).queryKey });
  void cache.invalidateQueries({ queryKey: assessmentsQuery.queryKey });
  return isSaved;
}

/** Creates a session. @returns its id; undefined when it is refused */
export async function createSession(title: string): Promise<string | undefined> {
  try {
    const body = { title, requirement: "", sessionData: {} } as never;
    const { id } = await answered(api.POST("/api/v1/turbolens/assessments", { body }));
    await cache.invalidateQueries({ queryKey: assessmentsQuery.queryKey });
    return id;
  } catch (error) {
    toast("failed", asRefusal(error).message);
    return undefined;
  }
}

/** Returns the questions of a session with their answers, as the wizard reads them. */
const answersOf = ({ phase1, phase2, answers = {} }: Session) =>
  [...(phase1?.questions ?? []), ...(phase2?.questions ?? [])].map(({ id, question }) => ({
    question,
    answer: [answers[id] ?? ""].flat().join(", "),
  }));

/** Returns the products that were chosen at places as "0:1". */
export const chosenProducts = ({ gapResult, selectedRecs = [] }: Session) =>
  (gapResult?.gaps ?? []).flatMap(({ capability, recommendations = [] }, gap) =>
    recommendations
      .filter((_, at) => selectedRecs.includes(`${gap}:${at}`))
      .map((product) => ({ ...product, capability: capability ?? "", role: "primary" })),
  );

const chosenNeeds = ({ depsResult, selectedDeps = [] }: Session) =>
  (depsResult?.dependencies ?? []).flatMap(({ options = [] }, need) =>
    options
      .filter((_, at) => selectedDeps.includes(`${need}:${at}`))
      .map((product) => ({ ...product, capability: "", role: "dependency" })),
  );

/** Returns what the wizard is sent. */
function requestOf(session: Session) {
  const allQA = answersOf(session);
  return {
    requirement: session.requirement,
    phase1QA: allQA,
    allQA,
    objectiveIds: session.objectives?.map(({ id }) => id) ?? [],
    selectedCapabilities: session.capabilities ?? [],
    selectedOption: session.archOptions?.find(({ id }) => id === session.selectedOptionId) ?? null,
    selectedProducts: chosenProducts(session),
    selectedRecommendations: [...chosenProducts(session), ...chosenNeeds(session)],
  };
}

/** Returns the places of what is recommended, which is chosen at first. */
const recommendedIn = (groups: readonly (readonly Product[] | undefined)[]): string[] =>
  groups.flatMap((products = [], group) =>
    products.flatMap(({ recommended }, at) => (recommended ? [`${group}:${at}`] : [])),
  );

const posts = {
  business: "/api/v1/turbolens/architect/phase1",
  technical: "/api/v1/turbolens/architect/phase2",
  options: "/api/v1/turbolens/architect/phase3/options",
  gaps: "/api/v1/turbolens/architect/phase3/gaps",
  needs: "/api/v1/turbolens/architect/phase3/deps",
  target: "/api/v1/turbolens/architect/phase3",
} as const;

/** Returns a session's part that follows from the answer to a step; what came after it is asked anew. */
function partOf(step: keyof typeof ANSWERS, answer: never): Session {
  const none: Session = {
    capabilityMapping: undefined,
    leftOutCards: [],
    leftOutRelations: [],
    renamedCards: {},
  } as Session;
  const noNeeds = { ...none, depsResult: undefined, selectedDeps: [] } as Session;
  const noGaps = { ...noNeeds, gapResult: undefined, selectedRecs: [] } as Session;
  const noOptions = { ...noGaps, optionsResult: undefined, archOptions: [], selectedOptionId: "" } as Session;
  switch (step) {
    case "business":
      return { ...noOptions, phase2: undefined, phase1: answer } as Session;
    case "technical":
      return { ...noOptions, phase2: answer };
    case "options":
      return { ...noGaps, optionsResult: answer, archOptions: (answer as Options).options };
    case "gaps":
      return {
        ...noNeeds,
        gapResult: answer,
        selectedRecs: recommendedIn((answer as Gaps).gaps.map(({ recommendations }) => recommendations)),
      };
    case "needs":
      return {
        ...none,
        depsResult: answer,
        selectedDeps: recommendedIn((answer as Dependencies).dependencies.map(({ options }) => options)),
      };
    case "target":
      return { ...none, capabilityMapping: answer };
  }
}

/** Asks the wizard about a step, and stores its answer. @returns true when it has answered */
export async function askWizard(assessment: Assessment, step: keyof typeof ANSWERS): Promise<boolean> {
  const session = drafts.value().get(assessment.id) ?? sessionOf(assessment);
  try {
    const answer = await answered(api.POST(posts[step], { body: requestOf(session) as never }));
    return await changeSession(assessment, partOf(step, answer as never));
  } catch (error) {
    toast("failed", asRefusal(error).message);
    return false;
  }
}
