/** The bar that says what undoing a batch would do, what stands in its way, and does it. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import type { Batch } from "../../journal/words";
import { moment } from "../../language/format";
import { undoBatch } from "../../server/changes";
import type { Schemas } from "../../server/client";
import { Button } from "../../ui/button";
import { Status } from "../../ui/signs";
import { Failed } from "../../ui/states";
import { planQuery } from "./queries";

type Plan = Schemas["RollbackPlan"];

/** Shows the plan of the undoing; nothing is asked afterwards. */
export function UndoBar({ batch }: { batch: Batch }) {
  const { t } = useLingui();
  const { data: plan, error, refetch } = useQuery(planQuery(batch.id));
  if (batch.rolled_back_at)
    return (
      <footer className="actbar c2 t12">
        <Trans>Undone {moment(batch.rolled_back_at)}. The undoing is a batch of its own, and can be undone, too.</Trans>
      </footer>
    );
  if (error) return <Failed error={error} retry={refetch} />;
  if (!plan) return <footer className="actbar" aria-busy="true" />;
  const count = plan.operations.length;
  if (count === 0)
    return (
      <footer className="actbar c2 t12">
        <Trans>Nothing of it can be undone.</Trans>
        <span>{plan.unsupported_events[0]?.reason}</span>
      </footer>
    );
  const undo = (force: boolean) => void undoBatch(batch.id, t`The batch is undone`, force);
  return (
    <footer className="actbar undo-bar">
      {!plan.complete && <Status tone="warn" title={t`Something stands in the way`} />}
      <span className="undo-words">
        <b>
          <Plural value={count} one="Undoing takes back # change." other="Undoing takes back # changes." />
        </b>{" "}
        <Obstacles plan={plan} />
      </span>
      <span className="sp" />
      <Button look="line" icon={Undo2} writes onPress={() => undo(!plan.complete)}>
        {plan.complete ? <Trans>Undo</Trans> : <Trans>Undo what can be</Trans>}
      </Button>
    </footer>
  );
}

/** Says what stays as it is, and why. */
function Obstacles({ plan }: { plan: Plan }) {
  const { t } = useLingui();
  const words: Record<string, string> = {
    changed_since: t`something was changed again since`,
    children_left: t`cards below it would lose their parent`,
    in_use: t`something else uses it`,
    name_taken: t`its name is taken`,
    parent_not_found: t`its parent is gone`,
    would_form_cycle: t`it would be below itself`,
    too_deep: t`it would be too deep`,
    card_not_found: t`a card is gone`,
    approval_changed: t`somebody has decided since`,
    missing_permission: t`a right is missing`,
    refused_by_rule: t`a rule doesn't allow it any more`,
  };
  const reasons = new Set(plan.obstacles.map(({ reason }) => words[reason] ?? reason.replaceAll("_", " ")));
  if (plan.conflicting_batches.length > 0) reasons.add(t`later changes touch the same cards`);
  for (const { reason } of plan.unsupported_events) if (reason) reasons.add(reason);
  if (reasons.size === 0) return null;
  return <Trans>In the way: {[...reasons].slice(0, 4).join("; ")}.</Trans>;
}
