/** The tiles: area is cost, shade is the lens; the arrows go from tile to tile as they lie. */
import { t } from "@lingui/core/macro";
import { type KeyboardEvent, useRef } from "react";
import { number, shortMoney } from "../../language/format";
import { nearest } from "../../reports/nearest";
import { Status } from "../../ui/signs";
import { useTabStop } from "../../ui/tab-stop";
import { useSize } from "../../ui/width";
import { type Group, tilesOf } from "./layout";
import type { Lens } from "./lens";
import type { CostItem } from "./queries";

type TreemapProps = {
  groups: readonly Group[];
  lens: Lens | undefined;
  step: string | undefined;
  chosen: string | undefined;
  currency: string;
  /** The words for a group; what is in no group has its own. */
  groupLabel: (name: string) => string;
  onChoose: (id: string) => void;
  onPeek: (id: string) => void;
  onEnter: (group: string | undefined) => void;
};

/** The least sizes in px of tiles that have room for a name, and for the amount. */
const NAME = { width: 46, height: 18 };
const AMOUNT = { width: 64, height: 34 };

const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" } as const;

/** Shows the treemap. A press chooses a card, Space peeks at it, Enter goes into its group and Backspace out. */
export function Treemap({ groups, chosen, currency, groupLabel, onEnter, ...props }: TreemapProps) {
  const [follow, { width, height }] = useSize<HTMLDivElement>();
  const room = useRef<HTMLElement>(null);
  const { groups: heads, tiles } = tilesOf(groups, width, height);
  const isTile = (id: string) => tiles.some(({ item }) => item.id === id);
  const { stop, onFocus } = useTabStop("card", isTile, chosen, tiles[0]?.item.id);
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || !room.current) return;
    const item = tiles.find(({ item }) => item.id === target.dataset["card"])?.item;
    if (key === "Backspace") onEnter(undefined);
    else if (key === "Enter" && item?.group) onEnter(item.group);
    else if (key === " " && item) props.onPeek(item.id);
    else if (key in ARROWS) {
      const all = [...room.current.querySelectorAll<HTMLElement>("[data-card]")];
      nearest(target, all, ARROWS[key as keyof typeof ARROWS])?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    <section
      className="treemap-room"
      ref={room}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      aria-label={t`Costs by their size`}
    >
      <div className="treemap" ref={follow}>
        {heads.map(({ group, left, top, width }) => (
          <button
            type="button"
            key={group.name}
            className="tmg"
            style={{ left, top, width }}
            onClick={() => onEnter(group.name)}
          >
            <b className="trunc">{groupLabel(group.name)}</b>
            <span className="c3 num">{number(group.items.length)}</span>
            <span className="sp" />
            <span className="c3 num">{shortMoney(group.cost, currency)}</span>
          </button>
        ))}
        {tiles.map(({ item, ...box }) => (
          <Tile
            key={item.id}
            {...props}
            item={item}
            box={box}
            currency={currency}
            isChosen={item.id === chosen}
            isStop={item.id === stop}
          />
        ))}
      </div>
    </section>
  );
}

type TileProps = Pick<TreemapProps, "lens" | "step" | "currency" | "onChoose"> & {
  item: CostItem;
  box: { left: number; top: number; width: number; height: number };
  isChosen: boolean;
  isStop: boolean;
};

function Tile({ item, box, lens, step, currency, isChosen, isStop, onChoose }: TileProps) {
  const own = lens?.stepOf(item) ?? "k2";
  const known = lens?.steps.find(({ key }) => key === own);
  const amount = shortMoney(item.cost, currency);
  const hasName = box.width >= NAME.width && box.height >= NAME.height;
  return (
    <button
      type="button"
      className={`tm ${known?.tone ? `t-${known.tone}` : own.startsWith("o-") ? "k2" : own} ${isChosen ? "foc" : ""} ${step !== undefined && step !== own ? "off" : ""}`}
      style={box}
      data-card={item.id}
      aria-pressed={isChosen}
      aria-label={`${item.name}, ${amount}${known ? `, ${known.label}` : ""}`}
      title={`${item.name} · ${amount}${known ? ` · ${known.label}` : ""}`}
      tabIndex={isStop ? 0 : -1}
      onClick={() => onChoose(item.id)}
    >
      {hasName && (
        <b className="trunc">
          {known?.tone && box.width >= AMOUNT.width && <Status tone={known.tone}>{""}</Status>}
          {item.name}
        </b>
      )}
      {box.width >= AMOUNT.width && box.height >= AMOUNT.height + 4 && <span className="num">{amount}</span>}
    </button>
  );
}
