/** The editor of a draft, by bpmn-js: a palette at the left, and what is drawn is saved as one draws. */
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { LOOK } from "./look";
import { FlowModeler } from "./modeler";
import type { DraftContent } from "./saver";
import "./bpmn.css";
import "./editor.css";

type Bus = { on: (event: string, listener: (event: unknown) => void) => void };
type Stack = { undo: () => void; redo: () => void; canUndo: () => boolean; canRedo: () => boolean };
type Canvas = {
  zoom: (to: "fit-viewport" | number, center?: "auto") => number;
  scroll: (by: { dx: number; dy: number }) => void;
};

/** Pixels that the palette takes at the left. */
const PALETTE = 64;

/** Fits a drawing to the room next to the palette. */
function fit(canvas: Canvas): void {
  canvas.zoom(canvas.zoom("fit-viewport", "auto") * 0.92, "auto");
  canvas.scroll({ dx: PALETTE / 2, dy: 0 });
}

export type EditorHandle = { read: () => Promise<DraftContent>; undo: () => void; redo: () => void; fit: () => void };

type EditorProps = {
  xml: string;
  onChange: () => void;
  onFailure: (message: string) => void;
  onReady: () => void;
  ref: Ref<EditorHandle>;
};

/** Shows the editor. */
export default function Editor(props: EditorProps) {
  const { xml } = props;
  const room = useRef<HTMLDivElement>(null);
  const [modeler, setModeler] = useState<FlowModeler>();
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (!room.current) return;
    const drawn = new FlowModeler({ container: room.current, ...LOOK });
    let isGone = false;
    drawn
      .importXML(xml)
      .then(() => {
        if (isGone) return;
        fit(drawn.get<Canvas>("canvas"));
        drawn.get<Bus>("eventBus").on("commandStack.changed", () => latest.current.onChange());
        setModeler(drawn);
        latest.current.onReady();
      })
      .catch((error: Error) => !isGone && latest.current.onFailure(error.message));
    return () => {
      isGone = true;
      drawn.destroy();
    };
  }, [xml]);
  useImperativeHandle(
    props.ref,
    () => ({
      async read() {
        if (!modeler) throw new Error("Nothing is drawn");
        const [{ xml: bpmn_xml = "" }, { svg: svg_thumbnail }] = await Promise.all([
          modeler.saveXML({ format: true }),
          modeler.saveSVG(),
        ]);
        return { bpmn_xml, svg_thumbnail };
      },
      undo: () => modeler?.get<Stack>("commandStack").undo(),
      redo: () => modeler?.get<Stack>("commandStack").redo(),
      fit: () => modeler && fit(modeler.get<Canvas>("canvas")),
    }),
    [modeler],
  );
  return <div ref={room} className="flow-room editor" aria-busy={modeler ? undefined : true} />;
}
