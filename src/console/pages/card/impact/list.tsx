/** The affected cards as a grid, the gravest first. */
import { useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { AxisHead, AxisLines, LifeCycleBar } from "../../../charts/life-cycle";
import { timeAxis } from "../../../charts/time-axis";
import type { Column } from "../../../grid/column";
import { Grid } from "../../../grid/grid";
import { Stack } from "../../../grid/spread";
import { number } from "../../../language/format";
import { type CardType, useTypes } from "../../../metamodel/queries";
import { useGo } from "../../../navigation/link";
import { useTogglePeek } from "../../../navigation/peek";
import { heightOf, useDensity } from "../../../state/look";
import { Avatar } from "../../../ui/avatar";
import { Button } from "../../../ui/button";
import { TypeIcon } from "../../../ui/icon";
import { Missing, Signal } from "../../../ui/signs";
import type { AffectedCard, Direction } from "./query";
import { gravityOf, isUnowned } from "./rank";

const WIDTHS = { step: 54, owner: 34, life: 88, cost: 86 };
const YEARS = 14;

/** Returns how many items there are of each criticality, the gravest first. */
function sharesOf(items: readonly AffectedCard[], types: ReadonlyMap<string, CardType>) {
  const counts = Map.groupBy(items, (item) => gravityOf(item, types.get(item.type)));
  return [4, 3, 2, 1, 0]
    .map((step) => ({
      key: String(step),
      label: String(step),
      count: counts.get(step)?.length ?? 0,
      isQuiet: step === 0,
    }))
    .filter(({ count }) => count > 0);
}

type ListProps = {
  items: readonly AffectedCard[];
  direction: Direction;
  selected: string | undefined;
  onSelect: (id: string) => void;
  /** The step behind the last, with how many things there are in it. */
  next: { depth: number; count: number; grave: number } | undefined;
  onNext: () => void;
  showsCosts: boolean;
};

/** Shows the list. */
export function ImpactList({ items, direction, selected, onSelect, next, onNext, showsCosts }: ListProps) {
  const { t } = useLingui();
  const types = useTypes();
  const go = useGo();
  const togglePeek = useTogglePeek();
  const rowHeight = heightOf(useDensity());
  const axis = timeAxis(WIDTHS.life, YEARS);
  const columns: Column<AffectedCard>[] = [
    {
      key: "name",
      label: direction === "downstream" ? t`What fails, the gravest first` : t`What it relies on, the gravest first`,
      spread: <Stack shares={sharesOf(items, types)} />,
      text: ({ name }) => name,
      cell: (item) => {
        const step = gravityOf(item, types.get(item.type));
        return (
          <>
            <TypeIcon type={types.get(item.type)} />
            <span className="trunc">{item.name}</span>
            {step > 0 && (
              <span className="name-mark">
                <Signal step={step} />
              </span>
            )}
          </>
        );
      },
    },
    { key: "step", label: t`Step`, width: WIDTHS.step, className: "c2 num", cell: ({ depth }) => number(depth) },
    {
      key: "owner",
      label: t`Responsible`,
      isLabelHidden: true,
      width: WIDTHS.owner,
      className: "impact-owner",
      cell: (item) =>
        item.owners[0] ? (
          <Avatar name={item.owners[0].display_name} title={item.owners[0].display_name} />
        ) : (
          isUnowned(item, types.get(item.type)) && <Missing title={t`Nobody is responsible`} />
        ),
    },
    {
      key: "life",
      label: t`Life cycle`,
      width: WIDTHS.life,
      isFull: true,
      className: "lcc",
      spread: <AxisHead axis={axis} />,
      cell: ({ lifecycle }) =>
        lifecycle && <LifeCycleBar life={lifecycle as Record<string, unknown>} axis={axis} height={rowHeight} />,
    },
    ...(showsCosts
      ? [
          {
            key: "cost",
            label: t`Cost / year`,
            width: WIDTHS.cost,
            isFigure: true,
            cell: ({ cost }: AffectedCard) => (cost ? number(cost, { maximumFractionDigits: 0 }) : ""),
          },
        ]
      : []),
  ];
  return (
    <>
      <Grid
        label={t`Impact`}
        columns={columns}
        total={items.length}
        rowAt={(at) => items[at]}
        idOf={({ id }) => id}
        {...(selected && { current: selected })}
        onCursor={({ at }) => items[at.row] && onSelect((items[at.row] as AffectedCard).id)}
        onOpen={({ id }) => go({ to: "/cards/$id", params: { id } })}
        onPeek={({ id }) => togglePeek(id)}
      >
        <AxisLines axis={axis} left={`calc(100% - ${WIDTHS.life + (showsCosts ? WIDTHS.cost : 0)}px)`} />
      </Grid>
      {next && (
        <div className="impact-next">
          <Button icon={Plus} onPress={onNext}>
            {t`Step ${next.depth}: ${next.count} more`}
          </Button>
          {next.grave > 0 && <span className="c3 t12">{t`${next.grave} of them critical`}</span>}
        </div>
      )}
    </>
  );
}
