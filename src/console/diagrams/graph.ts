/** A drawing in the library: what cells look like, what they are called, and what may be done to them. */
import {
  BaseGraph,
  type Cell,
  CellRenderer,
  type CellState,
  type CellStateStyle,
  type CellStyle,
  ConnectionHandler,
  EdgeHandlerConfig,
  type GraphPluginConstructor,
  HandleConfig,
  PanningHandler,
  RubberBandHandler,
  SelectionCellsHandler,
  SelectionHandler,
  type Shape,
  Stylesheet,
  VertexHandlerConfig,
} from "@maxgraph/core";
import { CardShape } from "./card-shape";
import { cardIdOf, cellValue } from "./cells";
import { INK, isPaper, LINE, onPage, SURFACE, textOn } from "./colors";
import { DrawnText, filledLabel } from "./drawn-text";
import { hasEdgeStyle, hasMark, hasPerimeter, hasShape, registerShapes } from "./shapes";

type Look = Record<string, unknown>;

/** The styles that the format's editors know by name. */
const NAMED: Record<string, Look> = {
  defaultVertex: {
    shape: "label",
    perimeter: "rectanglePerimeter",
    align: "center",
    verticalAlign: "middle",
    fillColor: SURFACE,
    strokeColor: LINE,
    fontColor: INK,
    fontSize: 12,
  },
  defaultEdge: {
    shape: "connector",
    endArrow: "classic",
    align: "center",
    verticalAlign: "middle",
    strokeColor: LINE,
    fontColor: INK,
    fontSize: 11,
    labelBackgroundColor: SURFACE,
  },
  text: { fillColor: "none", strokeColor: "none", align: "left", verticalAlign: "top", gradientColor: "none" },
  edgeLabel: { fillColor: "none", strokeColor: "none", labelBackgroundColor: SURFACE, fontSize: 11 },
  label: { fontStyle: 1, align: "left", imageAlign: "left", imageWidth: 42, imageHeight: 42, spacingLeft: 52 },
  group: { fillColor: "none", strokeColor: "none", verticalAlign: "top", pointerEvents: 0 },
  swimlane: { shape: "swimlane", fontStyle: 1, startSize: 23 },
  ellipse: { shape: "ellipse", perimeter: "ellipsePerimeter" },
  rhombus: { shape: "rhombus", perimeter: "rhombusPerimeter" },
  triangle: { shape: "triangle", perimeter: "trianglePerimeter" },
  line: { shape: "line", strokeWidth: 4, labelBackgroundColor: SURFACE, verticalAlign: "top", spacingTop: 8 },
  image: { shape: "image", verticalAlign: "top", verticalLabelPosition: "bottom" },
  icon: { shape: "image", verticalAlign: "top", verticalLabelPosition: "bottom" },
  hexagon: { shape: "hexagon", perimeter: "hexagonPerimeter" },
};

/** Returns the style sheet. A key that is `none` takes away what the default has. */
function stylesheet(): Stylesheet {
  const sheet = new Stylesheet();
  for (const [name, look] of Object.entries(NAMED)) sheet.putCellStyle(name, look as CellStateStyle);
  sheet.putDefaultVertexStyle(NAMED["defaultVertex"] as CellStateStyle);
  sheet.putDefaultEdgeStyle(NAMED["defaultEdge"] as CellStateStyle);
  return sheet;
}

/** The shapes that a card takes its own shape instead of. */
const PLAIN = new Set(["label", "rectangle", undefined]);

class Renderer extends CellRenderer {
  constructor() {
    super();
    this.defaultTextShape = DrawnText;
  }
  override isShapeInvalid(state: CellState, shape: Shape): boolean {
    return (
      super.isShapeInvalid(state, shape) || (shape instanceof CardShape && shape.shown !== cellValue(state.cell).label)
    );
  }
}

/** Returns the address of a picture that lies in the drawing itself; others are not fetched. */
function pictureIn(image: unknown): string | undefined {
  if (typeof image !== "string" || !image.startsWith("data:image/")) return undefined;
  return /^data:image\/[a-z+.-]+,(?!<|%3C)/i.test(image) ? image.replace(",", ";base64,") : image;
}

/** Sets the colours of a cell: its own, and those of the page where it has none. */
function setColors(look: Look, isEdge: boolean): void {
  for (const [key, own] of [
    ["fillColor", SURFACE],
    ["strokeColor", LINE],
    ["fontColor", INK],
  ] as const)
    if (look[key] === "default") look[key] = own;
  for (const key of [
    "fillColor",
    "strokeColor",
    "fontColor",
    "labelBackgroundColor",
    "gradientColor",
    "labelBorderColor",
  ])
    if (look[key] === "none") delete look[key];
  const fill = isEdge ? undefined : (look["fillColor"] as string | undefined);
  const hasOwnGround = fill !== undefined && fill !== SURFACE && !isPaper(fill);
  if (fill && !hasOwnGround) look["fillColor"] = SURFACE;
  if (look["labelBackgroundColor"] && isPaper(String(look["labelBackgroundColor"])))
    look["labelBackgroundColor"] = SURFACE;
  if (hasOwnGround) {
    if (look["fontColor"] === INK) look["fontColor"] = textOn(fill);
    return;
  }
  if (look["strokeColor"]) look["strokeColor"] = onPage(String(look["strokeColor"]), LINE);
  if (look["fontColor"]) look["fontColor"] = onPage(String(look["fontColor"]), INK);
}

Object.assign(VertexHandlerConfig, { selectionColor: "var(--focus)", selectionStrokeWidth: 2, selectionDashed: false });
Object.assign(EdgeHandlerConfig, { selectionColor: "var(--focus)", selectionStrokeWidth: 2, selectionDashed: false });
Object.assign(EdgeHandlerConfig, { connectFillColor: "var(--focus)" });
Object.assign(HandleConfig, { fillColor: "var(--surface)", strokeColor: "var(--focus)", size: 8 });

const VIEWING: GraphPluginConstructor[] = [SelectionCellsHandler, SelectionHandler, PanningHandler];
const EDITING: GraphPluginConstructor[] = [
  SelectionCellsHandler,
  ConnectionHandler,
  SelectionHandler,
  RubberBandHandler,
  PanningHandler,
];

export class DiagramGraph extends BaseGraph {
  constructor(
    container: HTMLElement,
    readonly mayEdit: boolean,
  ) {
    registerShapes();
    super({
      container,
      cellRenderer: new Renderer(),
      stylesheet: stylesheet(),
      plugins: mayEdit ? EDITING : VIEWING,
    });
    // Another version of a drawing is shown where the one before was.
    this.resetViewOnRootChange = false;
    this.options.foldingEnabled = false;
    this.setCellsLocked(!mayEdit);
    this.setConnectable(mayEdit);
    this.setCellsDisconnectable(true);
    this.setAllowDanglingEdges(true);
    this.setCellsEditable(false);
    this.setDropEnabled(mayEdit);
    this.setSplitEnabled(false);
    this.setPanning(true);
    this.setGridSize(8);
    this.setExtendParents(false);
    this.setConstrainChildren(false);
    this.model.createId = () => crypto.randomUUID();
  }

  /** The ids of lines that no relation stands behind. */
  doubtful: ReadonlySet<string> = new Set();

  override getCellStyle = (cell: Cell): CellStateStyle => {
    const sheet = this.getStylesheet();
    const basis = cell.isEdge() ? sheet.getDefaultEdgeStyle() : sheet.getDefaultVertexStyle();
    const look: Look = { ...sheet.getCellStyle(cell.getStyle(), basis as CellStateStyle) };
    const isEdge = cell.isEdge();
    const fill = look["fillColor"];
    if (!hasShape(look["shape"])) look["shape"] = isEdge ? "connector" : "rectangle";
    if (!isEdge && !hasPerimeter(look["perimeter"])) look["perimeter"] = "rectanglePerimeter";
    if (look["edgeStyle"] !== undefined && !hasEdgeStyle(look["edgeStyle"])) delete look["edgeStyle"];
    for (const key of ["startArrow", "endArrow"])
      if (look[key] !== undefined && look[key] !== "none" && !hasMark(look[key])) look[key] = "classic";
    look["image"] = pictureIn(look["image"]);
    if (look["shape"] === "image" && !look["image"])
      Object.assign(look, { shape: "rectangle", dashed: 1, strokeColor: LINE });
    setColors(look, isEdge);
    const isBox = PLAIN.has(look["shape"] as string) && cell.getChildCount() === 0;
    if (this.doubtful.has(cell.getId() as string)) Object.assign(look, { strokeColor: "var(--warn-mark)", dashed: 1 });
    if (!isEdge && cardIdOf(cell) && isBox) Object.assign(look, { shape: "card", cardColor: fill, shadow: 0 });
    return look as CellStateStyle;
  };

  override convertValueToString = (cell: Cell): string => filledLabel(cell);

  override getLabel = (cell?: Cell | null): string =>
    !cell || this.view.getState(cell)?.style.shape === "card" ? "" : filledLabel(cell);

  override isHtmlLabel = () => false;

  /** Only groups and lanes hold what is dropped on them. */
  override isValidDropTarget = (target: Cell, cells?: Cell[]): boolean =>
    isContainer(target) && !cells?.some((cell) => cell === target || cell.isAncestor(target) || cell.isEdge());
}

/** Checks whether a cell is a group or a lane, which holds other cells. */
export function isContainer(cell: Cell): boolean {
  const style = cell.getStyle() as CellStyle & Look;
  const names = style.baseStyleNames ?? [];
  return (
    style["container"] === 1 || style["shape"] === "swimlane" || names.includes("swimlane") || names.includes("group")
  );
}
