/** The shape of a card: a box in the tint of its colour, with the sign of its type and its name. */
import { RectangleShape, type SvgCanvas2D } from "@maxgraph/core";
import { cellValue } from "./cells";
import { svg } from "./drawn-text";
import { plainLabel, shortened, wrapped } from "./label-text";

const NAME = 13;
const LINE = 16;
const SIGN = 16;
const PADDING = 12;

/** The attribute of the elements that signs are copied from: a type's key. */
export const SIGN_ATTRIBUTE = "data-card-sign";

export class CardShape extends RectangleShape {
  /** The label that is drawn, to see whether it has changed. */
  shown = "";

  override paintVertexShape(canvas: SvgCanvas2D, x: number, y: number, width: number, height: number): void {
    const cell = this.state?.cell;
    if (!cell) return;
    const { label, attributes } = cellValue(cell);
    const style = this.style as Record<string, unknown>;
    this.shown = label;
    const group = svg(canvas.root, "g", {
      class: "card-shape",
      transform: `scale(${this.scale}) translate(${x} ${y})`,
    });
    group.style.setProperty("--c", String(style["cardColor"] ?? "#777777"));
    svg(group, "rect", { class: "card-box", width, height, rx: 4 });
    const sign = width >= 80 ? this.signOf(attributes["cardType"]) : undefined;
    const left = sign ? PADDING + SIGN + 8 : 8;
    if (sign) {
      const place = svg(group, "g", {
        class: "card-sign",
        transform: `translate(${PADDING} ${height / 2 - SIGN / 2}) scale(${SIGN / 24})`,
      });
      for (const part of sign.children) place.append(part.cloneNode(true));
    }
    this.paintName(group, plainLabel(label, Boolean(style["html"])), { left, room: width - left - 8, height });
  }

  /** Draws the name in as many lines as there is room for. */
  private paintName(group: SVGElement, name: string, at: { left: number; room: number; height: number }): void {
    const most = Math.max(1, Math.floor((at.height - 8) / LINE));
    const all = wrapped([[{ text: name }]], at.room, NAME).map((line) => line.map(({ text }) => text).join(""));
    const lines = all.slice(0, most);
    if (all.length > most) lines[most - 1] = `${lines[most - 1]} ${all[most]}`;
    const top = at.height / 2 - (lines.length * LINE) / 2;
    for (const [index, line] of lines.entries())
      svg(
        group,
        "text",
        { x: at.left, y: top + index * LINE + 12.5, "font-size": NAME },
        shortened(line, at.room, NAME),
      );
  }

  /** Finds the sign of a card type. */
  private signOf(type: string | undefined): Element | undefined {
    const container = this.node?.ownerSVGElement?.closest("[data-drawing]");
    const holder = container?.querySelector(`[${SIGN_ATTRIBUTE}="${CSS.escape(type ?? "")}"] svg`);
    return holder ?? undefined;
  }
}
