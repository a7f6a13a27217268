/** The ring of domains: each as a button, and how much flows on the lines. */
import { useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, useRef } from "react";
import { number } from "../../language/format";
import { nearest } from "../../reports/nearest";
import { useSize } from "../../ui/width";
import { BOX, curvesOf, type FlowCurve, onRing, placed } from "./domains";
import type { DomainFlows } from "./queries";

const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" } as const;
/** The least size in px at which the ring can be read. */
const LEAST = { width: 640, height: 440 };

type ChartProps = {
  report: DomainFlows;
  /** The key of the chosen domain. */
  chosen: string | undefined;
  onChoose: (key: string | undefined) => void;
  onPeek: (id: string) => void;
  /** The name of the domain of the systems in none. */
  none: string;
};

/** Shows the ring. The arrows go from domain to domain, ↵ chooses one, Space peeks at its card. */
export function DomainChart({ report: { domains, flows }, chosen, onChoose, onPeek, none }: ChartProps) {
  const { t } = useLingui();
  const [measure, room] = useSize<HTMLDivElement>();
  const ring = useRef<HTMLDivElement>(null);
  const size = { width: Math.max(LEAST.width, room.width), height: Math.max(LEAST.height, room.height) };
  const all = placed(onRing(domains, flows), size.width, size.height);
  const curves = curvesOf(all, flows, { x: size.width / 2, y: size.height / 2 });
  const isHot = ({ from, to }: FlowCurve) => from === chosen || to === chosen;
  const shown = chosen === undefined ? curves : [...curves.filter((one) => !isHot(one)), ...curves.filter(isHot)];

  function onKeyDown(event: KeyboardEvent): void {
    const { key, target } = event;
    if (!(target instanceof HTMLElement) || event.metaKey || event.ctrlKey || event.altKey) return;
    const id = target.dataset["card"];
    if (key in ARROWS) {
      const others = [...(ring.current?.querySelectorAll<HTMLElement>("[data-domain]") ?? [])];
      nearest(target, others, ARROWS[key as keyof typeof ARROWS])?.focus();
    } else if (key === " " && id) onPeek(id);
    else if (key === "Escape" && chosen !== undefined) onChoose(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className="dom-room scroll" ref={measure}>
      {room.width > 0 && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the buttons inside arrive here
        <div className="dom-ring" ref={ring} style={size} onKeyDown={onKeyDown}>
          <svg width={size.width} height={size.height} aria-hidden>
            {shown.map((curve) => (
              <g
                key={curve.key}
                className={`${curve.is_unknown ? "unknown" : ""} ${chosen === undefined ? "" : isHot(curve) ? "hot" : "off"}`}
              >
                <path className="wire" d={curve.path} strokeWidth={curve.stroke} />
                {!curve.is_unknown && <path className="tip" d="M0 -4l7 4l-7 4z" transform={curve.tip} />}
              </g>
            ))}
            {shown
              .filter((curve) => (chosen === undefined ? curve.isCounted : isHot(curve)))
              .map((curve) => (
                <text key={curve.key} x={curve.label.x} y={curve.label.y} className="dom-count num">
                  {number(curve.count)}
                </text>
              ))}
          </svg>
          {all.map(({ key, id, name, systems, x, y }) => (
            <button
              key={key}
              type="button"
              className={`dom-box ${key === chosen ? "sel" : ""}`}
              data-domain={key}
              {...(id !== null && { "data-card": id })}
              aria-pressed={key === chosen}
              style={{ left: x - BOX.width / 2, top: y - BOX.height / 2, width: BOX.width, height: BOX.height }}
              onClick={() => onChoose(key === chosen ? undefined : key)}
            >
              <span className="trunc" title={name ?? none}>
                {name ?? none}
              </span>
              <span className="c3 t11 num">{t`${number(systems)} systems`}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
