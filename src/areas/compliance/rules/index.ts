/** The rules of the built-in regulations. */
import { dora } from "./dora";
import { euAiAct } from "./eu-ai-act";
import { gdpr } from "./gdpr";
import { iso27001 } from "./iso27001";
import { nis2 } from "./nis2";
import type { Rule } from "./rule";
import { soc2 } from "./soc2";

/** The key of the regulation whose findings are about artificial intelligence. */
export const EU_AI_ACT = "eu_ai_act";

const rules: ReadonlyMap<string, readonly Rule[]> = new Map([
  [EU_AI_ACT, euAiAct],
  ["gdpr", gdpr],
  ["nis2", nis2],
  ["dora", dora],
  ["soc2", soc2],
  ["iso27001", iso27001],
]);

/** Returns the rules of a regulation; none for one that administrators have added. */
export const rulesOf = (regulation: string): readonly Rule[] => rules.get(regulation) ?? [];
