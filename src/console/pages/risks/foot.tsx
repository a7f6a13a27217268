/** The foot of the register: how many risks there are, and those that lack something. */
import { Plural, Trans } from "@lingui/react/macro";
import { parseFilter, withCondition } from "../../filters/condition";
import { number } from "../../language/format";
import type { RiskMetrics } from "../../risks/queries";
import { Foot, KeyHint } from "../../ui/bars";
import type { Register } from "./state";

/** Returns yesterday, the last day on which something due then is overdue. */
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

type FootProps = { register: Register; total: number; metrics: RiskMetrics | undefined };

/** Shows the foot. @param props.total the number of those in the list */
export function RegisterFoot({ register, total, metrics }: FootProps) {
  const { filter, setFilter } = register;
  const overdue = metrics?.overdue ?? 0;
  const withoutTasks = metrics?.without_tasks ?? 0;
  const unassessed = metrics ? metrics.total - metrics.residual_matrix.flat().reduce((all, one) => all + one, 0) : 0;
  const missing = (field: string) => setFilter(withCondition(filter, { field, isNegated: false, kind: "empty" }));
  return (
    <Foot>
      <span>
        <b>{number(total)}</b> <Plural value={total} one="risk" other="risks" />
      </span>
      {overdue > 0 ? (
        <button
          type="button"
          className="lk"
          onClick={() =>
            setFilter(parseFilter(`-status:closed|accepted|mitigated target_resolution_date<${yesterday()}`))
          }
        >
          <Trans>{number(overdue)} overdue</Trans>
        </button>
      ) : (
        metrics && (
          <span>
            <Trans>
              <b>0</b> overdue
            </Trans>
          </span>
        )
      )}
      {withoutTasks > 0 && (
        <button type="button" className="lk" onClick={() => missing("task_id")}>
          <Trans>{number(withoutTasks)} without mitigation</Trans>
        </button>
      )}
      {unassessed > 0 && (
        <button type="button" className="lk" onClick={() => missing("residual_level")}>
          <Trans>{number(unassessed)} not assessed after it</Trans>
        </button>
      )}
      <span className="sp" />
      <span className="desk-only">
        <KeyHint keys={["m"]}>
          <Trans>matrix</Trans>
        </KeyHint>
        <KeyHint keys={["e"]}>
          <Trans>edit</Trans>
        </KeyHint>
        <KeyHint keys={["space"]}>
          <Trans>peek</Trans>
        </KeyHint>
        <KeyHint keys={["?"]}>
          <Trans>all keys</Trans>
        </KeyHint>
      </span>
    </Foot>
  );
}
