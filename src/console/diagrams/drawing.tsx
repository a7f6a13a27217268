/** The drawing of a diagram, by the library that comes with the first diagram that one opens. */
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { useTypes } from "../metamodel/queries";
import { TypeIcon } from "../ui/icon";
import { Board } from "./board";
import { actByKey } from "./board-keys";
import { SIGN_ATTRIBUTE } from "./card-shape";
import "./drawing.css";

type DrawingProps = {
  label: string;
  model: Element;
  mayEdit: boolean;
  /** Is called with the board once it is there, and without one when it is gone. */
  onBoard: (board: Board | undefined) => void;
  /** Is called when what is selected is to be opened by a key. */
  onOpen: () => void;
  /** Is called with what is dropped, as its text, and where. */
  onDrop: (text: string, place: { x: number; y: number }) => void;
};

/** Shows a model, fitted to its room. */
export default function Drawing({ label, model, mayEdit, onBoard, onOpen, onDrop }: DrawingProps) {
  const { t } = useLingui();
  const room = useRef<HTMLDivElement>(null);
  const types = useTypes();
  const areTypesKnown = types.size > 0;
  const [board, setBoard] = useState<Board>();
  const [failure, setFailure] = useState<string>();
  const latest = useRef(onBoard);
  useEffect(() => {
    latest.current = onBoard;
  });
  useEffect(() => {
    const { current } = room;
    if (!current || !areTypesKnown) return;
    const made = new Board(current, mayEdit);
    setBoard(made);
    // A drawing that gets its room later is fitted then; while the peek takes a part of it, all stays where it is.
    const sized = new ResizeObserver(() => made.open && !made.isFitted && made.fit());
    sized.observe(current);
    return () => {
      sized.disconnect();
      latest.current(undefined);
      setBoard(undefined);
      made.destroy();
    };
  }, [mayEdit, areTypesKnown]);
  useEffect(() => {
    if (!board) return;
    try {
      board.load(model);
      if (!board.isFitted) board.fit();
      setFailure(undefined);
      latest.current(board);
    } catch (error) {
      setFailure((error as Error).message);
    }
  }, [board, model]);
  return (
    <div className="drawing-holder" data-drawing>
      <div className="card-signs" aria-hidden hidden>
        {[...types.values()].map((type) => (
          <span key={type.key} {...{ [SIGN_ATTRIBUTE]: type.key }}>
            <TypeIcon type={type} size={16} />
          </span>
        ))}
      </div>
      <div
        ref={room}
        className="drawing"
        role="application"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the drawing is moved and edited by keys
        tabIndex={0}
        data-pans
        aria-busy={!board}
        onKeyDown={(event) => {
          if (!board || event.target !== room.current || event.altKey) return;
          if (!actByKey(board, event.nativeEvent, onOpen)) return;
          event.preventDefault();
          event.stopPropagation();
        }}
        onPointerDown={() => room.current?.focus({ preventScroll: true })}
        onDragOver={(event) => mayEdit && event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          onDrop(event.dataTransfer.getData("text/plain"), { x: event.clientX, y: event.clientY });
        }}
      />
      {failure !== undefined && (
        <p className="drawing-failure" role="alert">
          {t`The drawing can't be shown:`} {failure}
        </p>
      )}
    </div>
  );
}
