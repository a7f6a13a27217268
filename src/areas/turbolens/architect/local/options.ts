/** The options, products and dependencies that rules propose without a model. */
import { nameSimilarity } from "../../../../analysis/name-similarity";
import { nameOf } from "../../../../analysis/names";
import { APPLICATION, INTERFACE, IT_COMPONENT } from "../../landscape";
import type { Consolidation } from "../consolidations";
import type { ExistingCard, TargetCapability, WizardContext } from "../context";
import { proposeSubject } from "../subjects";

type Approach = "buy" | "build" | "extend" | "reuse";

/** The texts about an approach. */
const approaches: Readonly<
  Record<Approach, { cost: string; duration: string; complexity: string; pros: string[]; cons: string[] }>
> = {
  reuse: {
    cost: "low",
    duration: "1–3 months",
    complexity: "low",
    pros: ["No new product to run", "Known to its users"],
    cons: ["It does only what it does today"],
  },
  extend: {
    cost: "medium",
    duration: "3–6 months",
    complexity: "medium",
    pros: ["Builds on what is there", "Few new interfaces"],
    cons: ["Ties the capability closer to what exists"],
  },
  buy: {
    cost: "medium to high",
    duration: "3–9 months",
    complexity: "medium",
    pros: ["Available at once", "Maintained by its vendor"],
    cons: ["Licences", "It must be integrated"],
  },
  build: {
    cost: "high",
    duration: "6–18 months",
    complexity: "high",
    pros: ["Fits exactly", "No dependence on a vendor"],
    cons: ["Has to be maintained", "Takes longest"],
  },
};

/**
 * Returns the capabilities to work on: those that were chosen or are named, or else a new one that is named after the
 * requirement.
 */
export function targetsOf({ capabilities, requirement }: WizardContext): TargetCapability[] {
  if (capabilities.length > 0) return capabilities;
  return [{ id: "new_cap_1", name: proposeSubject(requirement), isNew: true, applications: [] }];
}

/** Returns the applications that support what was chosen, each once. */
const supporting = (context: WizardContext): string[] => [
  ...new Set(targetsOf(context).flatMap(({ applications }) => applications.map(({ name }) => name))),
];

function optionOf(approach: Approach, title: string, summary: string, context: WizardContext) {
  const { cost, duration, complexity, pros, cons } = approaches[approach];
  const names = targetsOf(context).map(({ name }) => name);
  const present = supporting(context);
  const isNew = approach === "buy" || approach === "build";
  const newComponents = isNew
    ? names.map((name) => ({ name: `${name} application`, cardTypeKey: APPLICATION, role: "supports the capability" }))
    : [];
  return {
    title: title.slice(0, 200),
    approach,
    summary,
    estimatedCost: cost,
    estimatedDuration: duration,
    estimatedComplexity: complexity,
    pros,
    cons,
    impactPreview: {
      newComponents,
      modifiedComponents: isNew ? [] : present.map((name) => ({ name, cardTypeKey: APPLICATION, change: approach })),
      newIntegrations: newComponents.flatMap(({ name }) =>
        present.slice(0, 3).map((to) => ({ from: name, to, protocol: "API" })),
      ),
      retiredComponents: [],
    },
  };
}

/** Returns the option to keep one of some duplicates. */
function consolidationOf({ keep, retire }: Consolidation) {
  const others = retire.join(", ");
  return {
    title: `Keep ${keep}, retire ${others}`.slice(0, 200),
    approach: "reuse" as const,
    summary: `${others}: confirmed to do what ${keep} does. Move users, data and interfaces to ${keep}, then retire what is left.`,
    estimatedCost: "low",
    estimatedDuration: "3–6 months",
    estimatedComplexity: "medium",
    pros: ["Less to run and to pay for", "One place for the same data"],
    cons: ["Its users have to move"],
    impactPreview: {
      newComponents: [],
      modifiedComponents: [{ name: keep, cardTypeKey: APPLICATION, change: "takes over" }],
      newIntegrations: [],
      retiredComponents: retire.map((name) => ({ name, cardTypeKey: APPLICATION, role: `duplicate of ${keep}` })),
    },
  };
}

/** Options that are proposed at most. */
const MAX_OPTIONS = 4;

/** Returns the approaches that the landscape allows, with what each changes. */
export function proposeOptions(context: WizardContext): Record<string, unknown> {
  const names = targetsOf(context)
    .map(({ name }) => name)
    .join(", ");
  const present = supporting(context);
  const some = present.slice(0, 3).join(", ");
  const proposed: [Approach, string, string][] = [
    ...(present.length > 0
      ? ([
          ["reuse", `Use ${some}`, `${some} already support(s) ${names}; use it for the requirement as it is.`],
          ["extend", `Extend ${some}`, `Extend ${some} by what the requirement adds to ${names}.`],
        ] as [Approach, string, string][])
      : []),
    ["buy", `Buy a product for ${names}`, `Introduce a product for ${names} and connect it to the landscape.`],
    [
      "build",
      `Build an application for ${names}`,
      `Build an application for ${names} on the components that are there.`,
    ],
  ];
  return {
    summary:
      present.length > 0
        ? `${names}: ${present.length} application(s) support it today.`
        : `Nothing supports ${names} today.`,
    options: [
      ...context.consolidations.map(consolidationOf),
      ...proposed.map(([approach, title, summary]) => optionOf(approach, title, summary, context)),
    ]
      .slice(0, MAX_OPTIONS)
      .map((option, at) => ({ id: `opt_${at + 1}`, ...option })),
  };
}

/** Returns names of cards of a type whose names are alike or have words of a text, the best first. */
function existingFor(context: WizardContext, type: string, text: string, most: number): ExistingCard[] {
  const name = nameOf(text);
  const vocabulary = { weightOf: () => 1, isCommon: () => false };
  return context.existing
    .filter((card) => card.type === type)
    .map((card) => ({ card, alike: nameSimilarity(nameOf(card.name), name, vocabulary) }))
    .filter(({ alike }) => alike > 0.3)
    .sort((a, b) => b.alike - a.alike)
    .slice(0, most)
    .map(({ card }) => card);
}

const approachOf = (option: Option): string => (typeof option?.["approach"] === "string" ? option["approach"] : "buy");

type Option = Record<string, unknown> | null | undefined;

/** Returns the names of the components of a kind in the preview of an option. */
export function previewed(option: Option, kind: "modifiedComponents" | "retiredComponents"): string[] {
  const preview = option?.["impactPreview"] as Record<string, unknown> | null | undefined;
  const components = preview?.[kind];
  if (!Array.isArray(components)) return [];
  return components.flatMap((component) => (typeof component?.name === "string" ? component.name : []));
}

function recommendation(name: string, why: string, approach: Approach, recommended: boolean) {
  const { cost, pros, cons, complexity } = approaches[approach];
  const integrationEffort = complexity === "high" ? "high" : complexity;
  return { name, vendor: "", why, pros, cons, estimatedCost: cost, integrationEffort, recommended };
}

/** Gaps that are answered at most. */
const MAX_GAPS = 3;

/** Says what each target lacks, and what could fill the gap. */
export function proposeGaps(context: WizardContext, option: Option): Record<string, unknown> {
  const approach = approachOf(option);
  const modified = previewed(option, "modifiedComponents");
  const retired = previewed(option, "retiredComponents");
  const gaps = targetsOf(context)
    .slice(0, MAX_GAPS)
    .map(({ name, applications }) => {
      const candidates = [...applications, ...existingFor(context, APPLICATION, name, 2)];
      const reused = [...new Set(candidates.map((card) => card.name))]
        .filter((card) => !retired.includes(card))
        .sort((one, other) => Number(modified.includes(other)) - Number(modified.includes(one)))
        .slice(0, 2);
      const reuse = reused.map((card, at) =>
        recommendation(
          card,
          "It is there, and close to the capability.",
          at === 0 ? "extend" : "reuse",
          at === 0 && approach !== "buy" && approach !== "build",
        ),
      );
      const isBuilt = approach === "build";
      const fresh = recommendation(
        `${name} application`,
        isBuilt ? "Built for the requirement." : "A product that is made for the capability.",
        isBuilt ? "build" : "buy",
        approach === "buy" || isBuilt || reuse.length === 0,
      );
      return {
        capability: name,
        impact:
          applications.length === 0
            ? "No application supports it today."
            : `${applications.length} application(s) support it today.`,
        urgency: applications.length === 0 ? "high" : "medium",
        recommendations: fresh.recommended ? [fresh, ...reuse] : [...reuse, fresh],
      };
    });
  return { summary: `${gaps.length} gap(s) to fill by the approach “${approach}”.`, gaps };
}

/** Dependencies that are proposed at most. */
const MAX_DEPENDENCIES = 3;

/** Says what chosen products need next to them: a platform, interfaces and identities, from what is there first. */
export function proposeDependencies(context: WizardContext): Record<string, unknown> {
  const needs: { need: string; reason: string; type: string; words: string }[] = [
    {
      need: "A platform to run on",
      reason: "An application needs a supported component underneath.",
      type: IT_COMPONENT,
      words: "platform server cloud kubernetes database",
    },
    {
      need: "Interfaces to its neighbours",
      reason: "It exchanges data with what is there.",
      type: INTERFACE,
      words: "api gateway interface integration",
    },
    {
      need: "Identities of its users",
      reason: "Users must be known and allowed.",
      type: IT_COMPONENT,
      words: "identity access directory login",
    },
  ];
  const dependencies = needs.slice(0, MAX_DEPENDENCIES).map(({ need, reason, type, words }) => {
    const found = words.split(" ").flatMap((word) => existingFor(context, type, word, 1));
    const names = [...new Set(found.map(({ name }) => name))].slice(0, 2);
    const reuse = names.map((name, at) => recommendation(name, "It is there already.", "reuse", at === 0));
    const fresh = recommendation(
      `New: ${need.toLowerCase()}`,
      "Nothing of the kind is there, or it should be separate.",
      "buy",
      reuse.length === 0,
    );
    return { need, reason, urgency: "medium", options: [...reuse, fresh] };
  });
  return { summary: "What every solution of this kind needs in addition.", dependencies };
}
