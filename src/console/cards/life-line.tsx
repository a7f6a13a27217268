/** The life cycle of a card in words and on an axis of its own. */
import { t } from "@lingui/core/macro";
import { type LifeCycle, LifeCycleBar, phaseOn } from "../charts/life-cycle";
import { timeAxis } from "../charts/time-axis";
import { month } from "../language/format";
import { useWidth } from "../ui/width";
import { phases } from "./listed-fields";

const today = () => new Date().toISOString().slice(0, 10);

/** Returns a life cycle in words, such as "Active since May 2014 · End of life May 2029"; undefined without any day. */
export function lifeInWords(life: LifeCycle): string | undefined {
  const named = new Map(phases().map(({ value, label }) => [value, label]));
  const now = phaseOn(life, today());
  const day = (phase: string) => month(String(life[phase]));
  const parts: string[] = [];
  const phase = now && named.get(now);
  if (now && phase) parts.push(t`${phase} since ${day(now)}`);
  const order = [...named.keys()];
  for (const next of order.slice(now ? order.indexOf(now) + 1 : 0))
    if (life[next]) parts.push(`${named.get(next)} ${day(next)}`);
  if (parts.length === 0) return undefined;
  return life["endOfLife"] || life["phaseOut"] ? parts.join(" · ") : t`${parts.join(" · ")}, no end planned`;
}

const YEARS = 12;
const HEIGHT = 22;
/** Half of the room of the word below today, in px. */
const ROOM = 34;

/** Shows a life cycle with the years below it. */
export function LifeLine({ life }: { life: LifeCycle }) {
  const [room, width] = useWidth<HTMLDivElement>();
  const axis = timeAxis(Math.max(120, width), YEARS);
  return (
    <div className="life-line" ref={room}>
      {width > 0 && (
        <>
          <LifeCycleBar life={life} axis={axis} height={HEIGHT} />
          <span className="todayl" style={{ left: axis.today, bottom: 16 }} aria-hidden />
          <svg className="lc" width={axis.width} height={16} aria-hidden>
            {axis.years
              .filter(({ year, isLabelled, x }) => isLabelled && year % 2 === 0 && Math.abs(x - axis.today) > ROOM)
              .map(({ year, x }) => (
                <text key={year} x={x} y={12} textAnchor="middle">
                  {axis.width > 300 ? year : String(year).slice(2)}
                </text>
              ))}
            <text className="now" x={axis.today} y={12} textAnchor="middle">
              {t`today`}
            </text>
          </svg>
        </>
      )}
    </div>
  );
}
