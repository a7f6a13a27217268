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

/** A merge that was rehearsed, of all changes or of those that are named. */
type Rehearsal = { changes: readonly string[] | undefined; result: Schemas["ScenarioMergeResult"] };

/** The state of the merge, and its steps. */
export type Merge = {
  isBusy: boolean;
  rehearsal: Rehearsal | undefined;
  rehearse: (changes?: readonly string[]) => void;
  leave: () => void;
  /** Merges what was rehearsed. */
  merge: () => void;
};

/** Gives the merge of a scenario. @param onDone is called after it */
export function useMerge(scenario: Scenario | undefined, onDone: () => void): Merge {
  const [rehearsal, setRehearsal] = useState<Rehearsal>();
  const [isBusy, setBusy] = useState(false);
  const send = async (changes: Rehearsal["changes"], call: typeof rehearseMerge | typeof mergeScenario) => {
    if (!scenario) return;
    setBusy(true);
    const result = await call(scenario, changes);
    setRehearsal(result && !result.is_merged ? { changes, result } : undefined);
    setBusy(false);
    if (result?.is_merged) onDone();
  };
  return {
    isBusy,
    rehearsal,
    rehearse: (changes) => void send(changes, rehearseMerge),
    leave: () => setRehearsal(undefined),
    merge: () => void send(rehearsal?.changes, mergeScenario),
  };
}

/** Shows the verb, and what the merge would do. */
export function Merging({ scenario, merging }: { scenario: Scenario; merging: Merge }) {
  const { t } = useLingui();
  const { rehearsal, isBusy, rehearse, leave, merge } = merging;
  if (scenario.changes === 0) return null;
  const obstacles = rehearsal?.result.obstacles ?? [];
  return (
    <Section title={t`Merge`}>
      {!rehearsal && (
        <Button look="line" icon={GitMerge} writes isDisabled={isBusy} onPress={() => rehearse()}>
          <Trans>Merge into the landscape</Trans>
        </Button>
      )}
      {rehearsal && obstacles.length === 0 && (
        <div className="scenario-line" role="alert">
          <span>
            <Plural
              value={rehearsal.result.merged}
              one="# change is made in the landscape, and can be undone."
              other="# changes are made in the landscape, and can be undone together."
            />
          </span>
          <span className="sp" />
          <Button look="pri" icon={GitMerge} isDisabled={isBusy} autoFocus onPress={merge}>
            <Trans>Merge</Trans>
          </Button>
          <Button look="line" onPress={leave}>
            <Trans>Leave it</Trans>
          </Button>
        </div>
      )}
      <InTheWay scenario={scenario} obstacles={obstacles} />
    </Section>
  );
}

/** Shows what doesn't fit the landscape, if something doesn't. */
export function InTheWay({ scenario, obstacles }: { scenario: Scenario; obstacles: Rehearsal["result"]["obstacles"] }) {
  if (obstacles.length === 0) return null;
  return (
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
  );
}
