/** The rules as data: each finds the worst card wanting, and none the best one. */
import { expect, test } from "bun:test";
import { regulations } from "../../../db/seed/catalogues";
import { normalizeArticle } from "../../../src/areas/compliance/findings/key";
import { rulesOf } from "../../../src/areas/compliance/rules";
import type { AssessedCard } from "../../../src/areas/compliance/rules/facts";
import { evidenceFor, fails, holds } from "../../../src/areas/compliance/rules/rule";

const card = { seq: 1, id: "1", type: "ITComponent", subtype: null, name: "Card" };
const ai = { role: "embedded", confidence: 1, subtype_match: false, signal: "it says so" } as const;

const worst: AssessedCard = {
  card: {
    ...card,
    description: " ",
    lifecycle: {},
    attributes: {
      ...{ businessCriticality: "missionCritical", hostingType: "cloudSaaS", commercialApplication: true },
      resourceClassification: "declined",
    },
  },
  ai,
  data: [{ isPersonalData: true }, { dataSensitivity: "restricted" }],
  providers: [],
  ...{ isOwned: false, support: "eol", restsOnUnsupported: true, phase: "phaseOut", isSucceeded: false },
  ...{ isMapped: false, isConcentrated: true },
};

const best: AssessedCard = {
  card: {
    ...worst.card,
    description: "What it is for",
    lifecycle: { active: "2020-01-01" },
    attributes: { ...worst.card.attributes, resourceClassification: "standard" },
  },
  ai,
  data: [{ isPersonalData: true, dataSensitivity: "restricted" }],
  providers: [{ contractEnd: "2030-01-01" }],
  ...{ isOwned: true, support: "supported", restsOnUnsupported: false, phase: "phaseOut", isSucceeded: true },
  ...{ isMapped: true, isConcentrated: true },
};

const none: AssessedCard = {
  ...{ card: { ...card, type: "Application", description: null, lifecycle: {}, attributes: {} }, ai: undefined },
  ...{ data: [], providers: [], isOwned: true, support: "unknown", restsOnUnsupported: false, phase: null },
  ...{ isSucceeded: false, isMapped: false, isConcentrated: false },
};

const all = regulations.flatMap(({ key }) => rulesOf(key).map((rule) => [key, rule.article, rule] as const));

test.each(all)(
  "the rule %s %s fails for the worst card, and for the best one only where a human review is needed",
  (_key, _article, rule) => {
    expect(fails(rule, worst)).toBe(true);
    expect(fails(rule, best)).toBe(rule.satisfiedWhen === undefined);
    expect(fails(rule, none)).toBe(false);
    expect(evidenceFor(rule, worst)).toMatch(/^It applies (because the card .+|to every card)\.$/);
  },
);

test.each(regulations.map(({ key }) => key))("the regulation %s has one rule for each article", (key) => {
  const articles = rulesOf(key).map(({ article }) => normalizeArticle(article));
  expect(articles.length).toBeGreaterThan(3);
  expect(new Set(articles).size).toBe(articles.length);
});

test("combined conditions hold together, and give their reasons", () => {
  const field = { field: "hostingType", oneOf: ["cloudSaaS", "hybrid"] };
  expect(holds(field, worst)).toBe(true);
  expect(holds(field, none)).toBe(false);
  expect(holds({ field: "type", oneOf: ["Application"] }, none)).toBe(true);
  expect(holds({ all: [] }, none)).toBe(true);
  expect(holds({ any: [] }, none)).toBe(false);
  expect(holds({ not: { any: ["isOwned", field] } }, worst)).toBe(false);
  const rule = { ...all[0]![2], appliesWhen: { all: ["bearsAi" as const, field, { not: "isOwned" as const }] } };
  expect(evidenceFor(rule, worst)).toBe(
    "It applies because the card bears artificial intelligence, and hostingType is cloudSaaS.",
  );
});
