/** The words and signs of ServiceNow, in the language of the page. */
import { t } from "@lingui/core/macro";
import { ArrowLeft, ArrowLeftRight, ArrowRight } from "lucide-react";
import { number } from "../language/format";
import { Icon } from "../ui/icon";
import { Status } from "../ui/signs";
import type { Mapping, SyncRun } from "./queries";

/** Returns the words of directions. */
export const directionWords = (): Record<Mapping["sync_direction"], string> => ({
  snow_to_turbo: t`From there to here`,
  turbo_to_snow: t`From here to there`,
  bidirectional: t`Both ways`,
});

/** Returns the words of modes. */
export const modeWords = (): Record<Mapping["sync_mode"], string> => ({
  additive: t`Additive: archives nothing`,
  conservative: t`Conservative: archives only what it has created`,
  strict: t`Strict: archives what is gone there`,
});

/** Returns a mode in one word, with the share of cards that it may archive. */
export const modeInShort = ({ sync_mode, max_deletion_ratio: ratio }: Mapping): string => {
  const share = number(Math.round(ratio * 100));
  if (sync_mode === "additive") return t`Additive`;
  return sync_mode === "strict" ? t`Strict, ≤ ${share} % gone` : t`Conservative, ≤ ${share} % gone`;
};

/** Shows a direction as an arrow: to the left is to here. */
export function Direction({ direction }: { direction: Mapping["sync_direction"] }) {
  const sign = { snow_to_turbo: ArrowLeft, turbo_to_snow: ArrowRight, bidirectional: ArrowLeftRight }[direction];
  return (
    <span title={directionWords()[direction]}>
      <Icon of={sign} size={14} className="c3" />
      <span className="aloud">{directionWords()[direction]}</span>
    </span>
  );
}

/** Shows how a run has ended, or that it waits for a decision. */
export function RunState({ run }: { run: SyncRun }) {
  if (run.status === "running") return <Status tone="info">{t`Runs`}</Status>;
  if (run.status === "failed")
    return <Status tone="bad" title={run.reason ?? run.error_message ?? ""}>{t`Failed`}</Status>;
  if (run.pending > 0) return <Status tone="warn">{t`Waits for you`}</Status>;
  if ((run.stats["errors"] ?? 0) > 0) return <Status tone="warn">{t`Done, with errors`}</Status>;
  return <Status tone="good">{t`Done`}</Status>;
}

/** Returns the time that a run took; undefined while it runs. */
export function tookOf({ started_at: from, completed_at: to }: SyncRun): string | undefined {
  if (!to) return undefined;
  const seconds = (Date.parse(to) - Date.parse(from)) / 1_000;
  return t`${number(seconds, { maximumFractionDigits: 1 })} s`;
}
