/** Cells as they are read from a model's XML. The XML stays: what has changed of a cell is written back into it. */
import { Cell, Geometry, Point, Rectangle } from "@maxgraph/core";
import { readStyle } from "./style";

/** The label of a cell, and the attributes of the object that it stands for, such as `cardId`. It is never changed in place. */
export type CellValue = { label: string; attributes: Readonly<Record<string, string>> };

/** A cell in the XML: `holder` has its id and its label, and is `cell` itself where there is no object around it. */
export type CellNode = { holder: Element; cell: Element };

/**
 * A model that is open: the root of its cells, where each of them stands in the XML, also those that were taken away, and the
 * cells that hang on the root.
 */
export type OpenModel = { model: Element; root: Cell; nodes: Map<Cell, CellNode>; placed: Set<Cell> };

export const cellValue = (cell: Cell): CellValue =>
  (cell.getValue() as CellValue | null | undefined) ?? { label: "", attributes: {} };
export const cardIdOf = (cell: Cell): string | undefined => cellValue(cell).attributes["cardId"]?.toLowerCase();

/** Attributes of a cell's element that are no attributes of the object. */
const BARE = new Set(["id", "label", "value"]);

/** Returns the parts of an element of the root; undefined for what is no cell. */
function nodeOf(holder: Element): CellNode | undefined {
  if (holder.tagName === "mxCell") return { holder, cell: holder };
  const cell = [...holder.children].find(({ tagName }) => tagName === "mxCell");
  return cell && { holder, cell };
}

/** Returns the value of a cell as its elements have it. */
export function readValue({ holder, cell }: CellNode): CellValue {
  if (holder !== cell) {
    const attributes = [...holder.attributes].filter(({ name }) => !BARE.has(name));
    return {
      label: holder.getAttribute("label") ?? "",
      attributes: Object.fromEntries(attributes.map(({ name, value }) => [name, value])),
    };
  }
  const object = childAs(cell, "value");
  return { label: cell.getAttribute("value") ?? object?.getAttribute("label") ?? "", attributes: {} };
}

/** Returns the child of an element that has a role, as in `<mxPoint as="offset"/>`. */
export const childAs = (parent: Element, role: string): Element | undefined =>
  [...parent.children].find((child) => child.getAttribute("as") === role);

const numberAt = (element: Element, name: string) => Number(element.getAttribute(name)) || 0;
const pointOf = (element: Element | undefined) =>
  element ? new Point(numberAt(element, "x"), numberAt(element, "y")) : null;

/** Returns the geometry of a cell; null where it has none. */
export function readGeometry({ cell }: CellNode): Geometry | null {
  const element = childAs(cell, "geometry");
  if (!element) return null;
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => numberAt(element, name));
  const geometry = new Geometry(x, y, width, height);
  geometry.relative = element.getAttribute("relative") === "1";
  geometry.sourcePoint = pointOf(childAs(element, "sourcePoint"));
  geometry.targetPoint = pointOf(childAs(element, "targetPoint"));
  geometry.offset = pointOf(childAs(element, "offset"));
  const points = childAs(element, "points");
  if (points) geometry.points = [...points.children].map((one) => pointOf(one) as Point);
  const other = childAs(element, "alternateBounds");
  if (other) {
    const sides = ["x", "y", "width", "height"].map((name) => numberAt(other, name));
    geometry.alternateBounds = new Rectangle(...(sides as [number, number, number, number]));
  }
  return geometry;
}

const isOn = (element: Element, name: string, otherwise: boolean) => {
  const value = element.getAttribute(name);
  return value === null ? otherwise : value === "1";
};

/** Returns a cell without its place in the tree. */
function cellOf(node: CellNode): Cell {
  const { holder, cell: element } = node;
  const cell = new Cell(readValue(node), readGeometry(node), readStyle(element.getAttribute("style") ?? ""));
  cell.setId(holder.getAttribute("id") ?? element.getAttribute("id") ?? `x${crypto.randomUUID()}`);
  cell.setVertex(isOn(element, "vertex", false));
  cell.setEdge(isOn(element, "edge", false));
  cell.setConnectable(isOn(element, "connectable", true));
  cell.setVisible(isOn(element, "visible", true));
  cell.setCollapsed(isOn(element, "collapsed", false));
  return cell;
}

/** Reads the cells of a model. Cells without a parent stay in the XML, unseen. */
export function openModel(model: Element): OpenModel {
  const top = [...model.children].find(({ tagName }) => tagName === "root");
  const nodes = new Map<Cell, CellNode>();
  const byId = new Map<string, Cell>();
  for (const holder of top?.children ?? []) {
    const node = nodeOf(holder);
    if (!node) continue;
    const cell = cellOf(node);
    if (byId.has(cell.getId() as string)) continue;
    byId.set(cell.getId() as string, cell);
    nodes.set(cell, node);
  }
  const children = Map.groupBy(nodes.keys(), (cell) => nodes.get(cell)?.cell.getAttribute("parent") ?? "");
  const root = children.get("")?.[0] ?? rootIn(model, nodes);
  const placed = new Set<Cell>();
  const place = (parent: Cell) => {
    placed.add(parent);
    for (const child of children.get(parent.getId() as string) ?? []) {
      parent.insert(child);
      place(child);
    }
  };
  place(root);
  if (root.getChildCount() === 0) root.insert(layerIn(model, root, nodes));
  for (const [cell, { cell: element }] of nodes) {
    byId.get(element.getAttribute("source") ?? "")?.insertEdge(cell, true);
    byId.get(element.getAttribute("target") ?? "")?.insertEdge(cell, false);
  }
  return { model, root, nodes, placed };
}

/** Makes the root of a model that has none. */
function rootIn(model: Element, nodes: Map<Cell, CellNode>): Cell {
  const { ownerDocument } = model;
  const top = [...model.children].find(({ tagName }) => tagName === "root") ?? ownerDocument.createElement("root");
  const element = ownerDocument.createElement("mxCell");
  element.setAttribute("id", "0");
  top.prepend(element);
  model.append(top);
  const root = cellOf({ holder: element, cell: element });
  nodes.set(root, { holder: element, cell: element });
  return root;
}

/** Makes the first layer of a model that has none. */
function layerIn(model: Element, root: Cell, nodes: Map<Cell, CellNode>): Cell {
  const element = model.ownerDocument.createElement("mxCell");
  element.setAttribute("id", "1");
  element.setAttribute("parent", root.getId() as string);
  nodes.get(root)?.holder.after(element);
  const layer = cellOf({ holder: element, cell: element });
  nodes.set(layer, { holder: element, cell: element });
  return layer;
}
