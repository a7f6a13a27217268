/** The texts of a decision by their names. */
import { useLingui } from "@lingui/react/macro";
import type { TextField } from "../../decisions/changes";

/** Gives the heading of a text, and the name of any other field in the history. */
export function useFieldLabel(): (field: string) => string {
  const { t } = useLingui();
  const labels: Record<TextField | "title" | "related_decisions" | "status", string> = {
    title: t`Title`,
    context: t`Context`,
    decision: t`Decision`,
    consequences: t`Consequences`,
    alternatives_considered: t`Alternatives considered`,
    related_decisions: t`Related decisions`,
    status: t`State`,
  };
  return (field) => labels[field as TextField] ?? field;
}
