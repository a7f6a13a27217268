/** The facts of a scenario: its state with the moves, its owner, its dates, its decision, and who sees it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Archive, Check, Send, Undo2 } from "lucide-react";
import { EditedValue } from "../../cards/fact";
import { decisionsQuery } from "../../decisions/queries";
import { day, moment } from "../../language/format";
import type { Field } from "../../metamodel/fields";
import { Link, useGo } from "../../navigation/link";
import { deleteScenario, updateScenario } from "../../scenarios/changes";
import type { Scenario, ScenarioState } from "../../scenarios/queries";
import { StateSign, stateWords } from "../../scenarios/words";
import { useMay, useMe } from "../../server/session";
import { Avatar } from "../../ui/avatar";
import { Button } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { KeyValue, Section } from "../../ui/section";
import { AskingVerb } from "../../ui/side";
import { MembersOf } from "./members";

/** Shows them. */
export function ScenarioFacts({ scenario }: { scenario: Scenario }) {
  const { t } = useLingui();
  const go = useGo();
  const isOwn = scenario.owner_id === useMe().id;
  const mayManage = useMay("scenarios.manage") || isOwn;
  const { name, state, owner_name, target_date, base_at, merged_at, may_change } = scenario;
  const mayEdit = may_change && state !== "merged";
  return (
    <>
      <Section>
        <KeyValue of={t`State`}>
          <StateSign state={state} />
        </KeyValue>
        <KeyValue of={t`Owner`}>
          {owner_name ? (
            <>
              <Avatar name={owner_name} />
              <span className="trunc">{owner_name}</span>
            </>
          ) : (
            "–"
          )}
        </KeyValue>
        <KeyValue of={t`Target date`}>
          <EditedValue
            field={{ key: "target_date", label: t`Target date`, type: "date" } as Field}
            value={target_date}
            mayEdit={mayEdit}
            save={(value) =>
              void updateScenario(
                scenario,
                { target_date: value as string | null },
                value ? t`${name} is to be reached on ${day(String(value))}` : t`${name} has no target date`,
              )
            }
          />
        </KeyValue>
        <KeyValue of={t`Begins with`}>
          <span className="num">{moment(base_at)}</span>
        </KeyValue>
        {merged_at && (
          <KeyValue of={t`Merged`}>
            <span className="num">{moment(merged_at)}</span>
          </KeyValue>
        )}
        <KeyValue of={t`Decision`}>
          <DecisionOf scenario={scenario} mayEdit={mayEdit} />
        </KeyValue>
      </Section>
      <MembersOf scenario={scenario} mayEdit={mayManage} />
      {(mayEdit || mayManage) && (
        <Section>
          {mayEdit && <Moves scenario={scenario} />}
          {mayManage && (
            <AskingVerb
              verb={t`Delete`}
              question={t`It goes with all its changes, for good.`}
              run={async () => (await deleteScenario(scenario)) && go({ to: "/scenarios", replace: true })}
            />
          )}
        </Section>
      )}
    </>
  );
}

/** The states that a state leads to. */
const MOVES: Record<ScenarioState, readonly ("draft" | "proposed" | "approved" | "dropped")[]> = {
  draft: ["proposed", "dropped"],
  proposed: ["approved", "draft", "dropped"],
  approved: ["draft", "dropped"],
  merged: [],
  dropped: ["draft"],
};

const ICONS = { draft: Undo2, proposed: Send, approved: Check, dropped: Archive };

/** Shows the moves to other states. */
function Moves({ scenario }: { scenario: Scenario }) {
  const { t } = useLingui();
  const verbs = { draft: t`Back to draft`, proposed: t`Propose`, approved: t`Approve`, dropped: t`Drop` };
  return MOVES[scenario.state].map((state) => (
    <Button
      key={state}
      icon={ICONS[state]}
      className="verb"
      writes
      onPress={() => void updateScenario(scenario, { state }, t`${scenario.name}: ${stateWords()[state]}`)}
    >
      {verbs[state]}
    </Button>
  ));
}

const NONE = "";

/** Shows the architecture decision that it belongs to; who may chooses it. */
function DecisionOf({ scenario, mayEdit }: { scenario: Scenario; mayEdit: boolean }) {
  const { t } = useLingui();
  const maySee = useMay("adr.view");
  const { data: decisions = [] } = useQuery({ ...decisionsQuery, enabled: maySee });
  const { decision_id: id } = scenario;
  const nameOf = ({ reference_number, title }: (typeof decisions)[number]) => `${reference_number} ${title}`;
  const decision = decisions.find((one) => one.id === id);
  if (!maySee) return <span className="c3">–</span>;
  if (!mayEdit)
    return decision ? (
      <Link to="/ea-delivery/adr/$id" params={{ id: decision.id }} search={{}} className="lk trunc">
        {nameOf(decision)}
      </Link>
    ) : (
      <span className="c3">–</span>
    );
  return (
    <>
      <Choice
        label={t`Decision`}
        value={id ?? NONE}
        options={[{ value: NONE, label: t`None` }, ...decisions.map((one) => ({ value: one.id, label: nameOf(one) }))]}
        onChange={(next) =>
          void updateScenario(scenario, { decision_id: next || null }, t`${scenario.name} belongs to another decision`)
        }
        width={176}
      />
      {decision && (
        <Link to="/ea-delivery/adr/$id" params={{ id: decision.id }} search={{}} className="lk">
          <Trans>Open</Trans>
        </Link>
      )}
    </>
  );
}
