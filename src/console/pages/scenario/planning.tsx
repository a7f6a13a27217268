/** Changes of a scenario as an initiative: its name and its dates, what is planned as sentences, and then the plan. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CalendarRange } from "lucide-react";
import { useState } from "react";
import { today } from "../../charts/days";
import { type NewInitiative, planInitiative } from "../../scenarios/changes";
import type { Scenario } from "../../scenarios/queries";
import type { Schemas } from "../../server/client";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { Form } from "../../ui/form";
import { Section } from "../../ui/section";
import { InTheWay } from "./merging";
import { PlannedRoad } from "./planned-road";

type Plan = Schemas["ScenarioInitiativesResult"];
type PlanningProps = { scenario: Scenario; changes: readonly string[]; close: () => void; onDone: () => void };

/** Asks for a name and dates, and shows what would be planned. */
export function Planning({ scenario, changes, close, onDone }: PlanningProps) {
  const { t } = useLingui();
  const [name, setName] = useState("");
  const [from, setFrom] = useState(today());
  const [to, setTo] = useState(scenario.target_date ?? "");
  const [rehearsal, setRehearsal] = useState<{ of: string; result: Plan }>();
  const [isBusy, setBusy] = useState(false);
  const isBackwards = from !== "" && to !== "" && to < from;
  const isReady = name.trim() !== "" && from !== "" && to !== "" && !isBackwards;
  const initiative: NewInitiative = { name: name.trim(), start_date: from, end_date: to, changes: [...changes] };
  // A rehearsal of other changes or dates doesn't count for these.
  const asked = JSON.stringify(initiative);
  const rehearsed = rehearsal?.of === asked ? rehearsal.result : undefined;
  const send = async (isRehearsal: boolean) => {
    setBusy(true);
    const planned = await planInitiative(scenario, initiative, isRehearsal);
    setRehearsal(planned && { of: asked, result: planned });
    setBusy(false);
    if (planned?.is_planned) onDone();
  };
  return (
    <Section title={t`Plan as initiative`}>
      <Form
        className="scenario-planning"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isBusy) void send(true);
        }}
      >
        <Field label={t`Name of the initiative`} value={name} onChange={setName} autoFocus />
        <Field label={t`It starts on`} type="date" value={from} onChange={setFrom} />
        <Field
          label={t`It ends on`}
          type="date"
          value={to}
          onChange={setTo}
          {...(isBackwards && { error: t`It ends before it starts` })}
        />
        {!rehearsed && (
          <div className="scenario-line">
            <Button look="line" type="submit" isDisabled={!isReady || isBusy}>
              <Trans>What would be planned?</Trans>
            </Button>
            <Button onPress={close}>
              <Trans>Leave it</Trans>
            </Button>
          </div>
        )}
      </Form>
      {rehearsed && (
        <>
          <InTheWay scenario={scenario} obstacles={rehearsed.obstacles} />
          {rehearsed.initiatives.map((one) => (
            <PlannedRoad key={one.name} scenarioId={scenario.id} initiative={one} />
          ))}
          <div className="scenario-line" role="alert">
            <span className="c2">
              {rehearsed.merged > 0 ? (
                <Plural
                  value={rehearsed.merged}
                  one="# change becomes part of the landscape, and can be undone."
                  other="# changes become part of the landscape, and can be undone together."
                />
              ) : (
                rehearsed.obstacles.length === 0 && <Trans>None of these changes has a date.</Trans>
              )}
            </span>
            <span className="sp" />
            {rehearsed.merged > 0 && (
              <Button look="pri" icon={CalendarRange} isDisabled={isBusy} autoFocus onPress={() => void send(false)}>
                <Trans>Plan it</Trans>
              </Button>
            )}
            <Button look="line" onPress={close}>
              <Trans>Leave it</Trans>
            </Button>
          </div>
        </>
      )}
    </Section>
  );
}
