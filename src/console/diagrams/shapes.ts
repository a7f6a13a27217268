/** The library's shapes, lines and marks under the names of mxGraph's format, and some shapes that editors add to it. */
import {
  ActorShape,
  ArrowConnectorShape,
  ArrowShape,
  CloudShape,
  ConnectorShape,
  CylinderShape,
  DoubleEllipseShape,
  EdgeMarker,
  EdgeMarkerRegistry,
  EdgeStyle,
  EdgeStyleRegistry,
  EllipseShape,
  HexagonShape,
  ImageShape,
  LabelShape,
  LineShape,
  Perimeter,
  PerimeterRegistry,
  RectangleShape,
  RhombusShape,
  ShapeRegistry,
  SvgCanvas2D,
  SwimlaneShape,
  TriangleShape,
} from "@maxgraph/core";
import { CardShape } from "./card-shape";
import { svg } from "./drawn-text";

/** A point as parts of a shape's width and height. */
type Corner = readonly [x: number, y: number];

/** Returns a shape with straight sides. */
const polygon = (corners: readonly Corner[], folds: readonly Corner[] = []) =>
  class extends RectangleShape {
    override paintBackground(canvas: SvgCanvas2D, x: number, y: number, w: number, h: number): void {
      canvas.translate(x, y);
      const trace = (path: readonly Corner[]) => {
        canvas.begin();
        for (const [at, [across, down]] of path.entries())
          if (at === 0) canvas.moveTo(across * w, down * h);
          else canvas.lineTo(across * w, down * h);
      };
      trace(corners);
      canvas.close();
      canvas.fillAndStroke();
      if (folds.length === 0) return;
      trace(folds);
      canvas.stroke();
    }
    override isRoundable(): boolean {
      return false;
    }
    override paintForeground(): void {}
  };

const FOLDED: readonly Corner[] = [
  [0, 0],
  [0.8, 0],
  [1, 0.25],
  [1, 1],
  [0, 1],
];
const FOLD: readonly Corner[] = [
  [0.8, 0],
  [0.8, 0.25],
  [1, 0.25],
];

const SHAPES: Record<string, Parameters<typeof ShapeRegistry.add>[1]> = {
  actor: ActorShape,
  umlActor: ActorShape,
  arrow: ArrowShape,
  flexArrow: ArrowConnectorShape,
  arrowConnector: ArrowConnectorShape,
  card: CardShape,
  cloud: CloudShape,
  connector: ConnectorShape,
  cylinder: CylinderShape,
  cylinder2: CylinderShape,
  cylinder3: CylinderShape,
  datastore: CylinderShape,
  doubleEllipse: DoubleEllipseShape,
  ellipse: EllipseShape,
  hexagon: HexagonShape,
  image: ImageShape,
  label: LabelShape,
  line: LineShape,
  rectangle: RectangleShape,
  rhombus: RhombusShape,
  swimlane: SwimlaneShape,
  triangle: TriangleShape,
  note: polygon(FOLDED, FOLD),
  document: polygon(FOLDED, FOLD),
  parallelogram: polygon([
    [0.2, 0],
    [1, 0],
    [0.8, 1],
    [0, 1],
  ]),
  trapezoid: polygon([
    [0.2, 0],
    [0.8, 0],
    [1, 1],
    [0, 1],
  ]),
  step: polygon([
    [0, 0],
    [0.8, 0],
    [1, 0.5],
    [0.8, 1],
    [0, 1],
    [0.2, 0.5],
  ]),
  process: polygon(
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ],
    [
      [0.1, 1],
      [0.1, 0],
      [0.9, 0],
      [0.9, 1],
    ],
  ),
  cube: polygon(
    [
      [0, 0.15],
      [0.12, 0],
      [1, 0],
      [1, 0.85],
      [0.88, 1],
      [0, 1],
    ],
    [
      [0.88, 1],
      [0.88, 0.15],
      [0, 0.15],
    ],
  ),
};

const PERIMETERS = {
  rectanglePerimeter: Perimeter.RectanglePerimeter,
  ellipsePerimeter: Perimeter.EllipsePerimeter,
  rhombusPerimeter: Perimeter.RhombusPerimeter,
  trianglePerimeter: Perimeter.TrianglePerimeter,
  hexagonPerimeter: Perimeter.HexagonPerimeter,
  hexagonPerimeter2: Perimeter.HexagonPerimeter,
};

const MARKS = {
  classic: EdgeMarker.createArrow(2),
  classicThin: EdgeMarker.createArrow(3),
  block: EdgeMarker.createArrow(2),
  blockThin: EdgeMarker.createArrow(3),
  open: EdgeMarker.createOpenArrow(2),
  openThin: EdgeMarker.createOpenArrow(3),
  oval: EdgeMarker.oval,
  diamond: EdgeMarker.diamond,
  diamondThin: EdgeMarker.diamond,
};

const BENT = { handlerKind: "segment", isOrthogonal: true } as const;
const ELBOW = { handlerKind: "elbow", isOrthogonal: true } as const;
let isRegistered = false;

const TO: Record<string, [string, string, string, string]> = {
  south: ["0", "0", "0", "1"],
  north: ["0", "1", "0", "0"],
  east: ["0", "0", "1", "0"],
  west: ["1", "0", "0", "0"],
};

/** Makes a gradient as the library does, with attributes in the place of styles, which the policy of the page forbids. */
function gradientOf(
  this: SvgCanvas2D,
  start: string,
  end: string,
  startAlpha: number,
  endAlpha: number,
  direction: string,
): SVGLinearGradientElement {
  const [x1, y1, x2, y2] = TO[direction] ?? (TO["south"] as [string, string, string, string]);
  const gradient = svg(this.root, "linearGradient", { x1, y1, x2, y2 });
  svg(gradient, "stop", { offset: "0%", "stop-color": start, "stop-opacity": startAlpha });
  svg(gradient, "stop", { offset: "100%", "stop-color": end, "stop-opacity": endAlpha });
  return gradient as SVGLinearGradientElement;
}

/** Makes all of it known to the library, once. */
export function registerShapes(): void {
  if (isRegistered) return;
  isRegistered = true;
  SvgCanvas2D.prototype.createSvgGradient = gradientOf as SvgCanvas2D["createSvgGradient"];
  for (const [name, shape] of Object.entries(SHAPES)) ShapeRegistry.add(name, shape);
  for (const [name, perimeter] of Object.entries(PERIMETERS)) PerimeterRegistry.add(name, perimeter);
  for (const [name, mark] of Object.entries(MARKS)) EdgeMarkerRegistry.add(name, mark);
  EdgeStyleRegistry.add("orthogonalEdgeStyle", EdgeStyle.OrthConnector, BENT);
  EdgeStyleRegistry.add("segmentEdgeStyle", EdgeStyle.SegmentConnector, BENT);
  EdgeStyleRegistry.add("elbowEdgeStyle", EdgeStyle.ElbowConnector, ELBOW);
  EdgeStyleRegistry.add("sideToSideEdgeStyle", EdgeStyle.SideToSide, ELBOW);
  EdgeStyleRegistry.add("topToBottomEdgeStyle", EdgeStyle.TopToBottom, ELBOW);
  EdgeStyleRegistry.add("entityRelationEdgeStyle", EdgeStyle.EntityRelation, {
    allowIntermediateHandles: false,
    isOrthogonal: true,
  });
  EdgeStyleRegistry.add("loopEdgeStyle", EdgeStyle.Loop, { handlerKind: "elbow", isOrthogonal: false });
}

/** Checks whether the library has a shape, a perimeter or a way of lines. */
export const hasShape = (name: unknown): boolean => typeof name === "string" && name in SHAPES && name !== "card";
export const hasPerimeter = (name: unknown): boolean => typeof name === "string" && name in PERIMETERS;
export const hasEdgeStyle = (name: unknown): boolean => typeof name === "string" && EdgeStyleRegistry.get(name) != null;
export const hasMark = (name: unknown): boolean => typeof name === "string" && name in MARKS;
