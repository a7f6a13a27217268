/** The graph of an impact, with its foot. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "react-aria-components";
import { typeLabel } from "../../../cards/cells";
import { LayeredGraph } from "../../../graph/layered-graph";
import { edgesOf, pathsThrough } from "../../../graph/model";
import { day, number, shortMoney } from "../../../language/format";
import { useTypes } from "../../../metamodel/queries";
import { useGo } from "../../../navigation/link";
import { useTogglePeek } from "../../../navigation/peek";
import { Foot, KeyHint } from "../../../ui/bars";
import { Failed, LoadingRows } from "../../../ui/states";
import { Contradiction, contradictionIn } from "./contradiction";
import { FirstNode, FoldLines, FoldNode, ItemNode, StepFigures } from "./node";
import { graphOf } from "./nodes";
import type { AffectedCard, Impact, ImpactAsked } from "./query";
import { GRAVEST, gravityOf } from "./rank";

type GraphViewProps = {
  id: string;
  data: Impact | undefined;
  error: unknown;
  retry: () => unknown;
  /** The gravest first, up to one step more than is shown in full. */
  items: readonly AffectedCard[];
  asked: ImpactAsked;
  open: ReadonlySet<string>;
  selected: string | undefined;
  onSelect: (id: string) => void;
  /** Shows one step more. */
  onBeyond: () => void;
  currency: string;
};

/** Shows the graph. */
export function ImpactGraphView(props: GraphViewProps) {
  const { id, data, error, retry, items, asked, open, selected, onSelect, onBeyond, currency } = props;
  const { t } = useLingui();
  const types = useTypes();
  const go = useGo();
  const togglePeek = useTogglePeek();
  if (error || !data)
    return (
      <section className="gw" aria-label={t`Graph`}>
        <div className="gcols" />
        {error ? <Failed error={error} retry={retry} /> : <LoadingRows rows={8} />}
        <Foot> </Foot>
      </section>
    );
  const isGravest = (item: AffectedCard) => gravityOf(item, types.get(item.type)) === GRAVEST;
  const { nodes, items: byId, folds } = graphOf(data, items, asked.steps, open, isGravest);
  const through = selected && byId.get(selected);
  const paths = through ? pathsThrough(selected, edgesOf(nodes.filter(({ isFolded }) => !isFolded))) : undefined;
  const beyond = data.by_depth.filter(({ depth }) => depth > asked.steps + 1);
  const further = beyond.reduce((sum, { count }) => sum + count, 0);
  const last = beyond.at(-1)?.depth ?? 0;
  const contradiction = contradictionIn(items, data.at);
  const heads = [
    {
      title: asked.direction === "downstream" ? t`Fails` : t`Relies on`,
      figures: t`on ${day(data.at)}`,
    },
    ...data.by_depth.map(({ depth, count, cost }) => ({
      title: t`Step ${depth}`,
      figures: <StepFigures count={count} cost={cost ? shortMoney(cost, currency) : undefined} />,
    })),
  ];
  const isCard = (node: string) => byId.has(node) || node === id;
  return (
    <section className="gw" aria-label={t`Graph`}>
      <LayeredGraph
        label={t`Impact`}
        nodes={nodes}
        heads={heads}
        groupLabel={(group, count) =>
          count > 1 ? `${typeLabel(types.get(group), group)} ${number(count)}` : typeLabel(types.get(group), group)
        }
        content={(node) => {
          const [item, fold] = [byId.get(node), folds.get(node)];
          if (item) return <ItemNode item={item} at={data.at} />;
          return fold ? <FoldNode fold={fold} /> : <FirstNode card={data.card} />;
        }}
        below={(node) => {
          const fold = folds.get(node);
          return fold && <FoldLines fold={fold} />;
        }}
        selected={selected}
        onSelect={onSelect}
        onOpen={(node) => isCard(node) && node !== id && go({ to: "/cards/$id", params: { id: node } })}
        onPeek={(node) => isCard(node) && togglePeek(node)}
      >
        {contradiction && <Contradiction item={contradiction} direction={asked.direction} />}
      </LayeredGraph>
      <Foot>
        {through && paths && (
          <span className="impact-key">
            <svg width="20" height="6" aria-hidden>
              <path className="impact-wire" d="M0 3h20" />
            </svg>
            <Trans>
              through {through.name}: <b>{number(Math.max(0, paths.nodes.size - 2))}</b>
            </Trans>
          </span>
        )}
        {contradiction && (
          <span className="impact-key">
            <i className="endt impact-end" /> <Trans>end of life passed</Trans>
          </span>
        )}
        {further > 0 && (
          <Button className="lk" onPress={onBeyond}>
            {t`${number(further)} further, ${asked.steps + 2} to ${last} steps away`}
          </Button>
        )}
        <span className="sp" />
        <KeyHint keys={["arrowleft", "arrowright"]}>
          <Trans>along the path</Trans>
        </KeyHint>
        <KeyHint keys={["space"]}>
          <Trans>peek</Trans>
        </KeyHint>
      </Foot>
    </section>
  );
}
