/** The chart of a portfolio: cells of two scales, with a bubble for each card. Positions inside a cell mean nothing. */
import { useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { number } from "../../language/format";
import { usePeek } from "../../navigation/peek";
import { Status } from "../../ui/signs";
import { useTabStop } from "../../ui/tab-stop";
import { useSize } from "../../ui/width";
import { type Cells, cellKey, MAX_BUBBLES, type PlacedBubble, packCells } from "./cells";
import type { ScaleStep } from "./subject";

/** Px around the cells: the words of the axes, and margins. */
const EDGE = { left: 124, right: 16, top: 24, bottom: 56 };
/** The least diameters in px of bubbles that have a letter, a name and an amount. */
const LETTER = 17;
const NAME = 54;
const AMOUNT = 68;
/** Px between a packed cell and its lines. */
const PADDING = 5;

/** A bubble in words: its class, letter and texts. */
export type Look = { tone: string; letter: string; amount: string; words: string; isOff: boolean };

type ChartProps = {
  x: { label: string; steps: readonly ScaleStep[] };
  y: { label: string; steps: readonly ScaleStep[] };
  cells: Cells;
  lookOf: (bubble: PlacedBubble) => Look;
  /** The key of the chosen cell, and the id of the chosen card. */
  cell: string | undefined;
  card: string | undefined;
  onCell: (cell: string | undefined) => void;
  onCard: (cell: string, id: string) => void;
  onPeek: (id: string) => void;
  onOpen: (id: string) => void;
  /** The legend, which shows the scale of areas. @param radiusOf radius of a size in px */
  legend: (radiusOf: (size: number) => number) => ReactNode;
};

/** Shows the legend and the chart. The arrows go from cell to cell, Tab from bubble to bubble within it. */
export function PortfolioChart(props: ChartProps) {
  const { x, y, cells, lookOf, cell, card, onCell, onCard, onPeek, onOpen, legend } = props;
  const { t } = useLingui();
  // Esc closes the peek first.
  const isPeeking = usePeek() !== undefined;
  const [follow, { width, height }] = useSize<HTMLDivElement>();
  const room = useRef<HTMLElement>(null);
  const size = {
    width: Math.max(0, width - EDGE.left - EDGE.right) / x.steps.length,
    height: Math.max(0, height - EDGE.top - EDGE.bottom) / y.steps.length,
  };
  const radius = Math.max(1, Math.min(size.width, size.height) / 2 - PADDING);
  const { places, radiusOf } = packCells(cells.byKey, radius);
  const rows = y.steps.toReversed();
  const keys = rows.flatMap((row) => x.steps.map((column) => cellKey(column.key, row.key)));
  const first = keys.find((key) => places.has(key)) ?? keys[0];
  const { stop: current, onFocus } = useTabStop("cell", (key) => keys.includes(key), cell, first);

  function onKeyDown(event: KeyboardEvent): void {
    const { key, target } = event;
    if (!(target instanceof HTMLElement) || event.metaKey || event.ctrlKey || event.altKey) return;
    const { cell: own = "", card: id } = target.dataset;
    const at = keys.indexOf(own);
    const column = at % x.steps.length;
    const next = {
      ArrowUp: at - x.steps.length,
      ArrowDown: at + x.steps.length,
      ArrowLeft: column > 0 ? at - 1 : -1,
      ArrowRight: column < x.steps.length - 1 ? at + 1 : -1,
    }[key];
    const nextKey = next === undefined ? undefined : keys[next];
    if (nextKey !== undefined) {
      onCell(nextKey);
      room.current?.querySelector<HTMLElement>(`.pf-cell[data-cell="${CSS.escape(nextKey)}"]`)?.focus();
    } else if (key === "Escape" && cell !== undefined && !isPeeking) onCell(undefined);
    else if (key === " " && id) onPeek(id);
    else if (key === "Enter" && id) onOpen(id);
    else if (!key.startsWith("Arrow")) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <>
      {legend(radiusOf)}
      <section className="fill pf" ref={room} aria-label={t`Chart`} onKeyDown={onKeyDown} onFocus={onFocus}>
        <div className="pf-room" ref={follow}>
          {rows.map((row, at) => (
            <div
              key={row.key}
              className="pf-y"
              style={{ top: EDGE.top + at * size.height, height: size.height, width: EDGE.left - 12 }}
            >
              <AxisWord step={row} />
            </div>
          ))}
          {width > 0 &&
            rows.map((row, down) =>
              x.steps.map((column, across) => {
                const key = cellKey(column.key, row.key);
                const own = places.get(key) ?? [];
                const count = cells.byKey.get(key)?.length ?? 0;
                const corner = { left: EDGE.left + across * size.width, top: EDGE.top + down * size.height };
                return (
                  <div key={key}>
                    <button
                      type="button"
                      className={`pf-cell ${across === 0 ? "first" : ""} ${down === 0 ? "top" : ""} ${key === cell ? "on" : ""}`}
                      style={{ ...corner, ...size }}
                      data-cell={key}
                      tabIndex={key === current ? 0 : -1}
                      aria-pressed={key === cell}
                      aria-label={`${column.label} × ${row.label}: ${number(count)}`}
                      onClick={() => onCell(key === cell ? undefined : key)}
                    >
                      {count > 0 && <span className="num">{number(count)}</span>}
                      {count > MAX_BUBBLES && (
                        <span className="num pf-more">{t`${number(count - MAX_BUBBLES)} not drawn`}</span>
                      )}
                    </button>
                    {own.map((bubble) => (
                      <BubbleButton
                        key={bubble.item.id}
                        bubble={bubble}
                        look={lookOf(bubble)}
                        middle={{ x: corner.left + size.width / 2, y: corner.top + size.height / 2 }}
                        cell={key}
                        isChosen={bubble.item.id === card}
                        isReached={key === current}
                        choose={() => onCard(key, bubble.item.id)}
                        open={() => onOpen(bubble.item.id)}
                      />
                    ))}
                  </div>
                );
              }),
            )}
          <div className="pf-x" style={{ left: EDGE.left, right: EDGE.right, bottom: EDGE.bottom - 26 }}>
            {x.steps.map((step) => (
              <AxisWord key={step.key} step={step} />
            ))}
          </div>
          <span className="pf-title" style={{ left: EDGE.left, right: EDGE.right, bottom: EDGE.bottom - 46 }}>
            {x.label}
          </span>
          <span className="pf-title pf-title-y" style={{ width: EDGE.left - 12 }}>
            {y.label}
          </span>
        </div>
      </section>
    </>
  );
}

function AxisWord({ step: { label, tone } }: { step: ScaleStep }) {
  return tone ? (
    <Status tone={tone}>
      <span>{label}</span>
    </Status>
  ) : (
    <span className="c2 t12">{label}</span>
  );
}

type BubbleProps = {
  bubble: PlacedBubble;
  look: Look;
  middle: { x: number; y: number };
  cell: string;
  isChosen: boolean;
  /** True in the cell that Tab reaches. */
  isReached: boolean;
  choose: () => void;
  open: () => void;
};

function BubbleButton({ bubble, look, middle, cell, isChosen, isReached, choose, open }: BubbleProps) {
  const { item, x, y, r } = bubble;
  const { tone, letter, amount, words, isOff } = look;
  const hasName = 2 * r >= NAME;
  return (
    <button
      type="button"
      className={`bub ${tone} ${isChosen ? "foc" : ""} ${isOff ? "off" : ""}`}
      style={{ left: middle.x + x, top: middle.y + y, width: 2 * r, height: 2 * r }}
      data-cell={cell}
      data-card={item.id}
      tabIndex={isReached ? 0 : -1}
      aria-pressed={isChosen}
      aria-label={hasName ? undefined : [item.name, amount, words].filter(Boolean).join(", ")}
      title={[item.name, amount, words].filter(Boolean).join(" · ")}
      onClick={choose}
      onDoubleClick={open}
    >
      {hasName ? (
        <span className="pf-name">
          <span>{item.name}</span>
          {2 * r >= AMOUNT && amount !== "" && <span className="num">{amount}</span>}
          <span className="aloud">{words}</span>
        </span>
      ) : (
        2 * r >= LETTER && letter
      )}
    </button>
  );
}
