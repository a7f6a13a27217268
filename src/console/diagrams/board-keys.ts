/** The keys of a drawing that has the focus. */
import type { Board } from "./board";
import { copy, GRID, group, move, order, paste, takeOffSelected } from "./edits";

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Selects the next of the cells, or the one before. */
function selectNext(board: Board, by: 1 | -1): void {
  const all = board.items().filter(({ label, cardId, kind }) => label !== "" || cardId || kind === "line");
  const [first] = board.selected();
  const at = all.findIndex(({ id }) => id === first?.id);
  const next = all[(at + by + all.length) % all.length];
  if (next) board.select([next.id]);
}

/** Does what a key with Ctrl or ⌘ means. @returns true when it means something */
function editByKey(board: Board, key: string): boolean {
  if (key === "c") copy(board);
  else if (key === "x") {
    copy(board);
    takeOffSelected(board);
  } else if (key === "v") paste(board);
  else if (key === "d") {
    copy(board);
    paste(board);
  } else if (key === "a") board.graph.selectAll();
  else if (key === "g") group(board);
  else return false;
  return true;
}

/** Does what a key means. @param open opens what is selected @returns true when it means something */
export function actByKey(board: Board, event: KeyboardEvent, open: () => void): boolean {
  const { key, shiftKey } = event;
  const { mayEdit } = board.graph;
  if (event.ctrlKey || event.metaKey) return mayEdit && !shiftKey && editByKey(board, key.toLowerCase());
  const arrow = ARROWS[key];
  if (key === "Enter" || key === "F2") open();
  else if (key === "Escape" && board.selected().length > 0) board.select([]);
  else if (key === "]" || key === "[") selectNext(board, key === "]" ? 1 : -1);
  else if (arrow && mayEdit && board.selected().length > 0) {
    const by = shiftKey ? 1 : GRID;
    move(board, arrow[0] * by, arrow[1] * by);
  } else if (arrow) board.scroll(arrow[0] * 48, arrow[1] * 48);
  else if (!mayEdit) return false;
  else if (key === "Delete" || key === "Backspace") takeOffSelected(board);
  else if (key === "Home" || key === "End") order(board, key === "Home");
  else return false;
  return true;
}
