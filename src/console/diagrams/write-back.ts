/** Writes what has changed of the cells back into the XML that they were read from; all else stays as it stands there. */
import type { Cell, Geometry, Point, Rectangle } from "@maxgraph/core";
import { type CellNode, type CellValue, cellValue, childAs, type OpenModel, readGeometry, readValue } from "./cells";
import { writeStyle } from "./style";

/** Sets an attribute, or takes it away, where it has another value. */
function setAttribute(element: Element, name: string, value: string | null | undefined): void {
  if (value === null || value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Sets an attribute of a yes or no, which is left out where it is as it would be without it. */
function setFlag(element: Element, name: string, value: boolean, otherwise: boolean): void {
  const before = element.getAttribute(name);
  if ((before === null ? otherwise : before === "1") === value) return;
  setAttribute(element, name, value ? "1" : "0");
}

const rounded = (value: number) => String(Math.round(value * 100) / 100);
const isSameValue = (one: CellValue, other: CellValue) =>
  one.label === other.label && JSON.stringify(one.attributes) === JSON.stringify(other.attributes);

/** Writes the value of a cell; a cell that gets attributes gets an object around it. */
function writeValue(node: CellNode, value: CellValue): CellNode {
  if (isSameValue(readValue(node), value)) return node;
  if (node.holder === node.cell) {
    if (Object.keys(value.attributes).length === 0) {
      setAttribute(node.cell, "value", value.label);
      return node;
    }
    const holder = node.cell.ownerDocument.createElement("object");
    setAttribute(holder, "label", value.label);
    for (const [name, text] of Object.entries(value.attributes)) setAttribute(holder, name, text);
    setAttribute(holder, "id", node.cell.getAttribute("id"));
    node.cell.replaceWith(holder);
    for (const name of ["id", "value"]) node.cell.removeAttribute(name);
    holder.append(node.cell);
    return { holder, cell: node.cell };
  }
  setAttribute(node.holder, "label", value.label);
  const before = Object.keys(readValue(node).attributes);
  for (const name of before) if (!(name in value.attributes)) node.holder.removeAttribute(name);
  for (const [name, text] of Object.entries(value.attributes)) setAttribute(node.holder, name, text);
  return node;
}

type Place = Pick<Point, "x" | "y"> & Partial<Pick<Rectangle, "width" | "height">>;

/** Writes a child of a geometry, such as a point; null takes it away. */
function writePlace(parent: Element, tag: string, role: string, place: Place | null): void {
  const child = childAs(parent, role);
  if (!place) {
    child?.remove();
    return;
  }
  const element = child ?? parent.ownerDocument.createElement(tag);
  for (const [name, value] of Object.entries({ x: place.x, y: place.y, width: place.width, height: place.height }))
    if (value !== undefined && (Number(element.getAttribute(name)) || 0) !== value)
      setAttribute(element, name, rounded(value));
  if (child) return;
  setAttribute(element, "as", role);
  parent.append(element);
}

/** Writes the points of an edge, when they are others. */
function writePoints(parent: Element, points: readonly Point[] | null | undefined): void {
  const child = childAs(parent, "points");
  if (!points || points.length === 0) {
    child?.remove();
    return;
  }
  const document = parent.ownerDocument;
  const element = child ?? document.createElement("Array");
  const made = points.map(({ x, y }) => {
    const point = document.createElement("mxPoint");
    setAttribute(point, "x", rounded(x));
    setAttribute(point, "y", rounded(y));
    return point;
  });
  element.replaceChildren(...made);
  if (child) return;
  setAttribute(element, "as", "points");
  parent.append(element);
}

const placeText = (place: Place | null | undefined) =>
  place ? [place.x, place.y, place.width, place.height].join() : "";
const pointsText = ({ points }: Geometry) => (points ?? []).map(placeText).join(" ");

/** Writes the geometry of a cell. */
function writeGeometry(node: CellNode, geometry: Geometry | null): void {
  const before = readGeometry(node);
  const element = childAs(node.cell, "geometry");
  if (!geometry) {
    element?.remove();
    return;
  }
  const written = element ?? node.cell.ownerDocument.createElement("mxGeometry");
  if (!element) {
    setAttribute(written, "as", "geometry");
    node.cell.append(written);
  }
  for (const name of ["x", "y", "width", "height"] as const)
    if ((before?.[name] ?? 0) !== geometry[name]) setAttribute(written, name, rounded(geometry[name]));
  setFlag(written, "relative", geometry.relative, false);
  for (const role of ["sourcePoint", "targetPoint", "offset"] as const)
    if (placeText(before?.[role]) !== placeText(geometry[role])) writePlace(written, "mxPoint", role, geometry[role]);
  if (placeText(before?.alternateBounds) !== placeText(geometry.alternateBounds))
    writePlace(written, "mxRectangle", "alternateBounds", geometry.alternateBounds);
  if (!before || pointsText(before) !== pointsText(geometry)) writePoints(written, geometry.points);
}

/** Returns the elements of a cell that isn't in the XML yet. */
function created(cell: Cell, document: Document): CellNode {
  const element = document.createElement("mxCell");
  setAttribute(element, "id", cell.getId());
  return { holder: element, cell: element };
}

const ENDS = [
  ["source", true],
  ["target", false],
] as const;
const idOf = (cell: Cell | null) => cell?.getId() ?? null;

/** Writes one cell. */
function writeCell(cell: Cell, before: CellNode): CellNode {
  const node = writeValue(before, cellValue(cell));
  const { cell: element } = node;
  const style = writeStyle(cell.getStyle());
  if ((element.getAttribute("style") ?? "") !== style) setAttribute(element, "style", style);
  setFlag(element, "vertex", cell.isVertex(), false);
  setFlag(element, "edge", cell.isEdge(), false);
  setFlag(element, "connectable", cell.isConnectable(), true);
  setFlag(element, "visible", cell.isVisible(), true);
  setFlag(element, "collapsed", cell.isCollapsed(), false);
  setAttribute(element, "parent", idOf(cell.getParent()));
  // An end that leads to nothing that there is stays, until it is led elsewhere.
  for (const [name, isSource] of ENDS) {
    const terminal = cell.getTerminal(isSource);
    if (terminal) setAttribute(element, name, idOf(terminal));
  }
  writeGeometry(node, cell.getGeometry());
  return node;
}

/** Returns a cell with all that is below it. */
const withDescendants = (cell: Cell): Cell[] => [cell, ...cell.getChildren().flatMap(withDescendants)];

/** Writes a model back into its XML. */
export function writeBack({ model, root, nodes, placed }: OpenModel): void {
  const top = [...model.children].find(({ tagName }) => tagName === "root") as Element;
  const ids = new Set([...nodes.keys()].map(idOf));
  const cells = withDescendants(root);
  const present = new Set(cells);
  for (const cell of placed) if (!present.has(cell)) nodes.get(cell)?.holder.remove();
  for (const cell of cells) {
    const node = writeCell(cell, nodes.get(cell) ?? created(cell, model.ownerDocument));
    for (const [name, isSource] of ENDS)
      if (!cell.getTerminal(isSource) && ids.has(node.cell.getAttribute(name))) node.cell.removeAttribute(name);
    if (!node.holder.parentNode) top.append(node.holder);
    nodes.set(cell, node);
    placed.add(cell);
  }
  putInOrder(top, cells, nodes);
}

/** Puts the elements into the order of the cells, when siblings stand in another one: what comes later lies above. */
function putInOrder(top: Element, cells: readonly Cell[], nodes: ReadonlyMap<Cell, CellNode>): void {
  const places = new Map([...top.children].map((element, at) => [element, at]));
  const placeOf = (cell: Cell) => places.get(nodes.get(cell)?.holder as Element) ?? 0;
  const isOrdered = (siblings: readonly Cell[]) =>
    siblings.every((cell, at) => at === 0 || placeOf(siblings[at - 1] as Cell) < placeOf(cell));
  if (cells.every((cell) => isOrdered(cell.getChildren()))) return;
  for (const cell of cells) top.append((nodes.get(cell) as CellNode).holder);
}
