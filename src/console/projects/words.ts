/** The words of projects, in the language of the page. */
import { t } from "@lingui/core/macro";
import type { CostLine, Health, ProjectRisk, Task } from "./queries";

/** Returns the words of a report's judgements. */
export const healthWords = (): Record<Health, string> => ({
  onTrack: t`On track`,
  atRisk: t`At risk`,
  offTrack: t`Off track`,
});

/** The aspects that a report judges, in their order. */
export const ASPECTS = ["schedule_health", "cost_health", "scope_health"] as const;
export type Aspect = (typeof ASPECTS)[number];

/** Returns the words of the aspects. */
export const aspectWords = (): Record<Aspect, string> => ({
  schedule_health: t`Time`,
  cost_health: t`Cost`,
  scope_health: t`Scope`,
});

/** Returns the words of a task's statuses, in the order of the board. */
export const taskWords = (): Record<Task["status"], string> => ({
  todo: t`To do`,
  in_progress: t`In progress`,
  blocked: t`Blocked`,
  done: t`Done`,
});

/** Returns the words of a task's priorities, the highest first. */
export const priorityWords = (): Record<Task["priority"], string> => ({
  critical: t`Critical`,
  high: t`High`,
  medium: t`Medium`,
  low: t`Low`,
});

/** Returns the words of the kinds of money. */
export const categoryWords = (): Record<CostLine["category"], string> => ({ capex: t`Capex`, opex: t`Opex` });

/** Returns the words of a risk's statuses. */
export const riskWords = (): Record<ProjectRisk["status"], string> => ({
  open: t`Open`,
  mitigating: t`Being mitigated`,
  mitigated: t`Mitigated`,
  accepted: t`Accepted`,
  closed: t`Closed`,
});

/** Returns words as choices, in their order. */
export const choicesOf = <K extends string>(words: Record<K, string>): { value: K; label: string }[] =>
  (Object.keys(words) as K[]).map((value) => ({ value, label: words[value] }));

/** Returns the words of a judgement. @param health an aspect and a judgement, as in `cost_health.atRisk` */
export function judgementWord(health: string): string {
  const [aspect = "", judgement = ""] = health.split(".");
  if (judgement === "noReport") return t`without a report`;
  return [aspectWords()[aspect as Aspect] ?? aspect, healthWords()[judgement as Health] ?? judgement].join(": ");
}
