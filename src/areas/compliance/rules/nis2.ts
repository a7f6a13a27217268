/** Rules of the NIS2 Directive (Directive (EU) 2022/2555). */
import type { Rule } from "./rule";

export const nis2: readonly Rule[] = [
  {
    article: "Art. 21(2)(c)",
    category: "continuity",
    requirement: "The business continues when a system ends.",
    appliesWhen: { all: ["isCritical", "isPhasingOut"] },
    satisfiedWhen: "isSucceeded",
    status: "partial",
    severity: "high",
    gap: "The card is being phased out without a successor.",
    remediation: "Decide what takes its place, and link it as its successor.",
  },
  {
    article: "Art. 21(2)(d)",
    category: "supply_chain",
    requirement: "The security of the supply chain is managed, supplier by supplier.",
    appliesWhen: { all: ["isCritical", "isBought"] },
    satisfiedWhen: "namesProvider",
    status: "partial",
    severity: "high",
    gap: "The card comes from outside but is linked to no provider.",
    remediation: "Link the card to its provider.",
  },
  {
    article: "Art. 21(2)(e)",
    category: "vulnerability_handling",
    requirement: "Vulnerabilities of systems are handled as long as they are in use.",
    appliesWhen: "isCritical",
    satisfiedWhen: { not: { any: ["isUnsupported", "restsOnUnsupported"] } },
    status: "non_compliant",
    severity: "critical",
    gap: "Something critical gets no security fixes any more.",
    remediation: "Replace what is no longer supported, or extend its support.",
  },
  {
    article: "Art. 21(2)(i)",
    category: "asset_management",
    requirement: "Somebody answers for each critical asset.",
    appliesWhen: "isCritical",
    satisfiedWhen: "isOwned",
    status: "non_compliant",
    severity: "high",
    gap: "Nobody is responsible for the card.",
    remediation: "Name somebody who is responsible as a stakeholder of the card.",
  },
];
