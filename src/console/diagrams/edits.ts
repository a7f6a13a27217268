/** Verbs that edit a drawing. Each is one step that can be undone. */
import { type AlignValue, Cell, Geometry, Point, type VAlignValue } from "@maxgraph/core";
import type { Board, Item } from "./board";
import { type CellValue, cellValue } from "./cells";
import type { Arrangement } from "./layers";
import { newLine } from "./new-line";
import { type ReadStyle, readStyle, styleWith } from "./style";

/** A card as it is drawn. */
export type DrawnCard = { id: string; name: string; type: string; color: string };

export const GRID = 8;
const CARD = { width: 168, height: 56 };
const BETWEEN = 64;
const STYLES = {
  shape: "rounded=0;whiteSpace=wrap;html=1;",
  text: "text;html=1;whiteSpace=wrap;align=left;verticalAlign=middle;strokeColor=none;fillColor=none;",
  group: "swimlane;whiteSpace=wrap;html=1;startSize=28;container=1;collapsible=0;fontStyle=0;",
};
const cardStyle = (color: string) =>
  `rounded=1;whiteSpace=wrap;html=1;fillColor=${color};strokeColor=none;fontColor=#ffffff;`;
const onGrid = (value: number) => Math.round(value / GRID) * GRID;

/** Returns a text as the label of a cell whose labels are HTML. */
export const asHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\n", "<br>");

type Place = { x: number; y: number };

/** Does something with the model as one step. */
const step = (board: Board, work: () => void) => board.graph.getDataModel().batchUpdate(work);

/** Returns a place of the drawing for one of the window. */
export function placeAt({ graph }: Board, client: Place): Place {
  const { left, top } = graph.container.getBoundingClientRect();
  const { scale, translate } = graph.view;
  return { x: (client.x - left) / scale - translate.x, y: (client.y - top) / scale - translate.y };
}

/** Returns a free place: next to what is selected, or in the middle of what is seen. */
function freePlace(board: Board, { width, height }: typeof CARD): Place {
  const { graph } = board;
  const { view, container } = graph;
  const near = graph.getSelectionCell();
  const state = near?.isVertex() ? view.getState(near) : null;
  const middle = {
    x: container.clientWidth / 2 / view.scale - view.translate.x - width / 2,
    y: container.clientHeight / 2 / view.scale - view.translate.y - height / 2,
  };
  const start = state
    ? {
        x: (state.x + state.width) / view.scale - view.translate.x + BETWEEN,
        y: state.y / view.scale - view.translate.y,
      }
    : middle;
  const taken = board.cells().flatMap((cell) => (cell.isVertex() ? (cell.getGeometry() ?? []) : []));
  const isTaken = (place: Place) =>
    taken.some((one) => Math.abs(one.x - place.x) < width && Math.abs(one.y - place.y) < height);
  for (let at = 0; at < 40 && isTaken(start); at++) start.y += height + 24;
  return start;
}

/** Puts a shape into the drawing. */
function insert(board: Board, value: CellValue, style: string, size: typeof CARD, place?: Place): Item {
  const { x, y } = place ? { x: place.x - size.width / 2, y: place.y - size.height / 2 } : freePlace(board, size);
  const cell = new Cell(value, new Geometry(onGrid(x), onGrid(y), size.width, size.height), readStyle(style));
  cell.setVertex(true);
  step(board, () => board.graph.addCell(cell, board.graph.getDefaultParent()));
  board.select([cell.getId() as string]);
  return board.itemOf(cell);
}

/** Puts a card into the drawing. @param place its middle; where there is room when left out */
export const placeCard = (board: Board, { id, name, type, color }: DrawnCard, place?: Place): Item =>
  insert(board, { label: asHtml(name), attributes: { cardId: id, cardType: type } }, cardStyle(color), CARD, place);

export type ShapeKind = "shape" | "text" | "group";

/** Puts a shape that is no card into the drawing. */
export const placeShape = (board: Board, kind: ShapeKind, label: string, place?: Place): Item =>
  insert(
    board,
    { label: asHtml(label), attributes: {} },
    STYLES[kind],
    kind === "group" ? { width: 320, height: 200 } : kind === "text" ? { width: 120, height: 24 } : CARD,
    place,
  );

/** The relation that a line stands for, and the word at it. */
export type LineRelation = { label: string; relationType: string; relationId?: string };

/** Draws a line between two items. */
export function drawLine(board: Board, source: string, target: string, relation?: LineRelation): Item {
  const line = newLine();
  if (relation) line.setValue(lineValue(relation));
  step(board, () => board.graph.addEdge(line, null, board.cell(source), board.cell(target)));
  return board.itemOf(line);
}

const lineValue = ({ label, relationType, relationId }: LineRelation): CellValue => ({
  label: asHtml(label),
  attributes: { relationType, ...(relationId && { relationId }) },
});

/** Makes a line stand for a relation. */
export function markLine(board: Board, id: string, relation: LineRelation): void {
  const line = board.cell(id);
  if (line) board.graph.getDataModel().setValue(line, lineValue(relation));
}

/** Changes the label of an item. */
export function relabel(board: Board, id: string, text: string): void {
  const cell = board.cell(id);
  if (!cell) return;
  const isHtml = Boolean((cell.getStyle() as Record<string, unknown>)["html"]);
  board.graph.getDataModel().setValue(cell, { ...cellValue(cell), label: isHtml ? asHtml(text) : text });
}

/** Gives items other labels and colours, as one step. */
export function follow(board: Board, changes: readonly { id: string; name?: string; color?: string }[]): void {
  const model = board.graph.getDataModel();
  step(board, () => {
    for (const { id, name, color } of changes) {
      const cell = board.cell(id);
      if (cell && name !== undefined) relabel(board, id, name);
      if (cell && color !== undefined)
        model.setStyle(cell, styleWith(cell.getStyle() as ReadStyle, { fillColor: color }));
    }
  });
}

/** Takes what is selected off the drawing; cards themselves stay. */
export const takeOffSelected = ({ graph }: Board): void => void graph.removeCells(graph.getSelectionCells(), true);

/** Moves what is selected. */
export const move = ({ graph }: Board, dx: number, dy: number): void =>
  void graph.moveCells(graph.getSelectionCells(), dx, dy);

let copied: Cell[] = [];

/** Remembers what is selected, to be pasted. */
export function copy({ graph }: Board): void {
  copied = graph.cloneCells(graph.getSelectionCells(), false);
}

/** Puts what was copied into the drawing. */
export function paste({ graph }: Board): void {
  if (copied.length === 0) return;
  const added = graph.importCells(copied, 2 * GRID, 2 * GRID, graph.getDefaultParent());
  graph.setSelectionCells(added);
  copied = graph.cloneCells(added, false);
}

/** Puts what is selected into a group; or, when it is a group, takes it apart. */
export function group(board: Board): void {
  const { graph } = board;
  const cells = graph.getSelectionCells();
  const [first] = cells;
  if (cells.length === 1 && first && first.getChildCount() > 0) graph.setSelectionCells(graph.ungroupCells(cells));
  if (cells.length < 2) return;
  const holder = new Cell({ label: "", attributes: {} } satisfies CellValue, new Geometry(), readStyle(STYLES.group));
  holder.setVertex(true);
  graph.setSelectionCell(graph.groupCells(holder, 24, cells));
}

/** Aligns what is selected. */
export const align = ({ graph }: Board, to: AlignValue | VAlignValue): void =>
  graph.alignCells(
    to,
    graph.getSelectionCells().filter((cell) => cell.isVertex()),
  );

/** Puts what is selected above or below all else. */
export const order = ({ graph }: Board, isBack: boolean): void => void graph.orderCells(isBack);

/** Moves shapes to other places, and lets the lines between them find their ways anew, as one step. */
export function arrange(board: Board, { places, bends }: Arrangement): void {
  const model = board.graph.getDataModel();
  step(board, () => {
    for (const cell of board.cells()) {
      const geometry = cell.getGeometry()?.clone();
      if (!geometry) continue;
      const id = cell.getId() as string;
      const place = places.get(id);
      if (place) Object.assign(geometry, place);
      else if (cell.isEdge()) geometry.points = (bends.get(id) ?? []).map(({ x, y }) => new Point(x, y));
      else continue;
      model.setGeometry(cell, geometry);
    }
  });
}

/** Returns where an item lies in the room of the drawing, in px. */
export function rectOf(
  { graph }: Board,
  id: string,
): { x: number; y: number; width: number; height: number } | undefined {
  const cell = graph.getDataModel().getCell(id);
  const state = cell && graph.view.getState(cell);
  if (!state) return undefined;
  if (!cell.isEdge()) return { x: state.x, y: state.y, width: state.width, height: state.height };
  const middle = state.absoluteOffset ?? new Point(state.getCenterX(), state.getCenterY());
  return { x: middle.x - 60, y: middle.y - 14, width: 120, height: 28 };
}
