/** The words of risks, in the language of the page. */
import { t } from "@lingui/core/macro";
import type { Category, Impact, Level, Occurrence, Probability, Status, Task } from "./queries";

/** Returns the words of the levels. */
export const levelWords = (): Record<Level, string> => ({
  critical: t`Critical`,
  high: t`High`,
  medium: t`Medium`,
  low: t`Low`,
});

/** Returns the words of probabilities. */
export const probabilityWords = (): Record<Probability, string> => ({
  very_high: t`Very high`,
  high: t`High`,
  medium: t`Medium`,
  low: t`Low`,
  very_low: t`Very low`,
});

/** Returns the words of impacts. */
export const impactWords = (): Record<Impact, string> => ({
  critical: t`Critical`,
  high: t`High`,
  medium: t`Medium`,
  low: t`Low`,
  negligible: t`Negligible`,
});

/** Returns the words of the statuses. */
export const statusWords = (): Record<Status, string> => ({
  identified: t`Identified`,
  analysed: t`Analysed`,
  mitigation_planned: t`Mitigation planned`,
  in_progress: t`In progress`,
  mitigated: t`Mitigated`,
  monitoring: t`Monitored`,
  accepted: t`Accepted`,
  closed: t`Closed`,
});

/** Returns the verbs that lead to the statuses. */
export const statusVerbs = (): Record<Status, string> => ({
  identified: t`Back to identified`,
  analysed: t`Mark analysed`,
  mitigation_planned: t`Plan mitigation`,
  in_progress: t`Start mitigation`,
  mitigated: t`Mark mitigated`,
  monitoring: t`Monitor`,
  accepted: t`Accept with a reason`,
  closed: t`Close`,
});

/** Returns the words of the categories. */
export const categoryWords = (): Record<Category, string> => ({
  security: t`Security`,
  compliance: t`Compliance`,
  operational: t`Operational`,
  technology: t`Technology`,
  financial: t`Financial`,
  reputational: t`Reputational`,
  strategic: t`Strategic`,
});

/** Returns the words of an occurrence's status. */
export const occurrenceWords = (): Record<Occurrence["status"], string> => ({
  scheduled: t`Later`,
  open: t`To do`,
  done: t`Done`,
  skipped: t`Skipped`,
});

/** Returns the words of the units in which a task comes again. */
export const unitWords = (): Record<Task["recurrence_unit"], string> => ({
  none: t`Once`,
  days: t`Days`,
  weeks: t`Weeks`,
  months: t`Months`,
  years: t`Years`,
});

/** Returns words as choices, in their order. */
export const choicesOf = <K extends string>(words: Record<K, string>): { value: K; label: string }[] =>
  (Object.keys(words) as K[]).map((value) => ({ value, label: words[value] }));

/** Returns the number of a reference, as 7 of R-000007. */
export const numberOf = (reference: string): string => reference.replace(/^\D+0*/, "");
