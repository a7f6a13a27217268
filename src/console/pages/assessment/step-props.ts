/** The props that all steps of a session share. */
import type { Assessment } from "../../analysis/queries";
import type { Session } from "../../analysis/sessions";

export type StepProps = {
  assessment: Assessment;
  session: Session;
  /** False once it is committed, and for whoever may only read it. */
  mayWrite: boolean;
  change: (changes: Session) => void;
};
