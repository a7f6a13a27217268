/** A card with its bands: business above it, the flows of data through it, technology below. */
import { Trans, useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { Button } from "react-aria-components";
import { edgeKey, pathsThrough } from "../../graph/model";
import { number } from "../../language/format";
import { type CardType, labelOf, useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { nearest } from "../../reports/nearest";
import { TypeIcon } from "../../ui/icon";
import { Menu } from "../../ui/menu";
import { Missing } from "../../ui/signs";
import { useTabStop } from "../../ui/tab-stop";
import { useWidth } from "../../ui/width";
import type { BandName, BandRow } from "./bands";
import { type FlowNode, type FlowWire, MAX_SIDE } from "./flows";
import { type PlacedFlow, placed, tipOf, wired } from "./layout";
import type { DependencyEdge, DependencyNode } from "./queries";

/** Px at both sides of the flows. */
const MARGIN = 16;
const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" } as const;

type ChartProps = {
  center: DependencyNode;
  nodes: readonly FlowNode[];
  wires: readonly FlowWire[];
  bands: Record<BandName, readonly BandRow[]>;
  /** The data that a card of the flows carries; undefined for one that carries none by its type. */
  dataOf: (id: string) => readonly DependencyNode[] | undefined;
  /** The words for the type of the cards in a column. */
  wordOf: (column: number) => string;
  /** The key of the selected node, and selecting one. */
  selected: string | undefined;
  onSelect: (key: string, id: string) => void;
  onPeek: (id: string) => void;
  onOpen: (id: string) => void;
  onCenter: (id: string) => void;
  onMore: () => void;
  /** The directions that a flow may be given; without it nobody may. */
  directions?: readonly { value: string; label: string }[] | undefined;
  onDirection: (edge: DependencyEdge, value: string) => void;
};

/** Shows the bands. Arrows go from card to card, along the lines where there are some. */
export function DependencyChart(props: ChartProps) {
  const { center, nodes, wires, bands, wordOf, dataOf, onPeek, onOpen, onCenter, onMore, selected } = props;
  const { t } = useLingui();
  const types = useTypes();
  const [measure, width] = useWidth<HTMLDivElement>();
  const room = useRef<HTMLElement>(null);

  function onKeyDown(event: KeyboardEvent): void {
    const { key, target } = event;
    if (!(target instanceof HTMLElement) || event.metaKey || event.ctrlKey || event.altKey || !room.current) return;
    const { node, card } = target.dataset;
    if (!node || !card) return;
    if (key in ARROWS) {
      const all = [...room.current.querySelectorAll<HTMLElement>("[data-node]")];
      const along =
        key === "ArrowRight"
          ? wires.find(({ from }) => from === node)?.to
          : key === "ArrowLeft"
            ? wires.find(({ to }) => to === node)?.from
            : undefined;
      const next =
        all.find((one) => one.dataset["node"] === along) ?? nearest(target, all, ARROWS[key as keyof typeof ARROWS]);
      next?.focus();
      if (next) props.onSelect(next.dataset["node"] ?? "", next.dataset["card"] ?? "");
    } else if (key === " ") onPeek(card);
    else if (key === "Enter") onOpen(card);
    else if (key === "c") onCenter(card);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const keys = [
    ...Object.values(bands).flatMap((rows) => rows.flatMap(({ cards }) => cards.map(({ id }) => id))),
    ...nodes.map(({ key }) => key),
  ];
  const { stop, onFocus } = useTabStop("node", (key) => keys.includes(key), selected, center.id);
  const cardButton = (key: string, card: DependencyNode, looks: CardLooks = {}) => (
    <CardButton
      key={key}
      node={key}
      card={card}
      type={types.get(card.type)}
      isSelected={key === selected}
      isFocusable={key === stop}
      select={() => props.onSelect(key, card.id)}
      open={() => onCenter(card.id)}
      {...looks}
    />
  );
  const band = (name: BandName) =>
    bands[name].map(({ type, cards }) => (
      <div key={type} className="dep-row">
        <span className="c3 t11">
          {types.get(type) ? labelOf(types.get(type) as CardType) : type}{" "}
          <span className="num">{number(cards.length)}</span>
        </span>
        <div>
          {cards.slice(0, MAX_SIDE).map((card) => cardButton(card.id, card))}
          {cards.length > MAX_SIDE && (
            <button
              type="button"
              className="lk t12"
              onClick={onMore}
            >{t`+ ${number(cards.length - MAX_SIDE)} more`}</button>
          )}
        </div>
      </div>
    ));

  return (
    <section
      className="dep scroll"
      ref={room}
      aria-label={t`Dependencies of ${center.name}`}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      {bands.above.length > 0 && (
        <Band title={<Trans>Business: what stands still without it</Trans>}>{band("above")}</Band>
      )}
      <Band title={<Trans>Applications, interfaces and data</Trans>}>
        <div ref={measure}>
          {width > 0 && (
            <Flows {...props} width={width - 2 * MARGIN} cardButton={cardButton} dataOf={dataOf} wordOf={wordOf} />
          )}
        </div>
        {band("own")}
      </Band>
      {bands.below.length > 0 && <Band title={<Trans>Technology: what it stands on</Trans>}>{band("below")}</Band>}
    </section>
  );
}

function Band({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="dep-band">
      <h2 className="t11 c3">{title}</h2>
      {children}
    </div>
  );
}

type CardLooks = { place?: PlacedFlow | undefined; className?: string };

type CardButtonProps = CardLooks & {
  node: string;
  card: DependencyNode;
  type: CardType | undefined;
  isSelected: boolean;
  isFocusable: boolean;
  select: () => void;
  open: () => void;
};

function CardButton({
  node,
  card,
  type,
  isSelected,
  isFocusable,
  select,
  open,
  place,
  className = "",
}: CardButtonProps) {
  return (
    <button
      type="button"
      data-node={node}
      data-card={card.id}
      className={`nd ${place ? "" : "dep-free"} ${isSelected ? "sel" : ""} ${className}`}
      style={place && { left: place.x, top: place.y, width: place.width, height: place.height }}
      title={[...card.path, card.name].join(" / ")}
      aria-pressed={isSelected}
      tabIndex={isFocusable ? 0 : -1}
      onClick={select}
      onDoubleClick={open}
    >
      <TypeIcon type={type} />
      <span className="trunc">{card.name}</span>
    </button>
  );
}

type FlowsProps = ChartProps & {
  width: number;
  cardButton: (key: string, card: DependencyNode, looks?: CardLooks) => ReactNode;
};

function Flows({
  nodes,
  wires,
  width,
  dataOf,
  wordOf,
  selected,
  cardButton,
  onMore,
  directions,
  onDirection,
  center,
}: FlowsProps) {
  const { t } = useLingui();
  const types = useTypes();
  const unknown = new Map(
    wires.flatMap(({ from, to, edge, isUnknown }) =>
      isUnknown && edge ? [[from === center.id ? to : from, edge] as const] : [],
    ),
  );
  const layout = placed(
    nodes,
    width,
    ({ card, key, more }) => more === undefined && (dataOf(card.id) !== undefined || unknown.has(key)),
  );
  const lines = wired(layout.nodes, wires);
  const paths =
    selected !== undefined && selected !== center.id && nodes.some(({ key }) => key === selected)
      ? pathsThrough(selected, wires)
      : undefined;
  const scroller = useRef<HTMLDivElement>(null);
  const middle = layout.nodes.find(({ column }) => column === 0);
  const middleX = middle ? middle.x + middle.width / 2 : 0;
  // Flows that are wider than the window begin with the card in the middle.
  useLayoutEffect(() => {
    const { current } = scroller;
    if (current) current.scrollLeft = middleX - current.clientWidth / 2;
  }, [middleX]);
  const isHot = (wire: FlowWire) => paths?.edges.has(edgeKey(wire)) ?? false;
  return (
    <div className="dep-flows" ref={scroller}>
      <div className="dep-heads" style={{ width: layout.width }}>
        {[...layout.columns].map(([column, left]) => (
          <span key={column} className="t11 c3" style={{ left }}>
            {wordOf(column)}
          </span>
        ))}
      </div>
      <div className="dep-sheet" style={{ width: layout.width, height: layout.height }}>
        <svg width={layout.width} height={layout.height} aria-hidden>
          {lines
            .toSorted((one, other) => Number(isHot(one)) - Number(isHot(other)))
            .map((wire) => (
              <g key={edgeKey(wire)} className={`${isHot(wire) ? "hot" : ""} ${wire.isUnknown ? "unknown" : ""}`}>
                <path className="wire" d={wire.path} />
                {!wire.isUnknown && <path className="tip" d={tipOf(wire.tip)} />}
              </g>
            ))}
        </svg>
        {layout.nodes.map((place) => {
          const { key, card, more, column } = place;
          if (more !== undefined)
            return (
              <button
                key={key}
                type="button"
                className="nd folded"
                style={{ left: place.x, top: place.y, width: place.width }}
                onClick={onMore}
              >
                {t`+ ${number(more)} more`}
              </button>
            );
          const isOnPath = key !== selected && (paths?.nodes.has(key) ?? false) && column !== 0;
          return cardButton(key, card, { place, className: column === 0 ? "dep-center" : isOnPath ? "hot" : "" });
        })}
        {layout.nodes.map(({ key, card, x, y, width: own, height, more }) => {
          const data = dataOf(card.id);
          const edge = unknown.get(key);
          if (more !== undefined || (!data && !edge)) return null;
          return (
            <div key={key} className="dep-line" style={{ left: x + 8, top: y + height + 1, width: own + 16 }}>
              {edge && directions && (
                <Menu
                  label={t`Direction`}
                  trigger={<Button className="lk">{t`Which way?`}</Button>}
                  entries={directions.map(({ value, label }) => ({
                    id: value,
                    label,
                    run: () => onDirection(edge, value),
                  }))}
                />
              )}
              {data?.map((one) => (
                <span key={one.id} className="trunc" title={one.name}>
                  <TypeIcon type={types.get(one.type)} size={12} />
                  {one.name}
                </span>
              ))}
              {data?.length === 0 && (
                <>
                  <Missing title={t`Nobody has said which data it carries`} />
                  <Link to="/cards/$id" params={{ id: card.id }} className="lk">
                    <Trans>Which data? Set</Trans>
                  </Link>
                </>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
