/** The columns of runs. */
import { plural, t } from "@lingui/core/macro";
import { X } from "lucide-react";
import { cancelRun } from "../../analysis/changes";
import { Engine } from "../../analysis/engine";
import type { AnalysisRun } from "../../analysis/queries";
import { RunProgress } from "../../analysis/run";
import type { Column } from "../../grid/column";
import { moment, number } from "../../language/format";
import { IconButton } from "../../ui/button";
import { Status } from "../../ui/signs";

export const STATUSES = ["running", "completed", "failed", "cancelled"] as const;

/** Returns the words of the statuses. */
export const statusWords = (): Record<AnalysisRun["status"], string> => ({
  running: t`Running`,
  completed: t`Done`,
  failed: t`Failed`,
  cancelled: t`Cancelled`,
});

/** Returns the name of an analysis. */
export const nameOf = (type: string): string =>
  ({
    duplicate_detection: t`Duplicates`,
    vendor_analysis: t`Categories of vendors`,
    vendor_resolution: t`Names of vendors`,
    modernization: t`Modernisation`,
    architect: t`Target architecture`,
    architect_commit: t`Commit of a target architecture`,
    security_compliance: t`Compliance`,
    compliance: t`Compliance`,
  })[type] ?? type;

/** Returns the time that a run took; undefined while it runs. */
function tookOf({ started_at: from, completed_at: to }: AnalysisRun): string | undefined {
  if (!from || !to) return undefined;
  const seconds = (Date.parse(to) - Date.parse(from)) / 1_000;
  return seconds < 120
    ? t`${number(seconds, { maximumFractionDigits: 1 })} s`
    : t`${number(Math.round(seconds / 60))} min`;
}

/** Returns what came of a run in words. */
function outcomeOf({ results, error_message: failure }: AnalysisRun): string {
  if (failure) return failure;
  const count = (key: string) => (typeof results?.[key] === "number" ? results[key] : undefined);
  const text = (key: string) => (typeof results?.[key] === "string" ? results[key] : undefined);
  if (text("initiative_name")) return text("initiative_name") as string;
  const clusters = count("clusters");
  if (clusters !== undefined) return plural(clusters, { one: "# cluster", other: "# clusters" });
  const found =
    count("analysed") ?? count("saved") ?? count("total") ?? count("compliance_findings") ?? count("assessments");
  return text("warning") ?? text("summary") ?? (found === undefined ? "" : t`${number(found)} found`);
}

/** Returns the columns. */
export function runColumns(mayCancel: boolean, isPhone: boolean): Column<AnalysisRun>[] {
  const columns: Column<AnalysisRun>[] = [
    {
      key: "analysis",
      label: t`Analysis`,
      width: 220,
      className: "nm",
      cell: ({ analysis_type: type }) => <span className="trunc">{nameOf(type)}</span>,
      text: ({ analysis_type }) => nameOf(analysis_type),
    },
    {
      key: "status",
      label: t`How it ended`,
      width: 130,
      cell: ({ status }) =>
        status === "failed" ? (
          <Status tone="bad">{statusWords().failed}</Status>
        ) : status === "completed" ? (
          <Status tone="good">{statusWords().completed}</Status>
        ) : (
          <span className="c2">{statusWords()[status]}</span>
        ),
      text: ({ status }) => statusWords()[status],
    },
    {
      key: "outcome",
      label: t`What came of it`,
      cell: (run) => (
        <span className="trunc c2" title={outcomeOf(run)}>
          {run.status === "running" ? <RunProgress run={run} /> : outcomeOf(run)}
        </span>
      ),
      text: outcomeOf,
    },
    {
      key: "engine",
      label: t`Who answered`,
      width: 150,
      cell: ({ results }) => typeof results?.["engine"] === "string" && <Engine engine={results["engine"]} />,
      text: ({ results }) => String(results?.["engine"] ?? ""),
    },
    {
      key: "started",
      label: t`Started`,
      width: 160,
      cell: ({ started_at: at }) => at && <span className="num c2">{moment(at)}</span>,
      text: ({ started_at }) => started_at ?? "",
    },
    {
      key: "took",
      label: t`Took`,
      width: 72,
      isFigure: true,
      cell: (run) =>
        run.status === "running" && mayCancel ? (
          <IconButton
            icon={X}
            size={14}
            label={t`Cancel ${nameOf(run.analysis_type)}`}
            onPress={() => void cancelRun(run.id)}
          />
        ) : (
          <span className="num">{tookOf(run)}</span>
        ),
      text: (run) => tookOf(run) ?? "",
    },
  ];
  return isPhone
    ? columns
        .filter(({ key }) => key === "outcome" || key === "status")
        .map((one) =>
          one.key === "outcome"
            ? { ...one, cell: (run) => <span className="trunc">{nameOf(run.analysis_type)}</span>, label: t`Analysis` }
            : one,
        )
    : columns;
}
