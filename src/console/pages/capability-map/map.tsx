/** The map itself: domains as columns of cells; the arrows go from cell to cell as they lie. */
import { TriangleAlert } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { useGo } from "../../navigation/link";
import { useSetPeek } from "../../navigation/peek";
import { MapCell } from "../../reports/map-cell";
import { nearest } from "../../reports/nearest";
import { Icon } from "../../ui/icon";
import type { Lens } from "./lens";
import { type Capability, isCell } from "./tree";

type MapProps = {
  domains: readonly Capability[];
  levels: number;
  lens: Lens;
  /** The one step that is shown alone. */
  step: string | undefined;
  /** Says of a cell that something about it ends soon; undefined when nothing does. */
  warning: (capability: Capability) => string | undefined;
};

const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" } as const;

/** Shows the domains. A press peeks at a capability, Enter opens it. */
export function CapabilityColumns(props: MapProps) {
  const room = useRef<HTMLElement>(null);
  const go = useGo();
  const move = (event: KeyboardEvent) => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || !room.current) return;
    const id = target.dataset["capability"];
    if (key === "Enter" && id) {
      event.preventDefault();
      go({ to: "/cards/$id", params: { id } });
    }
    if (!(key in ARROWS)) return;
    event.preventDefault();
    const all = [...room.current.querySelectorAll<HTMLElement>("[data-capability]")];
    nearest(target, all, ARROWS[key as keyof typeof ARROWS])?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the buttons inside arrive here
    <section className="map-room scroll" ref={room} onKeyDown={move}>
      <div className="map-columns">
        {props.domains.map((domain) => (
          <section key={domain.id} className="dom" aria-label={domain.name}>
            <h2>
              <Name capability={domain} />
              <span className="n num">{props.lens.sum(domain)}</span>
            </h2>
            {isCell(domain, props.levels) ? (
              <Cell {...props} capability={domain} />
            ) : (
              <Below {...props} capability={domain} />
            )}
          </section>
        ))}
      </div>
    </section>
  );
}

/** Shows what is below a capability: its cells first, then its groups. */
function Below({ capability, ...props }: MapProps & { capability: Capability }) {
  const cells = capability.children.filter((child) => isCell(child, props.levels));
  const groups = capability.children.filter((child) => !isCell(child, props.levels));
  return (
    <>
      {cells.map((child) => (
        <Cell key={child.id} {...props} capability={child} />
      ))}
      {groups.map((child) => (
        <div key={child.id}>
          <h3 className="l2">
            <Name capability={child} />
            <span className="n num">{props.lens.sum(child)}</span>
          </h3>
          <Below {...props} capability={child} />
        </div>
      ))}
    </>
  );
}

function Name({ capability: { id, name } }: { capability: Capability }) {
  const setPeek = useSetPeek();
  return (
    <button type="button" className="trunc" data-capability={id} onClick={() => setPeek(id)} title={name}>
      {name}
    </button>
  );
}

function Cell({ capability, lens, step, warning }: MapProps & { capability: Capability }) {
  const own = lens.stepOf(capability);
  const warns = warning(capability);
  const { id, name } = capability;
  return (
    <MapCell
      {...{ id, name, title: name, tone: own, text: lens.text(capability), marks: { "data-capability": id } }}
      isOff={step !== undefined && step !== own}
    >
      {warns && (
        <span title={warns}>
          <Icon of={TriangleAlert} size={12} />
          <span className="aloud">{warns}</span>
        </span>
      )}
    </MapCell>
  );
}
