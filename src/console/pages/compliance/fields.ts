/** The fields that findings can be filtered by. */
import { useLingui } from "@lingui/react/macro";
import type { FindingSummary } from "../../compliance/queries";
import { decisionWords, findingStatusWords, severityWords } from "../../compliance/words";
import type { FilterableField } from "../../filters/field";
import { choicesOf } from "../../risks/words";

/** Gives the fields. @param summary of the list, whose regulations and causes can be chosen */
export function useFindingFields(summary: FindingSummary | undefined): FilterableField[] {
  const { t } = useLingui();
  const cause = (summary?.causes ?? []).map(({ cause_of, cause }) => ({ value: cause_of, label: cause }));
  const regulations = (summary?.regulations ?? []).map(({ regulation, label, total }) => ({
    ...{ value: regulation, label: label ?? regulation, count: total },
  }));
  const field = (name: string, label: string, choices: FilterableField["choices"]) => ({
    ...{ name, label, choices, isNumber: false },
  });
  return [
    field("regulation", t`Regulation`, regulations),
    field("status", t`State`, choicesOf(findingStatusWords())),
    field("severity", t`Severity`, choicesOf(severityWords())),
    field("decision", t`Decision`, choicesOf(decisionWords())),
    field("scope_type", t`About`, [
      { value: "card", label: t`A card` },
      { value: "landscape", label: t`The landscape` },
    ]),
    field("risk_id", t`Risk`, []),
    field("evidence", t`Evidence`, []),
    field("reviewed_by", t`Reviewer`, []),
    field("cause_of", t`Cause`, cause),
  ];
}
