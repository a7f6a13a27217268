/** Labels as text of SVG: they need no HTML in the drawing, and stay text in its pictures. */
import { type SvgCanvas2D, TextShape } from "@maxgraph/core";
import { cellValue } from "./cells";
import { type Line, linesOf, wrapped } from "./label-text";

const LINE = 1.25;
const BOLD = 1;
const ITALIC = 2;
const UNDERLINE = 4;

type Attributes = Record<string, string | number | undefined>;

/** Makes an element of SVG. */
export function svg(parent: Element | null, name: string, attributes: Attributes, text?: string): SVGElement {
  const element = document.createElementNS(parent?.namespaceURI ?? null, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  parent?.append(element);
  return element;
}

const ANCHORS: Record<string, string> = { left: "start", center: "middle", right: "end" };

export class DrawnText extends TextShape {
  /** Draws the text around its anchor. */
  override paint(canvas: SvgCanvas2D): void {
    const { scale, bounds, size } = this;
    if (!bounds) return;
    const isBold = (this.fontStyle & BOLD) !== 0;
    const style = (this.style ?? {}) as Record<string, unknown>;
    const isHtml = Boolean(style["html"]);
    const isWrapped = style["whiteSpace"] === "wrap" && bounds.width > 1;
    const all = linesOf(String(this.value), isHtml);
    const lines = isWrapped ? wrapped(all, bounds.width / scale, size, isBold) : all;
    const height = lines.length * size * LINE;
    const shift = this.valign === "middle" ? height / 2 : this.valign === "bottom" ? height : 0;
    const turn = this.getTextRotation();
    const group = svg(canvas.root, "g", {
      transform: `translate(${bounds.x} ${bounds.y}) scale(${scale})${turn ? ` rotate(${turn})` : ""}`,
      "pointer-events": this.pointerEvents ? undefined : "none",
      opacity: this.opacity < 100 ? this.opacity / 100 : undefined,
    });
    const place = { isBold, shift, group };
    for (const [at, line] of lines.entries()) this.paintLine(line, at, place);
    this.paintGround(group, style);
  }

  /** Draws one line. */
  private paintLine(
    line: Line,
    at: number,
    { isBold, shift, group }: { isBold: boolean; shift: number; group: SVGElement },
  ) {
    const text = svg(group, "text", {
      x: 0,
      y: at * this.size * LINE - shift + this.size * 0.97,
      "text-anchor": ANCHORS[this.align ?? "center"],
      fill: this.color ?? "var(--ink)",
      "font-size": this.size,
      "font-weight": isBold ? 600 : undefined,
      "font-style": this.fontStyle & ITALIC ? "italic" : undefined,
      "text-decoration": this.fontStyle & UNDERLINE ? "underline" : undefined,
    });
    for (const run of line)
      svg(
        text,
        "tspan",
        {
          "font-weight": run.isBold ? 600 : undefined,
          "font-style": run.isItalic ? "italic" : undefined,
          "font-size": run.size,
          fill: run.color,
        },
        run.text,
      );
  }

  /** Draws what lies behind the text, so that lines don't run through it. */
  private paintGround(group: SVGElement, style: Record<string, unknown>): void {
    const fill = this.background ?? style["labelBackgroundColor"];
    if (!fill || fill === "none") return;
    const box = (group as SVGGElement).getBBox();
    if (box.width === 0) return;
    const ground = svg(group, "rect", {
      x: box.x - 2,
      y: box.y,
      width: box.width + 4,
      height: box.height,
      fill: String(fill),
    });
    group.prepend(ground);
  }
}

/** Returns the label of a cell with the attributes that it names, as in `%owner%`, where its style asks for that. */
export function filledLabel(cell: Parameters<typeof cellValue>[0]): string {
  const { label, attributes } = cellValue(cell);
  if (attributes["placeholders"] !== "1") return label;
  return label.replaceAll(/%([\w-]+)%/g, (all, name: string) => attributes[name] ?? all);
}
