/** An analysis in the head of its page: when it ran last and what came of it, its progress, and the verbs for both. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { RefreshCw, X } from "lucide-react";
import { useCommands } from "../commands/command";
import { fromNow, number } from "../language/format";
import { useMay } from "../server/session";
import { Button } from "../ui/button";
import { Status } from "../ui/signs";
import { cancelRun } from "./changes";
import { type AnalysisRun, runsQuery } from "./queries";

/** Time between two looks at a run, in ms. */
const LOOK = 2_000;

const isRunning = (runs: readonly AnalysisRun[] | undefined) => runs?.some(({ status }) => status === "running");

/** Gives the latest run of a kind; it is looked at again until it has ended. */
export function useLatestRun(type: string): AnalysisRun | undefined {
  const { data } = useQuery({
    ...runsQuery,
    refetchInterval: ({ state }) => (isRunning(state.data) ? LOOK : false),
  });
  return data?.find((run) => run.analysis_type === type);
}

/** Shows how far a run is. */
export function RunProgress({ run }: { run: Pick<AnalysisRun, "results" | "queued"> }) {
  const { t } = useLingui();
  const { step = "", current = 0, total = 0 } = (run.results?.["progress"] ?? {}) as Record<string, never>;
  const steps: Record<string, string> = {
    reading: t`Reading the landscape`,
    comparing: t`Comparing the cards`,
    asking: t`Asking the language model`,
    creating_initiative: t`Creating the initiative`,
    creating_cards: t`Creating the cards`,
  };
  if (run.queued) return t`Waiting for its turn`;
  return (
    <>
      {steps[step] ?? t`It runs`}
      {total > 0 && ` ${number(current)} / ${number(total)}`}
    </>
  );
}

type RunVerbProps = {
  /** The kind of the analysis, as the API names it. */
  type: string;
  /** The verb that starts it. */
  verb: string;
  start: () => unknown;
  /** Words about the last run, such as what was compared. */
  said?: string;
};

/** Shows the last run, and the verb that starts another or cancels the one that is under way. */
export function RunVerb({ type, verb, start, said }: RunVerbProps) {
  const { t } = useLingui();
  const run = useLatestRun(type);
  const mayRun = useMay("turbolens.manage");
  useCommands([
    {
      id: `analysis.${type}`,
      label: verb,
      icon: RefreshCw,
      when: () => mayRun && run?.status !== "running",
      run: () => void start(),
    },
  ]);
  if (run?.status === "running")
    return (
      <span className="analysis-run" role="status">
        <span className="c2 t12">
          <RunProgress run={run} />
        </span>
        {mayRun && (
          <Button look="line" icon={X} onPress={() => void cancelRun(run.id)}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </span>
    );
  return (
    <span className="analysis-run">
      {run?.status === "failed" && (
        <span className="t12">
          <Status tone="bad" title={run.error_message ?? ""}>{t`The last run failed`}</Status>
        </span>
      )}
      {run?.status === "cancelled" && <span className="c3 t12">{t`The last run was cancelled`}</span>}
      {run?.status === "completed" && run.completed_at && (
        <span className="c3 t12 desk-only">{said ?? t`Last run ${fromNow(run.completed_at)}`}</span>
      )}
      {mayRun && (
        <Button look="line" icon={RefreshCw} onPress={() => void start()}>
          {verb}
        </Button>
      )}
    </span>
  );
}

/**
 * Shows above results in a scenario that they are those of the landscape.
 * @param run the latest one; undefined when there is none
 */
export function InheritedResults({ run }: { run: { is_inherited?: boolean } | undefined }) {
  const { t } = useLingui();
  if (!run?.is_inherited) return null;
  return (
    <div className="analysis-note t12" role="status">
      <Status tone="warn">{t`These are the landscape's results: the scenario has none of its own. Run it here.`}</Status>
    </div>
  );
}

/** Shows what is to be known of the latest run of a kind above the results: its failure, and in a scenario whose results they are. */
export function RunNotes({ type }: { type: string }) {
  const { isSuccess } = useQuery(runsQuery);
  const run = useLatestRun(type);
  return (
    <>
      {isSuccess && <InheritedResults run={run} />}
      <RunFailure type={type} />
    </>
  );
}

function RunFailure({ type }: { type: string }) {
  const { t } = useLingui();
  const run = useLatestRun(type);
  const problems = (run?.results?.["problems"] ?? []) as string[];
  const warning = run?.status === "completed" ? (run.results?.["warning"] as string | undefined) : undefined;
  const failure = run?.status === "failed" ? t`The last run failed, and what was found before it stays.` : undefined;
  const words = failure
    ? `${failure} ${run?.error_message ?? ""}`
    : problems.length > 0
      ? t`The language model could not be used, so the local rules answered: ${problems.join(" ")}`
      : warning;
  if (!words) return null;
  return (
    <div className="analysis-note t12" role="status">
      <Status tone={failure ? "bad" : "warn"}>{words}</Status>
    </div>
  );
}
