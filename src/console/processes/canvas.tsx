/** A flow as its file draws it, read only. The library that draws comes with the first flow that one opens. */
import { useLingui } from "@lingui/react/macro";
import { Maximize, Minus, Plus } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { number } from "../language/format";
import { IconButton } from "../ui/button";

const Drawing = lazy(() => import("./drawing"));

/** The label below an element: a card that it is linked to. */
export type ElementLabel = { element: string; id: string; name: string; color: string };

/** The mark of an element in a comparison. */
export type ElementMark = "added" | "removed" | "changed";

export type CanvasProps = {
  label: string;
  xml: string;
  selected?: string | undefined;
  /** Is called with the BPMN id of what is pressed; undefined for the ground. */
  onSelect?: (id: string | undefined) => void;
  /** Is called when an element is pressed twice. */
  onEdit?: () => void;
  labels?: readonly ElementLabel[];
  /** Is called with the id of a card whose label is pressed. */
  onLabel?: (cardId: string) => void;
  marks?: ReadonlyMap<string, ElementMark>;
  /** Is called with the BPMN ids of the elements along the flow, once it is drawn. */
  onOrder?: (ids: readonly string[]) => void;
};

/** The verbs of a drawing. */
export type DrawingHandle = { zoom: (by: 1 | -1 | "fit") => void };

/** Shows a flow. @param tools more of them, before the zoom */
export function FlowCanvas({ tools, ...props }: CanvasProps & { tools?: ReactNode }) {
  const { t } = useLingui();
  const [handle, setHandle] = useState<DrawingHandle | null>(null);
  const [zoom, setZoom] = useState(1);
  return (
    <section className="flow" aria-label={props.label}>
      <Suspense fallback={<div className="flow-waiting" aria-busy="true" />}>
        <Drawing {...props} onZoom={setZoom} ref={setHandle} />
      </Suspense>
      <div className="flow-tools">
        {tools}
        <span className="tools">
          <IconButton icon={Minus} size={14} label={t`Smaller`} onPress={() => handle?.zoom(-1)} />
          <span className="num">{number(zoom, { style: "percent" })}</span>
          <IconButton icon={Plus} size={14} label={t`Larger`} onPress={() => handle?.zoom(1)} />
          <IconButton icon={Maximize} size={14} label={t`Fit to the width`} onPress={() => handle?.zoom("fit")} />
        </span>
      </div>
    </section>
  );
}
