/** The merge: rehearsed first, then made with one press. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { GitMerge } from "lucide-react";
import { useState } from "react";
import { mergeScenario, rehearseMerge } from "../../scenarios/changes";
import type { Scenario } from "../../scenarios/queries";
import type { Schemas } from "../../server/client";
import { Button } from "../../ui/button";
import { Section } from "../../ui/section";
import { Obstacles } from "./obstacles";

const NOTHING_DECIDED = new Map();

/** Shows the verb, and what the merge would do. */
export function Merging({ scenario }: { scenario: Scenario }) {
  const { t } = useLingui();
  const [rehearsed, setRehearsed] = useState<Schemas["ScenarioMergeResult"]>();
  const [isBusy, setBusy] = useState(false);
  const wait = async (work: () => Promise<Schemas["ScenarioMergeResult"] | undefined>) => {
    setBusy(true);
    const merged = await work();
    setRehearsed(merged?.is_merged ? undefined : merged);
    setBusy(false);
  };
  if (scenario.changes === 0) return null;
  const obstacles = rehearsed?.obstacles ?? [];
  return (
    <Section title={t`Merge`}>
      {!rehearsed && (
        <Button
          look="line"
          icon={GitMerge}
          writes
          isDisabled={isBusy}
          onPress={() => void wait(() => rehearseMerge(scenario))}
        >
          <Trans>Merge into the landscape</Trans>
        </Button>
      )}
      {rehearsed && obstacles.length === 0 && (
        <div className="scenario-line" role="alert">
          <span>
            <Plural
              value={rehearsed.merged}
              one="# change is made in the landscape, and can be undone."
              other="# changes are made in the landscape, and can be undone together."
            />
          </span>
          <span className="sp" />
          <Button
            look="pri"
            icon={GitMerge}
            isDisabled={isBusy}
            onPress={() => void wait(() => mergeScenario(scenario))}
          >
            <Trans>Merge</Trans>
          </Button>
          <Button look="line" onPress={() => setRehearsed(undefined)}>
            <Trans>Leave it</Trans>
          </Button>
        </div>
      )}
      {obstacles.length > 0 && (
        <>
          <p className="c2" role="alert">
            <Plural
              value={obstacles.length}
              one="# change doesn't fit the landscape: let the scenario follow it first, and decide."
              other="# changes don't fit the landscape: let the scenario follow it first, and decide."
            />
          </p>
          <Obstacles scenarioId={scenario.id} obstacles={obstacles} decided={NOTHING_DECIDED} />
        </>
      )}
    </Section>
  );
}
