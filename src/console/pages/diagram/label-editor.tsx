/** The label of a shape or a line while it is written. */
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Board } from "../../diagrams/board";
import { relabel } from "../../diagrams/edits";

type LabelEditorProps = {
  board: Board;
  id: string;
  rect: { x: number; y: number; width: number; height: number } | undefined;
  close: () => void;
};

/** Shows the field where the label stands. ↵ saves, shift+↵ begins a line, Esc drops. */
export function LabelEditor({ board, id, rect, close }: LabelEditorProps) {
  const { t } = useLingui();
  const cell = board.cell(id);
  const before = cell ? board.itemOf(cell).label : "";
  const [text, setText] = useState(before);
  if (!rect) return null;
  const finish = () => {
    if (text !== before) relabel(board, id, text);
    close();
    board.graph.container.focus({ preventScroll: true });
  };
  return (
    <textarea
      className="label-editor"
      aria-label={t`Label`}
      // biome-ignore lint/a11y/noAutofocus: whoever opens the label wants to write it
      autoFocus
      style={{ left: rect.x, top: rect.y, width: Math.max(80, rect.width), height: Math.max(28, rect.height) }}
      value={text}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setText(target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") close();
        if (event.key !== "Enter" || event.shiftKey) return;
        event.preventDefault();
        finish();
      }}
    />
  );
}
