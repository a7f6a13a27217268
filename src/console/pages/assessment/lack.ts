/** The things that a step of a session needs before the next one. */
import { t } from "@lingui/core/macro";
import type { Session, Step } from "../../analysis/sessions";

/** Returns what must be there before the next step. */
export function lackOf(session: Session, step: Step): string | undefined {
  if (step === "requirement" && !session.requirement?.trim()) return t`Describe the requirement first`;
  const answers = session.answers ?? {};
  const isAnswered = (questions: readonly { id: string }[] = []) =>
    questions.length === 0 || questions.some(({ id }) => [answers[id] ?? ""].flat().join("") !== "");
  if (step === "business" && !isAnswered(session.phase1?.questions)) return t`Answer one question at least`;
  if (step === "technical" && !isAnswered(session.phase2?.questions)) return t`Answer one question at least`;
  if (step === "options" && !session.selectedOptionId) return t`Choose an option first`;
  if (step === "gaps" && (session.gapResult?.gaps.length ?? 0) > 0 && !session.selectedRecs?.length)
    return t`Choose a product first`;
  return undefined;
}
