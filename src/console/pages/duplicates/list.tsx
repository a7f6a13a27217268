/** The clusters of a decision, the surest first. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Engine } from "../../analysis/engine";
import type { Cluster } from "../../analysis/queries";
import { number } from "../../language/format";
import { Foot, KeyHint } from "../../ui/bars";
import { LoadingRows } from "../../ui/states";
import { scoreOf } from "./words";

type ListProps = {
  title: string;
  clusters: readonly Cluster[] | undefined;
  current: string | undefined;
  open: (id: string) => void;
};

/** Shows the list. */
export function ClusterList({ title, clusters, current, open }: ListProps) {
  const { t } = useLingui();
  return (
    <nav className="list cluster-list" aria-label={t`Clusters`}>
      <div className="analysis-list-head">
        {title} <span className="c3 num">{clusters && number(clusters.length)}</span>
        <span className="sp" />
        <Trans>Score</Trans>
      </div>
      <div className="scroll list-rows">
        {!clusters && <LoadingRows />}
        {clusters?.map((one) => {
          const [first, ...others] = one.card_names ?? [];
          return (
            <button
              key={one.id}
              type="button"
              className={one.id === current ? "li sel" : "li"}
              aria-current={one.id === current || undefined}
              onClick={() => open(one.id)}
            >
              <span className="a">
                <span className={one.id === current ? "trunc w2" : "trunc"}>{first ?? one.cluster_name}</span>
                <span className="sp" />
                <b className="num">{scoreOf(one)}</b>
              </span>
              <span className="a">
                <span className="trunc c2">{others.join(", ")}</span>
              </span>
              <span className="b">
                <span className="trunc">{one.functional_domain ?? one.matches[0] ?? one.evidence}</span>
                <span className="sp" />
                <Engine engine={one.engine} isQuiet />
              </span>
            </button>
          );
        })}
      </div>
      <Foot>
        <span>
          <Plural value={clusters?.length ?? 0} one="# cluster" other="# clusters" />
        </span>
        <span className="sp" />
        <KeyHint keys={["k", "j"]}>
          <Trans>move</Trans>
        </KeyHint>
      </Foot>
    </nav>
  );
}
