/** Rows that are arranged by dragging. */
import { useLingui } from "@lingui/react/macro";
import { GripVertical } from "lucide-react";
import { type DragEvent, useState } from "react";
import { Icon } from "./icon";

/**
 * Makes an element a place where dragged rows are dropped.
 * @param kind the type of data of these rows, as in "application/x-stoa-tag"
 * @param drop is called with the key of the dropped row
 */
export function useDropTarget(kind: string, drop: (key: string) => void) {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes(kind)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (!event.dataTransfer.types.includes(kind)) return;
        event.preventDefault();
        drop(event.dataTransfer.getData(kind));
      },
    },
  };
}

/** Shows what a row is dragged by; the keys ⌥↑ and ⌥↓ in its name do the same. */
export function Grip({ kind, dragged }: { kind: string; dragged: string }) {
  const { t } = useLingui();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys ⌥↑ and ⌥↓ do the same
    <div
      className="grip"
      draggable
      title={t`Drag, or press ⌥↑ and ⌥↓`}
      onDragStart={({ dataTransfer }) => dataTransfer.setData(kind, dragged)}
    >
      <Icon of={GripVertical} size={14} />
    </div>
  );
}
