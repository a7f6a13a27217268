/** The drawing of a flow, by bpmn-js. */
import { useLingui } from "@lingui/react/macro";
import NavigatedViewer from "bpmn-js/lib/NavigatedViewer";
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import type { CanvasProps, DrawingHandle, ElementLabel } from "./canvas";
import { LOOK } from "./look";
import "./bpmn.css";

type Shape = { id: string; type: string; width?: number; height?: number; outgoing?: { target?: Shape }[]; x: number };
type Registry = { get: (id: string) => Shape | undefined; filter: (accepts: (one: Shape) => boolean) => Shape[] };
type Canvas = {
  zoom: (to?: number | "fit-viewport", center?: "auto") => number;
  resized: () => void;
  addMarker: (id: string, marker: string) => void;
  removeMarker: (id: string, marker: string) => void;
  scrollToElement: (id: string) => void;
};
type Overlays = { add: (id: string, type: string, overlay: object) => string; remove: (filter: object) => void };
type Bus = { on: (event: string, listener: (event: { element: Shape; viewbox?: { scale: number } }) => void) => void };

/** The largest scale to which a drawing is fitted. */
const MAX_FIT = 1;
const STEP = 1.25;
const CHANGED = ["added", "removed", "changed"];

/** Returns the elements along the flow: from each start on, ways that part one after the other, then what is left. */
function alongFlow(registry: Registry): string[] {
  const nodes = registry.filter(({ type }) => /Event$|Task$|Gateway$|Activity$|SubProcess$/.test(type));
  const order = new Set<string>();
  const visit = (from: Shape) => {
    const open = [from];
    for (let one = open.shift(); one; one = open.shift()) {
      if (order.has(one.id)) continue;
      order.add(one.id);
      open.push(...(one.outgoing ?? []).flatMap(({ target }) => target ?? []));
    }
  };
  nodes.filter(({ type }) => type === "bpmn:StartEvent").forEach(visit);
  nodes.toSorted((one, other) => one.x - other.x).forEach(visit);
  return [...order];
}

/** Returns the sign of a linked card, which stands below its element. */
function labelOf({ id, name, color }: ElementLabel, onLabel: (id: string) => void): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "flow-label";
  button.style.setProperty("--c", color);
  button.textContent = name;
  button.title = name;
  button.addEventListener("click", () => onLabel(id));
  return button;
}

type DrawingProps = CanvasProps & { onZoom: (scale: number) => void; ref: Ref<DrawingHandle> };

/** Shows the drawing, fitted to its room. */
export default function Drawing(props: DrawingProps) {
  const { t } = useLingui();
  const { xml, selected, labels = [], marks } = props;
  const room = useRef<HTMLDivElement>(null);
  const [viewer, setViewer] = useState<NavigatedViewer>();
  const [failure, setFailure] = useState<string>();
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (!room.current) return;
    const drawn = new NavigatedViewer({ container: room.current, ...LOOK });
    let isGone = false;
    const bus = drawn.get<Bus>("eventBus");
    bus.on("canvas.viewbox.changed", ({ viewbox }) => viewbox && latest.current.onZoom(viewbox.scale));
    bus.on("element.click", ({ element }) => {
      const isElement = /Event$|Task$|Gateway$|Activity$|SubProcess$/.test(element.type);
      latest.current.onSelect?.(isElement ? element.id : undefined);
    });
    bus.on("element.dblclick", () => latest.current.onEdit?.());
    const sized = new ResizeObserver(() => {
      drawn.get<Canvas>("canvas").resized();
      fit(drawn.get<Canvas>("canvas"));
    });
    setFailure(undefined);
    drawn
      .importXML(xml)
      .then(() => {
        if (isGone) return;
        if (room.current) sized.observe(room.current);
        fit(drawn.get<Canvas>("canvas"));
        latest.current.onOrder?.(alongFlow(drawn.get<Registry>("elementRegistry")));
        setViewer(drawn);
      })
      .catch((error: Error) => !isGone && setFailure(error.message));
    return () => {
      isGone = true;
      sized.disconnect();
      setViewer(undefined);
      drawn.destroy();
    };
  }, [xml]);

  useEffect(() => {
    if (!viewer || !selected || !viewer.get<Registry>("elementRegistry").get(selected)) return;
    const canvas = viewer.get<Canvas>("canvas");
    canvas.addMarker(selected, "flow-selected");
    return () => canvas.removeMarker(selected, "flow-selected");
  }, [viewer, selected]);

  const shownLabels = JSON.stringify(labels);
  useEffect(() => {
    if (!viewer) return;
    const overlays = viewer.get<Overlays>("overlays");
    const registry = viewer.get<Registry>("elementRegistry");
    const places = new Map<string, number>();
    for (const label of JSON.parse(shownLabels) as ElementLabel[]) {
      const shape = registry.get(label.element);
      if (!shape) continue;
      const place = places.get(label.element) ?? 0;
      places.set(label.element, place + 1);
      const html = labelOf(label, (id) => latest.current.onLabel?.(id));
      overlays.add(label.element, "card", { position: { bottom: -3 - 18 * place, left: 0 }, html });
    }
    return () => overlays.remove({ type: "card" });
  }, [viewer, shownLabels]);

  useEffect(() => {
    if (!viewer || !marks) return;
    const canvas = viewer.get<Canvas>("canvas");
    const registry = viewer.get<Registry>("elementRegistry");
    for (const [id, mark] of marks) if (registry.get(id)) canvas.addMarker(id, `flow-${mark}`);
    return () => {
      for (const [id] of marks)
        for (const mark of CHANGED) if (registry.get(id)) canvas.removeMarker(id, `flow-${mark}`);
    };
  }, [viewer, marks]);

  useImperativeHandle(
    props.ref,
    () => ({
      zoom(by) {
        const canvas = viewer?.get<Canvas>("canvas");
        if (!canvas) return;
        if (by === "fit") fit(canvas);
        else canvas.zoom(canvas.zoom() * STEP ** by);
      },
    }),
    [viewer],
  );
  return (
    <>
      <div ref={room} className="flow-room" data-pans aria-busy={!viewer && !failure ? true : undefined} />
      {failure && (
        <p className="flow-failure" role="alert">
          {t`The flow can't be drawn:`} {failure}
        </p>
      )}
    </>
  );
}

/** Fits a drawing to its room; a small one keeps its size. */
function fit(canvas: Canvas): void {
  if (canvas.zoom("fit-viewport", "auto") > MAX_FIT) canvas.zoom(MAX_FIT, "auto");
}
