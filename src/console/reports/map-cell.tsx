/** A card as a cell of a map. */
import type { ReactNode } from "react";
import { usePeek, useTogglePeek } from "../navigation/peek";

type MapCellProps = {
  id: string;
  name: string;
  /** The class of its shade. */
  tone: string;
  /** True when it is none of those that a step of the legend shows alone. */
  isOff: boolean;
  title: string;
  /** The figure at its end. */
  text: ReactNode;
  /** Is called by ↵, which is a press otherwise. */
  onEnter?: () => void;
  /** The attributes by which a map finds its cells. */
  marks?: Record<`data-${string}`, string>;
  /** Signs between the name and the figure. */
  children?: ReactNode;
};

/** Shows the cell. A press peeks at its card, and another press ends that. */
export function MapCell({ id, name, tone, isOff, title, text, onEnter, marks, children }: MapCellProps) {
  const peek = usePeek();
  const togglePeek = useTogglePeek();
  return (
    <button
      type="button"
      className={`cell ${tone} ${peek === id ? "here" : ""} ${isOff ? "off" : ""}`}
      {...marks}
      aria-pressed={peek === id}
      title={title}
      onClick={() => togglePeek(id)}
      {...(onEnter && {
        onKeyDown: (event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          onEnter();
        },
      })}
    >
      <span className="trunc">{name}</span>
      {children}
      <span className="n num">{text}</span>
    </button>
  );
}
