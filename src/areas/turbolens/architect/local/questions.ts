/** The questions of the wizard without a model: what every requirement needs, and what its intents need. */
import type { WizardContext } from "../context";
import { proposeSubject } from "../subjects";

type Question = {
  id: string;
  question: string;
  why: string;
  type: "text" | "choice" | "multi";
  options?: string[];
  nfrCategory?: string;
};

const business: readonly Omit<Question, "id">[] = [
  {
    question: "Who will use it, and roughly how many people or systems are that?",
    why: "Users decide on scale and on how it is reached.",
    type: "text",
  },
  {
    question: "What has to be better afterwards, and how will you measure it?",
    why: "Options are compared by what they bring.",
    type: "text",
  },
  {
    question: "By when is it needed?",
    why: "Time decides between buying and building.",
    type: "choice",
    options: ["3 months", "6 months", "12 months", "later"],
  },
  {
    question: "Which approach may be chosen?",
    why: "Principles or contracts may exclude some.",
    type: "multi",
    options: ["buy", "build", "extend", "reuse"],
  },
];

/** Intent → a question of the business about it. */
const byIntent: Readonly<Record<string, Omit<Question, "id">>> = {
  event_driven: {
    question: "Which events matter, and who must be notified of them how fast?",
    why: "It decides whether messages are needed.",
    type: "text",
  },
  api_integration: {
    question: "Which of today's applications must it exchange data with?",
    why: "Each of them needs an interface.",
    type: "text",
  },
  data_platform: {
    question: "Which data is needed, and who owns it?",
    why: "Data without an owner can't be relied on.",
    type: "text",
  },
  ecommerce: {
    question: "Which sales channels and payments are needed?",
    why: "They decide on products.",
    type: "text",
  },
  identity_access: {
    question: "Whose identities are to be managed: employees, partners or customers?",
    why: "They need different products.",
    type: "multi",
    options: ["employees", "partners", "customers", "systems"],
  },
  cloud_native: {
    question: "Where may it run?",
    why: "It decides on platforms and vendors.",
    type: "choice",
    options: ["cloud", "own data centre", "both"],
  },
  erp_integration: {
    question: "Which processes of the ERP are touched?",
    why: "They limit when and how it can change.",
    type: "text",
  },
  customer_portal: {
    question: "What must customers be able to do by themselves?",
    why: "It decides what the portal needs.",
    type: "text",
  },
  observability: {
    question: "Who is to be notified of a failure, and how fast?",
    why: "It decides on the service level.",
    type: "text",
  },
  compliance: {
    question: "Which regulations apply?",
    why: "They may exclude options.",
    type: "multi",
    options: ["GDPR", "NIS2", "DORA", "EU AI Act", "SOC 2", "ISO 27001"],
  },
  general: {
    question: "What is done today, and what is wrong with it?",
    why: "What exists may be extended.",
    type: "text",
  },
};

const technical: readonly Omit<Question, "id">[] = [
  {
    question: "How long may it be down, and how much data may be lost?",
    why: "It decides on redundancy.",
    type: "choice",
    options: ["minutes", "an hour", "a day"],
    nfrCategory: "reliability",
  },
  {
    question: "By how much will users and data grow in three years?",
    why: "It decides how it must scale.",
    type: "choice",
    options: ["hardly", "twice", "ten times"],
    nfrCategory: "scalability",
  },
  {
    question: "How sensitive is the data?",
    why: "It decides on protection and on where it may lie.",
    type: "choice",
    options: ["public", "internal", "confidential", "restricted"],
    nfrCategory: "security",
  },
  {
    question: "How fast must it answer?",
    why: "It decides on the architecture.",
    type: "choice",
    options: ["at once", "within seconds", "overnight"],
    nfrCategory: "performance",
  },
  {
    question: "How are the neighbouring systems connected today?",
    why: "It decides on interfaces.",
    type: "multi",
    options: ["APIs", "messages", "files", "not at all"],
    nfrCategory: "integration",
  },
  {
    question: "Who will run it?",
    why: "It decides between a hosted service and an own platform.",
    type: "choice",
    options: ["our own team", "a partner", "the vendor"],
    nfrCategory: "operational",
  },
];

const numbered = (prefix: string, questions: readonly Omit<Question, "id">[]): Question[] =>
  questions.map((question, at) => ({ id: `${prefix}${at + 1}`, ...question }));

/** Questions that a phase asks at most. */
const MAX_QUESTIONS = 6;

/** Returns the question about the capability of a requirement that names none. */
const subjectQuestion = (requirement: string): Omit<Question, "id"> => ({
  question: `Which business capability is it about? The requirement names none; “${proposeSubject(requirement)}” would be new.`,
  why: "Options are looked for by capability, and what supports it today may be extended.",
  type: "text",
});

/** Returns the questions to the business. */
export function businessQuestions(context: WizardContext): Record<string, unknown> {
  const { requirement, intents, objectives, capabilities } = context;
  const own = intents.flatMap((intent) => byIntent[intent] ?? []);
  const open = capabilities.length === 0 ? [subjectQuestion(requirement), ...business] : business;
  return {
    summary: `${requirement.slice(0, 300).trim()}${objectives.length > 0 ? ` (for ${objectives.map(({ name }) => name).join(", ")})` : ""}`,
    detectedPatterns: intents,
    phase: 1,
    phaseTitle: "Business questions",
    questions: numbered("q", [...open.slice(0, MAX_QUESTIONS - 1), ...own].slice(0, MAX_QUESTIONS)),
  };
}

/** Returns the technical questions, with insights from the landscape. */
export function technicalQuestions(context: WizardContext): Record<string, unknown> {
  const { insights, capabilities, requirement, answers } = context;
  const given = answers.filter(({ answer }) => answer.trim() !== "");
  const refined = given.map(({ question, answer }) => `${question} ${answer}`).join(" ");
  return {
    phase: 2,
    phaseTitle: "Technical questions",
    refined_requirement: [requirement, refined].filter(Boolean).join(" ").slice(0, 2_000),
    keyInsights: keyInsights(context),
    missingCapabilities: [
      ...capabilities.filter(({ isNew, applications }) => isNew || applications.length === 0).map(({ name }) => name),
      ...insights.uncovered.map(({ name }) => name),
    ].slice(0, 10),
    questions: numbered("t", technical),
  };
}

/** Writes the insights from the graph as sentences. */
function keyInsights({ insights, capabilities }: WizardContext): string[] {
  const covered = capabilities.filter(({ applications }) => applications.length > 0);
  const [point] = insights.singlePoints;
  const [cycle] = insights.cycles;
  return [
    ...covered.map(
      ({ name, applications }) => `${name} is supported by ${applications.map((app) => app.name).join(", ")}`,
    ),
    ...(point ? [`${point.name} is a single point of failure: ${point.links} links meet there`] : []),
    ...(cycle ? [`${cycle.join(", ")} depend on each other in a circle`] : []),
    ...(insights.ownerless.length > 0
      ? [`Nobody is responsible for ${insights.ownerless.map(({ name }) => name).join(", ")}`]
      : []),
    ...(insights.uncovered.length > 0
      ? [`No application supports ${insights.uncovered.map(({ name }) => name).join(", ")}`]
      : []),
  ];
}
