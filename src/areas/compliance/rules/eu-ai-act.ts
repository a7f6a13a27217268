/** Rules of the EU AI Act (Regulation (EU) 2024/1689). */
import type { Rule } from "./rule";

export const euAiAct: readonly Rule[] = [
  {
    article: "Art. 26",
    category: "human_oversight",
    requirement: "Whoever deploys a system with artificial intelligence assigns its oversight to competent people.",
    appliesWhen: "bearsAi",
    satisfiedWhen: "isOwned",
    status: "non_compliant",
    severity: "high",
    gap: "Nobody is responsible for the card.",
    remediation: "Name somebody who oversees the system as a stakeholder of the card.",
  },
  {
    article: "Art. 11",
    category: "technical_documentation",
    requirement: "There is technical documentation that says what the system is for and how it works.",
    appliesWhen: "bearsAi",
    satisfiedWhen: "isDescribed",
    status: "partial",
    severity: "medium",
    gap: "The card has no description.",
    remediation: "Describe what the system decides or proposes, on what data, and for whom.",
  },
  {
    article: "Art. 10",
    category: "data_governance",
    requirement: "The data that a system is trained on and works with is governed.",
    appliesWhen: { all: ["bearsAi", "usesData"] },
    satisfiedWhen: "knowsSensitivity",
    status: "review_needed",
    severity: "high",
    gap: "The sensitivity of some of the data that the card uses is not known.",
    remediation: "Classify the data objects that the card is linked to.",
  },
  {
    article: "Art. 25",
    category: "value_chain",
    requirement: "It is known who provides the system, because duties are shared along the value chain.",
    appliesWhen: { all: ["bearsAi", "isBought"] },
    satisfiedWhen: "namesProvider",
    status: "partial",
    severity: "medium",
    gap: "The card comes from outside but is linked to no provider.",
    remediation: "Link the card to its provider.",
  },
];
