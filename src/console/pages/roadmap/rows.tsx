/** The rows of the roadmap: the head of a group, and a card with its bar. */
import { t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { ChevronDown, ChevronRight } from "lucide-react";
import { setPhase } from "../../cards/changes";
import { phases } from "../../cards/listed-fields";
import { LifeCycleBar } from "../../charts/life-cycle";
import type { TimeAxis } from "../../charts/time-axis";
import { number, shortMoney } from "../../language/format";
import { type Field, stepOf } from "../../metamodel/fields";
import type { CardType } from "../../metamodel/queries";
import { toast } from "../../server/changes";
import { cache } from "../../server/queries";
import { Icon, TypeIcon } from "../../ui/icon";
import { Missing, Signal } from "../../ui/signs";
import { Edge } from "./drag";
import { edgesOf, endOf, fits, keyOf, livesOn, type RoadmapRow, stepsOf } from "./lives";
import type { RoadmapItem } from "./queries";

/** The things that all rows are drawn by. */
export type RowContext = {
  axis: TimeAxis;
  at: string;
  currency: string;
  /** The keys of the costs; undefined for those who may not see them. */
  costs: readonly string[] | undefined;
  criticality: Field | undefined;
  groupType: CardType | undefined;
  mayEdit: boolean;
  current: string | undefined;
  toggle: (key: string) => void;
  peek: (id: string) => void;
};

/** The room in px that words behind an end need at least. */
const MIN_WORDS = 24;

/** The heights of rows in px, as the styles have them. */
export const HEIGHTS = { group: 28, item: 24 };

const costOf = ({ attributes }: RoadmapItem, keys: readonly string[]) =>
  keys.reduce((sum, key) => sum + (Number(attributes[key]) || 0), 0);

/** Shows the head of a group: how many live today and at the date, what they cost; folded, how many live over time. */
export function GroupRow({ row, context }: { row: RoadmapRow & { kind: "group" }; context: RowContext }) {
  const { t } = useLingui();
  const { axis, currency, groupType, toggle } = context;
  const { group, items, isFolded } = row;
  const { figures } = group;
  const changes = figures && figures.live_today !== figures.live_at;
  return (
    <div className="gr g">
      <div className="rm-group">
        <button type="button" data-row aria-expanded={!isFolded} onClick={() => toggle(keyOf(group))}>
          <Icon of={isFolded ? ChevronRight : ChevronDown} size={12} />
          {group.id !== null && <TypeIcon type={groupType} />}
          <b className="trunc">{group.name ?? t`In no group`}</b>
        </button>
        {figures && (
          <span className="due num">
            {changes ? `${number(figures.live_today)} → ${number(figures.live_at)}` : number(figures.live_today)}
          </span>
        )}
      </div>
      <div className="lcc">{isFolded && <Steps items={items} axis={axis} />}</div>
      <div />
      <div className="r num t12 c2">
        {figures?.cost_at !== undefined && figures.cost_at > 0 && shortMoney(figures.cost_at, currency)}
      </div>
    </div>
  );
}

function Steps({ items, axis }: { items: readonly RoadmapItem[]; axis: TimeAxis }) {
  const steps = stepsOf(items, axis);
  const highest = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <svg className="lc" width={axis.width} height={27} aria-hidden>
      {steps.map(({ x, count }, at) => {
        const height = (17 * count) / highest;
        const to = steps[at + 1]?.x ?? axis.width;
        return <rect key={x} className="rm-step" x={x} y={22 - height} width={to - x + 0.5} height={height} />;
      })}
    </svg>
  );
}

/** Shows a card: its name, its bar with what follows it, how critical it is, and what it costs at the date. */
export function ItemRow({ item, context }: { item: RoadmapItem; context: RowContext }) {
  const { axis, at, costs, criticality, mayEdit, current, peek } = context;
  const isLive = livesOn(item.lifecycle, at);
  const end = endOf(item.lifecycle);
  const isGone = end !== undefined && end <= at;
  const step = criticality && stepOf(criticality, String(item.attributes[criticality.key]));
  return (
    <div className={`gr ${current === item.id ? "sel" : ""}`} data-card={item.id}>
      <div className="rm-name">
        <button
          type="button"
          data-row
          data-id={item.id}
          aria-pressed={current === item.id}
          className={`trunc ${isGone ? "gone" : ""}`}
          onClick={() => peek(item.id)}
          title={item.name}
        >
          {item.name}
        </button>
      </div>
      <div className="lcc">
        <LifeCycleBar life={item.lifecycle} axis={axis} height={HEIGHTS.item} />
        {mayEdit &&
          edgesOf(item.lifecycle).map(({ phase, day }) => (
            <Edge key={phase} axis={axis} phase={phase} day={day} onDrop={(next) => void move(item, phase, next)} />
          ))}
        {end !== undefined && <Follows item={item} x={axis.x(end)} width={axis.width} />}
      </div>
      <div>{step !== undefined && <Signal step={step} />}</div>
      <div className={`r num ${isLive ? "" : "gone"}`}>{costs && (isLive ? number(costOf(item, costs)) : "—")}</div>
    </div>
  );
}

/** Moves the beginning of a phase. */
async function move(item: RoadmapItem, phase: string, day: string): Promise<void> {
  const label = phases().find(({ value }) => value === phase)?.label ?? phase;
  if (!fits(item.lifecycle, phase, day))
    return toast("failed", t`${label} of ${item.name} would be out of the order of its phases`);
  await setPhase(item, { key: phase, label }, day);
  await cache.invalidateQueries({ queryKey: ["reports"] });
}

/** Shows what follows a card behind its end; a ring when nothing does. */
function Follows({ item, x, width }: { item: RoadmapItem; x: number; width: number }) {
  const { t } = useLingui();
  const names = (item.successors ?? []).map(({ name }) => name).join(", ");
  if (x > width - MIN_WORDS) return null;
  return (
    <span className="rm-next" style={{ left: x, maxWidth: width - x - 10 }} title={names}>
      {names ? <span className="trunc">→ {names}</span> : <Missing title={t`Nothing follows ${item.name}`} />}
    </span>
  );
}
