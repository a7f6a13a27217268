/** The scan: when it ran last, running the rules anew, its progress, and its end. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Play, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { InheritedResults } from "../../analysis/run";
import { useCommands } from "../../commands/command";
import { cancelScan, startScan } from "../../compliance/changes";
import { activeScanQuery, overviewQuery } from "../../compliance/queries";
import { fromNow, number } from "../../language/format";
import { cache } from "../../server/queries";
import { useMay } from "../../server/session";
import { Button } from "../../ui/button";
import { Status } from "../../ui/signs";

/** Gives whether a scan is under way; when it has ended, its findings are read. */
export function useScan() {
  const { data } = useQuery(activeScanQuery);
  const { data: overview } = useQuery(overviewQuery);
  const run = data?.compliance ?? undefined;
  const before = useRef(run?.id);
  useEffect(() => {
    if (before.current !== undefined && run === undefined) void cache.invalidateQueries({ queryKey: ["compliance"] });
    before.current = run?.id;
  }, [run]);
  return { run, last: overview?.compliance_run };
}

/** Shows in a scenario whose findings are listed. */
export function ScanNote() {
  const { data } = useQuery(overviewQuery);
  return data ? <InheritedResults run={data.compliance_run} /> : null;
}

/** Shows how the scan is, with the verb that runs or cancels it. */
export function Scan() {
  const { t } = useLingui();
  const { run, last } = useScan();
  const mayRun = useMay("compliance.manage");
  const mayCancel = useMay("turbolens.manage");
  useCommands([
    {
      id: "compliance.scan",
      label: t`Run the rules`,
      icon: Play,
      when: () => mayRun && run === undefined,
      run: () => void startScan(),
    },
  ]);
  if (run)
    return (
      <span className="finding-scan" role="status">
        <span className="c2 t12">
          <Progress progress={run.results?.["progress"]} isQueued={run.queued} />
        </span>
        {mayCancel && (
          <Button look="line" icon={X} onPress={() => void cancelScan(run.id)}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </span>
    );
  const count = (last?.summary as { compliance_findings?: number } | null | undefined)?.compliance_findings;
  return (
    <span className="finding-scan">
      {last?.status === "failed" && (
        <span className="t12">
          <Status tone="bad" title={last.error ?? ""}>{t`The last run failed`}</Status>
        </span>
      )}
      {last?.status === "cancelled" && <span className="c3 t12">{t`The last run was cancelled`}</span>}
      {last?.status === "completed" && last.completed_at && (
        <span className="c3 t12 desk-only">
          {t`Last run ${fromNow(last.completed_at)}`}
          {count !== undefined && t`, ${number(count)} findings`}
        </span>
      )}
      {mayRun && (
        <Button look="line" icon={Play} onPress={() => void startScan()}>
          <Trans>Run the rules</Trans>
        </Button>
      )}
    </span>
  );
}

function Progress({ progress, isQueued }: { progress: unknown; isQueued: boolean }) {
  const { t } = useLingui();
  const { phase, current = 0, total = 0 } = (progress ?? {}) as { phase?: string; current?: number; total?: number };
  const phases: Record<string, string> = {
    loading_cards: t`The rules read the cards`,
    ai_detection: t`Looking for artificial intelligence`,
    regulation: t`Asking about each regulation`,
    persisting_compliance_findings: t`Writing the findings`,
  };
  if (isQueued) return t`Waiting for its turn`;
  return (
    <>
      {phases[phase ?? ""] ?? t`The rules run`}
      {total > 0 && ` ${number(current)} / ${number(total)}`}
    </>
  );
}
