/** A cluster that is decided about: what speaks for it and against it, its members, and the decision. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Check, Copy, EqualNot, Telescope, Undo2 } from "lucide-react";
import { type ClusterStatus, decide } from "../../analysis/changes";
import { Engine } from "../../analysis/engine";
import type { Cluster } from "../../analysis/queries";
import { useCommands } from "../../commands/command";
import { useMay } from "../../server/session";
import { Foot, KeyHint } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { ComparedMembers } from "./comparison";
import { scoreOf } from "./words";

type DecidedProps = { cluster: Cluster; next: Cluster | undefined; decided: () => void };

/** Shows the cluster. @param props.decided is called once a decision is saved */
export function DecidedCluster({ cluster, next, decided }: DecidedProps) {
  const { t } = useLingui();
  const mayDecide = useMay("turbolens.manage");
  const score = scoreOf(cluster);
  const decisions: { status: ClusterStatus; label: string; icon: typeof Copy; key: string }[] = [
    { status: "confirmed", label: t`Duplicates`, icon: Copy, key: "1" },
    { status: "investigating", label: t`Look into it`, icon: Telescope, key: "2" },
    { status: "dismissed", label: t`Not the same`, icon: EqualNot, key: "3" },
    { status: "pending", label: t`Decide again`, icon: Undo2, key: "0" },
  ];
  const offered = decisions.filter(({ status }) => status !== cluster.status);
  const make = async (status: ClusterStatus) => {
    if (await decide(cluster, status)) decided();
  };
  useCommands(
    offered.map(({ status, label, key }) => ({
      id: `cluster.${status}`,
      label,
      keys: [key],
      when: () => mayDecide,
      run: () => void make(status),
    })),
  );
  return (
    <section className="col" aria-label={cluster.cluster_name}>
      <div className="cluster-head">
        {score !== undefined && (
          <span>
            <b className="num">{score}</b> <span className="c2">{t`of 100 sure`}</span>
          </span>
        )}
        <span className="c2 trunc">{cluster.recommendation}</span>
        <span className="sp" />
        <Engine engine={cluster.engine} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="scroll cluster-scroll" tabIndex={0} aria-label={t`Members side by side`}>
        <Evidence cluster={cluster} />
        <ComparedMembers cluster={cluster} />
      </section>
      {mayDecide && (
        <div className="cluster-decide">
          <p>
            <b>
              <Trans>Decide</Trans>
            </b>{" "}
            <span className="c3">
              <Trans>nothing is changed but this mark; merging is a plan, not a click</Trans>
            </span>
          </p>
          <div className="cluster-verbs">
            {offered.map(({ status, label, icon, key }) => (
              <Button key={status} look="line" icon={icon} keys={key} onPress={() => void make(status)}>
                {label}
              </Button>
            ))}
          </div>
        </div>
      )}
      <Foot>
        {next && (
          <span className="trunc">
            <Trans>Next: {next.cluster_name}</Trans>
          </span>
        )}
        <span className="sp" />
        <span className="desk-only">
          <KeyHint keys={["1", "3"]}>
            <Trans>decide, next one opens</Trans>
          </KeyHint>
          <KeyHint keys={["z"]}>
            <Trans>undo</Trans>
          </KeyHint>
        </span>
      </Foot>
    </section>
  );
}

/** Shows what speaks for it and what against it, one sentence each. */
function Evidence({ cluster: { matches, differences, evidence } }: { cluster: Cluster }) {
  const { t } = useLingui();
  const reasons = matches.length > 0 || differences.length > 0 ? matches : evidence ? [evidence] : [];
  return (
    <div className="cluster-evidence">
      {reasons.length > 0 && (
        <ul aria-label={t`What matches`}>
          {reasons.map((sentence) => (
            <li key={sentence}>
              <Icon of={Check} size={14} className="cluster-yes" />
              {sentence}
            </li>
          ))}
        </ul>
      )}
      {differences.length > 0 && (
        <ul aria-label={t`What doesn't match`}>
          {differences.map((sentence) => (
            <li key={sentence} className="c2">
              <Icon of={EqualNot} size={14} />
              {sentence}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
