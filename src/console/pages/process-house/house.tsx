/** The house itself: bands of areas, whose processes are cells; the arrows go from cell to cell as they lie. */
import { useLingui } from "@lingui/react/macro";
import { type CSSProperties, type KeyboardEvent, useRef } from "react";
import { number } from "../../language/format";
import { useGo } from "../../navigation/link";
import { useSetPeek } from "../../navigation/peek";
import { MapCell } from "../../reports/map-cell";
import { nearest } from "../../reports/nearest";
import type { Lens } from "./lens";
import { hasMark, isMark, Marks } from "./marks";
import { type Band, cellsOf, isHead, type Process } from "./tree";

type HouseProps = {
  bands: readonly Band[];
  levels: number;
  lens: Lens;
  /** The one step, or mark, that is shown alone. */
  step: string | undefined;
  /** Returns the name of a band. */
  nameOf: (kind: string) => string;
};

const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" } as const;

/** The kind whose areas stand next to each other, each in a column of its own. */
const CORE = "core";

/** Shows the bands. A press peeks at a process, Enter opens it. */
export function House(props: HouseProps) {
  const room = useRef<HTMLElement>(null);
  const go = useGo();
  const move = (event: KeyboardEvent) => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || !room.current) return;
    const id = target.dataset["process"];
    if (key === "Enter" && id) {
      event.preventDefault();
      go({ to: "/bpm/processes/$id", params: { id } });
    }
    if (!(key in ARROWS)) return;
    event.preventDefault();
    const all = [...room.current.querySelectorAll<HTMLElement>("[data-process]")];
    nearest(target, all, ARROWS[key as keyof typeof ARROWS])?.focus();
  };
  const columns = Math.max(2, ...props.bands.filter(({ kind }) => kind === CORE).map(({ areas }) => areas.length));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the buttons inside arrive here
    <section
      className="house map-room scroll"
      ref={room}
      onKeyDown={move}
      style={{ "--columns": Math.min(columns, 6) } as CSSProperties}
    >
      {props.bands.map((band) => (
        <section key={band.kind} className="house-band" aria-label={props.nameOf(band.kind)}>
          <h2 className="t11 c3">{props.nameOf(band.kind)}</h2>
          <div className={band.kind === CORE ? "house-columns" : ""}>
            {band.areas.map((area) => (
              <Area key={area.id} {...props} process={area} isColumn={band.kind === CORE} />
            ))}
          </div>
        </section>
      ))}
    </section>
  );
}

type AreaProps = HouseProps & { process: Process; isColumn: boolean };

function Area(props: AreaProps) {
  const { t } = useLingui();
  const { process, levels, isColumn } = props;
  const cells = cellsOf(process, levels);
  return (
    <section className="house-area" aria-label={process.name}>
      <h3>
        <Name process={process} />
        {isHead(process, levels) && <span className="n num">{number(cells.length)}</span>}
      </h3>
      {!isHead(process, levels) ? (
        <div className={isColumn ? "" : "house-columns"}>
          <Cell {...props} />
        </div>
      ) : cells.length === 0 ? (
        <div className="cell k0">{t`No processes yet`}</div>
      ) : (
        <Below {...props} />
      )}
    </section>
  );
}

/** Shows what is below an area or a group: its cells first, then its groups. */
function Below({ process, ...props }: AreaProps) {
  const cells = process.children.filter((child) => !isHead(child, props.levels));
  const groups = process.children.filter((child) => isHead(child, props.levels));
  return (
    <>
      {cells.length > 0 && (
        <div className={props.isColumn ? "" : "house-columns"}>
          {cells.map((child) => (
            <CellAndVariants key={child.id} {...props} process={child} />
          ))}
        </div>
      )}
      {groups.map((child) => (
        <div key={child.id}>
          <h4 className="l2">
            <Name process={child} />
          </h4>
          <Below {...props} process={child} />
        </div>
      ))}
    </>
  );
}

function CellAndVariants({ process, ...props }: AreaProps) {
  const variants = process.level < props.levels ? process.children : [];
  return (
    <div>
      <Cell {...props} process={process} />
      {variants.length > 0 && (
        <div className="house-variants">
          {variants.map((variant) => (
            <CellAndVariants key={variant.id} {...props} process={variant} />
          ))}
        </div>
      )}
    </div>
  );
}

function Name({ process: { id, name } }: { process: Process }) {
  const setPeek = useSetPeek();
  return (
    <button type="button" className="trunc" data-process={id} onClick={() => setPeek(id)} title={name}>
      {name}
    </button>
  );
}

function Cell({ process, lens, step }: AreaProps) {
  const { id, name } = process;
  const own = lens.steps.find(({ key }) => key === lens.stepOf(process))?.label;
  const isOff = step !== undefined && !(isMark(step) ? hasMark(process, step) : lens.stepOf(process) === step);
  return (
    <MapCell
      {...{ id, name, isOff, tone: lens.toneOf(process), text: lens.text(process), marks: { "data-process": id } }}
      title={[name, own].filter(Boolean).join(" · ")}
    >
      <Marks process={process} />
    </MapCell>
  );
}
