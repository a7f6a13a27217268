/** The words and signs of findings, in the language of the page. */
import { t } from "@lingui/core/macro";
import { CircleHelp } from "lucide-react";
import { Icon } from "../ui/icon";
import { Signal, Status } from "../ui/signs";
import type { Decision, FindingStatus, Severity } from "./queries";

/** The statuses, the gravest first. */
export const FINDING_STATUSES = ["non_compliant", "partial", "review_needed", "compliant", "not_applicable"] as const;

/** Returns the words of the statuses. */
export const findingStatusWords = (): Record<FindingStatus, string> => ({
  non_compliant: t`Not compliant`,
  partial: t`Partial`,
  review_needed: t`To review`,
  compliant: t`Compliant`,
  not_applicable: t`Not applicable`,
});

/** Returns the words of severities. */
export const severityWords = (): Record<Severity, string> => ({
  critical: t`Critical`,
  high: t`High`,
  medium: t`Medium`,
  low: t`Low`,
  info: t`Info`,
});

/** Returns the words of decisions. */
export const decisionWords = (): Record<Decision, string> => ({
  new: t`New`,
  in_review: t`In review`,
  mitigated: t`Mitigated`,
  verified: t`Verified`,
  risk_tracked: t`Tracked as a risk`,
  accepted: t`Accepted`,
  not_applicable: t`Not applicable`,
});

/** Returns the name of a regulation, and what stands behind it between brackets: NIS2 Directive (Directive (EU) 2022/2555). */
export function partsOf(label: string): { name: string; title: string } {
  const [, name = label, title = ""] = /^(.+?) \((.+)\)$/.exec(label) ?? [];
  return { name, title };
}

/** Checks whether a finding is a gap: something is lacking, or nobody knows. */
export const isGap = (status: FindingStatus): boolean => status !== "compliant" && status !== "not_applicable";

/** Shows a status with its shape; in a list the ones without a gap are words alone. */
export function FindingStatusSign({ status, isQuiet = false }: { status: FindingStatus; isQuiet?: boolean }) {
  const word = findingStatusWords()[status];
  if (status === "non_compliant") return <Status tone="bad">{word}</Status>;
  if (status === "partial") return <Status tone="warn">{word}</Status>;
  if (status === "review_needed")
    return (
      <span className="st warn">
        <Icon of={CircleHelp} size={14} />
        {word}
      </span>
    );
  if (status === "compliant" && !isQuiet) return <Status tone="good">{word}</Status>;
  return <span className={isQuiet ? "level-word c2" : "c2"}>{isQuiet ? word : `– ${word}`}</span>;
}

const STEPS: Record<Severity, number> = { critical: 4, high: 3, medium: 2, low: 1, info: 0 };

/** Shows a severity as signal bars with its word. */
export const SeveritySign = ({ severity }: { severity: Severity }) => (
  <>
    <Signal step={STEPS[severity]} />
    <span className="word trunc">{severityWords()[severity]}</span>
  </>
);

/** Returns the sentence of a finding: what is wrong, or what is required where nothing is. */
export const sentenceOf = (finding: { status: FindingStatus; gap_description: string; requirement: string }): string =>
  isGap(finding.status) && finding.gap_description !== "" ? finding.gap_description : finding.requirement;
