/** The table of the roadmap: its head with the axis, and the rows, of which only those in the window are drawn when they are many. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { axisBetween } from "../../charts/time-axis";
import { useGo } from "../../navigation/link";
import { useWidth } from "../../ui/width";
import { RoadmapAxis, RoadmapLines } from "./axis";
import type { RoadmapRow } from "./lives";
import { GroupRow, HEIGHTS, ItemRow, type RowContext } from "./rows";

/** Years of the axis to each side of today. */
const YEARS = 7;
/** Up to this many rows are all drawn, so that paper has them too. */
const ALL = 400;
const OVERSCAN = 10;

type RowsProps = {
  label: string;
  count: ReactNode;
  rows: readonly RoadmapRow[];
  onAt: (at: string) => void;
  context: Omit<RowContext, "axis">;
};

/** Shows the table. The arrows go from row to row, Enter opens the card. */
export function Rows({ label, count, rows, onAt, context: common }: RowsProps) {
  const { t } = useLingui();
  const go = useGo();
  const [head, width] = useWidth<HTMLDivElement>();
  const scroller = useRef<HTMLDivElement>(null);
  const year = new Date().getUTCFullYear();
  const axis = axisBetween(
    new Date(Date.UTC(year - YEARS, 0)),
    new Date(Date.UTC(year + YEARS, 0)),
    Math.max(1, width),
  );
  const context = { ...common, axis };
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => HEIGHTS[rows[at]?.kind ?? "item"],
    overscan: rows.length <= ALL ? ALL : OVERSCAN,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows have other heights
  useEffect(() => list.measure(), [rows.length, list]);
  const chosen = rows.findIndex((row) => row.kind === "item" && row.item.id === common.current);
  useEffect(() => {
    if (chosen >= 0) list.scrollToIndex(chosen, { align: "auto" });
  }, [chosen, list]);

  function onKeyDown(event: KeyboardEvent) {
    const { target, key, shiftKey } = event;
    if (!(target instanceof HTMLElement) || shiftKey) return;
    const { id } = target.dataset;
    if (key === "Enter" && id) {
      event.preventDefault();
      go({ to: "/cards/$id", params: { id } });
    }
    if (key !== "ArrowUp" && key !== "ArrowDown") return;
    const all = [...(scroller.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    const next = all[all.indexOf(target) + (key === "ArrowUp" ? -1 : 1)];
    if (!all.includes(target) || !next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <section className="grid rm" aria-label={t`Roadmap`}>
      <div className="gh">
        <div className="p16">
          <div className="l">
            {label} <span className="c3">{count}</span>
          </div>
          <div className="l c3 t11">
            <Trans>live today → at the date</Trans>
          </div>
        </div>
        <div ref={head} className="rm-axis-room">
          {width > 0 && <RoadmapAxis axis={axis} at={common.at} onAt={onAt} />}
        </div>
        <div>
          <div className="l">{common.criticality && <Trans>Crit</Trans>}</div>
        </div>
        <div>
          {common.costs && (
            <>
              <div className="l rm-right">
                <Trans>Cost / year</Trans>
              </div>
              <div className="l c3 t11 rm-right">
                <Trans>at the date</Trans>
              </div>
            </>
          )}
        </div>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the buttons inside arrive here */}
      <div className="rm-rows scroll" ref={scroller} onKeyDown={onKeyDown}>
        <div className="rm-all" style={{ height: list.getTotalSize() }}>
          {width > 0 && <RoadmapLines axis={axis} at={common.at} />}
          {list.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <div
                key={row.kind === "item" ? row.item.id : `group ${row.group.id}`}
                className="rm-row"
                style={{ top: start }}
              >
                {row.kind === "group" ? (
                  <GroupRow row={row} context={context} />
                ) : (
                  <ItemRow item={row.item} context={context} />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}
