/** The foot of the findings: how many there are, and those about which nothing is decided or done. */
import { Plural, Trans } from "@lingui/react/macro";
import type { FindingSummary } from "../../compliance/queries";
import { type Filter, formatFilter, parseFilter, withoutField } from "../../filters/condition";
import { number } from "../../language/format";
import { Foot, KeyHint } from "../../ui/bars";

type FootProps = {
  total: number;
  summary: FindingSummary | undefined;
  filter: Filter;
  setFilter: (filter: Filter) => void;
};

/** Shows the foot. */
export function ComplianceFoot({ total, summary, filter, setFilter }: FootProps) {
  const lacking = summary?.regulations.reduce((sum, { by_status }) => sum + (by_status["non_compliant"] ?? 0), 0) ?? 0;
  const gaps = "status:non_compliant|partial|review_needed";
  return (
    <Foot>
      <span>
        <b>{number(total)}</b> <Plural value={total} one="finding" other="findings" />
      </span>
      <span>
        <Trans>
          <b>{number(lacking)}</b> not compliant
        </Trans>
      </span>
      {summary && summary.undecided > 0 && (
        <button
          type="button"
          className="lk"
          onClick={() =>
            setFilter(
              parseFilter(
                `${formatFilter(withoutField(withoutField(filter, "status"), "decision"))} ${gaps} decision:new`,
              ),
            )
          }
        >
          <Trans>{number(summary.undecided)} without a decision</Trans>
        </button>
      )}
      {summary && summary.gaps_without_risk > 0 && (
        <button
          type="button"
          className="lk"
          onClick={() =>
            setFilter(
              parseFilter(
                `${formatFilter(["status", "decision", "risk_id"].reduce(withoutField, filter))} ${gaps} decision:new|in_review risk_id:empty`,
              ),
            )
          }
        >
          <Trans>{number(summary.gaps_without_risk)} gaps without a risk</Trans>
        </button>
      )}
      <span className="sp" />
      <span className="desk-only">
        <KeyHint keys={["space"]}>
          <Trans>peek</Trans>
        </KeyHint>
        <KeyHint keys={["x"]}>
          <Trans>select</Trans>
        </KeyHint>
        <KeyHint keys={["?"]}>
          <Trans>all keys</Trans>
        </KeyHint>
      </span>
    </Foot>
  );
}
