/**
 * A picture of what a report shows: its elements as shapes of SVG, so that it stays sharp and can be edited elsewhere, and the same
 * as PNG. It knows no report; what is drawn in the page is in the picture, also what one would have to scroll to.
 */

import { number } from "../language/format";
import { downloadBlob } from "../ui/export-menu";

/** Px around the picture, and of the line with its title. */
const MARGIN = 24;
const TITLE = 36;
/** The most px of either side of a PNG, and how many there are for one of the page. */
const MAX_SIDE = 16_000;
const SHARPNESS = 2;

const FONT = "Inter, Helvetica, Arial, sans-serif";
/** Parts for the hand alone, or for paper. */
const LEFT_OUT = ".foot, .print-only, .aloud, .peek";

/** The widest letter of the title, on average, in px. */
const LETTER = 13;

/** Returns the name that SVG has in files of its own. */
const namespace = (): string =>
  new DOMParser().parseFromString("<svg></svg>", "text/html").querySelector("svg")?.namespaceURI ?? "";

type Point = { x: number; y: number };

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const rounded = (value: number) => Math.round(value * 100) / 100;
const isClear = (color: string) => color === "transparent" || /rgba\(.*, 0\)$/.test(color) || /\/ 0\)$/.test(color);

/** Returns an element of SVG as text. */
function shape(name: string, values: Record<string, string | number | undefined>, content = ""): string {
  const attributes = Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([key, value]) => ` ${key}="${typeof value === "number" ? rounded(value) : escaped(value as string)}"`)
    .join("");
  return `<${name}${attributes}>${content}</${name}>`;
}

/** Returns the ring that an inner shadow draws; undefined where there is none. */
function ringOf(shadow: string): { color: string; width: number } | undefined {
  const match = /^(.+?\)) 0px 0px 0px ([\d.]+)px inset/.exec(shadow);
  return match ? { color: match[1] as string, width: Number(match[2]) } : undefined;
}

const SIDES = ["Top", "Right", "Bottom", "Left"] as const;

/** Returns the box of an element: its ground, hatching, ring and borders. */
function boxOf(style: CSSStyleDeclaration, { left, top, width, height }: DOMRect, origin: Point): string {
  const [x, y] = [left - origin.x, top - origin.y];
  const radius = style.borderTopLeftRadius.endsWith("%")
    ? (Math.min(width, height) * Number.parseFloat(style.borderTopLeftRadius)) / 100
    : Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, width / 2, height / 2);
  const parts: string[] = [];
  const rect = (inset: number, more: Record<string, string | number>) =>
    shape("rect", {
      x: x + inset,
      y: y + inset,
      width: Math.max(0, width - 2 * inset),
      height: Math.max(0, height - 2 * inset),
      rx: Math.max(0, radius - inset),
      ...more,
    });
  if (!isClear(style.backgroundColor)) parts.push(rect(0, { fill: style.backgroundColor }));
  if (style.backgroundImage.startsWith("repeating-linear-gradient")) parts.push(rect(0, { fill: "url(#hatching)" }));
  const ring = ringOf(style.boxShadow);
  if (ring) parts.push(rect(ring.width / 2, { fill: "none", stroke: ring.color, "stroke-width": ring.width }));
  const borders = SIDES.map((side) => ({
    side,
    width: style[`border${side}Style`] === "none" ? 0 : Number.parseFloat(style[`border${side}Width`]),
    color: style[`border${side}Color`],
    dash: style[`border${side}Style`] === "dashed" ? "3 3" : "",
  })).filter(({ width: line, color }) => line > 0 && !isClear(color));
  const [first] = borders;
  if (first && borders.length === 4 && borders.every(({ color }) => color === first.color))
    parts.push(
      rect(first.width / 2, {
        fill: "none",
        stroke: first.color,
        "stroke-width": first.width,
        "stroke-dasharray": first.dash,
      }),
    );
  else
    for (const { side, width: line, color } of borders) {
      const isAcross = side === "Top" || side === "Bottom";
      parts.push(
        shape("rect", {
          x: side === "Right" ? x + width - line : x,
          y: side === "Bottom" ? y + height - line : y,
          width: isAcross ? width : line,
          height: isAcross ? line : height,
          fill: color,
        }),
      );
    }
  return parts.join("");
}

type Line = { text: string; box: DOMRect };

/** Returns the lines that a text stands in. */
function linesOf(node: Text): Line[] {
  const range = document.createRange();
  range.selectNodeContents(node);
  const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  if (boxes.length <= 1) return boxes.map((box) => ({ text: node.data, box }));
  const lines: Line[] = [];
  for (const { index, 0: word } of node.data.matchAll(/\S+\s*/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.trimEnd().length);
    const box = range.getBoundingClientRect();
    const last = lines.at(-1);
    if (last && Math.abs(last.box.top - box.top) < 2) {
      last.text += word;
      last.box = new DOMRect(last.box.left, last.box.top, box.right - last.box.left, last.box.height);
    } else if (box.width > 0) lines.push({ text: word, box });
  }
  return lines;
}

/** Returns a line that its element cuts off, with three dots at its end; undefined for one that isn't seen at all. */
function cut({ text, box }: Line, node: Text): Line | undefined {
  let limit = Number.POSITIVE_INFINITY;
  let bottom = Number.POSITIVE_INFINITY;
  for (let one = node.parentElement; one; one = one.parentElement) {
    const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(one);
    const edge = one.getBoundingClientRect();
    if (overflowX !== "visible" && (textOverflow === "ellipsis" || overflowX === "hidden"))
      limit = Math.min(limit, edge.right);
    if (webkitLineClamp && webkitLineClamp !== "none") bottom = Math.min(bottom, edge.bottom + 1);
    if (one.matches(".report")) break;
  }
  if (box.top >= bottom - 2 || box.left >= limit) return undefined;
  if (box.right <= limit + 1) return { text, box };
  const range = document.createRange();
  range.setStart(node, 0);
  let end = text.length;
  do range.setEnd(node, --end);
  while (end > 0 && range.getBoundingClientRect().right > limit - 8);
  const short = range.getBoundingClientRect();
  return { text: `${text.slice(0, end).trimEnd()}…`, box: new DOMRect(box.left, box.top, short.width + 8, box.height) };
}

/** Returns a text as it stands in the page. */
function textOf(node: Text, style: CSSStyleDeclaration, origin: Point): string {
  if (node.data.trim() === "") return "";
  const size = Number.parseFloat(style.fontSize);
  const look = { fill: style.color, "font-size": size, "font-weight": style.fontWeight };
  if (style.writingMode.startsWith("vertical")) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, bottom, width } = range.getBoundingClientRect();
    const place = `translate(${rounded(left - origin.x + width / 2 + size * 0.36)} ${rounded(bottom - origin.y)}) rotate(-90)`;
    return shape("text", { ...look, transform: place }, escaped(node.data));
  }
  return linesOf(node)
    .flatMap((line) => cut(line, node) ?? [])
    .map(({ text, box }) =>
      shape(
        "text",
        {
          ...look,
          x: box.left - origin.x,
          y: box.top - origin.y + box.height / 2 + size * 0.36,
          textLength: box.width,
          lengthAdjust: "spacingAndGlyphs",
        },
        escaped(text.trimEnd()),
      ),
    )
    .join("");
}

const PAINT = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity"];

/** Returns a drawing of the page with its colours in itself. */
function drawingOf(svg: SVGSVGElement, origin: Point): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [svg, ...svg.querySelectorAll("*")];
  for (const [at, element] of [copy, ...copy.querySelectorAll("*")].entries()) {
    const style = getComputedStyle(originals[at] as Element);
    for (const property of PAINT) element.setAttribute(property, style.getPropertyValue(property));
    element.removeAttribute("class");
    element.removeAttribute("style");
  }
  const { left, top, width, height } = svg.getBoundingClientRect();
  copy.setAttribute("x", String(rounded(left - origin.x)));
  copy.setAttribute("y", String(rounded(top - origin.y)));
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  return new XMLSerializer().serializeToString(copy);
}

/** Returns an element with all that is in it. */
function pictured(element: Element, origin: Point): string {
  if (element instanceof SVGSVGElement) return drawingOf(element, origin);
  if (element.matches(LEFT_OUT)) return "";
  const style = getComputedStyle(element);
  if (style.display === "none" || style.visibility === "hidden" || style.opacity === "0") return "";
  const box = element.getBoundingClientRect();
  const children = [...element.childNodes]
    .map((child) =>
      child instanceof Text ? textOf(child, style, origin) : child instanceof Element ? pictured(child, origin) : "",
    )
    .join("");
  const own = style.display === "contents" ? "" : boxOf(style, box, origin);
  return style.opacity === "1" ? own + children : shape("g", { opacity: style.opacity }, own + children);
}

/** Returns the size of an element with all that one would have to scroll to. */
function wholeSize(root: HTMLElement): { width: number; height: number } {
  const from = root.getBoundingClientRect();
  let [right, bottom] = [from.right, from.bottom];
  for (const one of root.querySelectorAll<HTMLElement>("*")) {
    const { overflowX, overflowY } = getComputedStyle(one);
    if (overflowX === "visible" && overflowY === "visible") continue;
    if (one.matches(".legend") || one.closest(LEFT_OUT)) continue;
    const { left, top } = one.getBoundingClientRect();
    if (overflowY !== "hidden") bottom = Math.max(bottom, top - one.scrollTop + one.scrollHeight);
    if (overflowX !== "hidden") right = Math.max(right, left - one.scrollLeft + one.scrollWidth);
  }
  return { width: right - from.left, height: bottom - from.top };
}

export type Picture = { text: string; width: number; height: number };

/**
 * Returns what an element shows as SVG.
 * @param title the sentence above it
 */
export function pictureOf(root: HTMLElement, title: string): Picture {
  const scrolled = [root, ...root.querySelectorAll<HTMLElement>("*")].filter(
    (one) => one.scrollTop > 0 || one.scrollLeft > 0,
  );
  const places = scrolled.map(({ scrollTop, scrollLeft }) => ({ scrollTop, scrollLeft }));
  for (const one of scrolled) one.scrollTo(0, 0);
  const { left, top } = root.getBoundingClientRect();
  const size = wholeSize(root);
  const content = pictured(root, { x: left - MARGIN, y: top - MARGIN - TITLE });
  for (const [at, one] of scrolled.entries()) Object.assign(one, places[at]);
  const style = getComputedStyle(document.body);
  const line = getComputedStyle(document.documentElement).getPropertyValue("--line");
  const [width, height] = [
    Math.ceil(Math.max(size.width, LETTER * title.length) + 2 * MARGIN),
    Math.ceil(size.height + 2 * MARGIN + TITLE),
  ];
  const hatching = `<defs><pattern id="hatching" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="1" height="7" fill="${escaped(line.trim())}"/></pattern></defs>`;
  const text = shape(
    "svg",
    { xmlns: namespace(), width, height, viewBox: `0 0 ${width} ${height}`, "font-family": FONT },
    [
      hatching,
      shape("title", {}, escaped(title)),
      shape("rect", { width, height, fill: style.backgroundColor }),
      shape(
        "text",
        { x: MARGIN, y: MARGIN + 16, "font-size": 20, "font-weight": 560, fill: style.color },
        escaped(title),
      ),
      content,
    ].join(""),
  );
  return { text, width, height };
}

/** Returns a picture as PNG. @throws Error where the browser can't draw it */
export async function pngOf({ text, width, height }: Picture): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const scale = Math.min(SHARPNESS, MAX_SIDE / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.floor(width * scale);
  canvas.height = Math.floor(height * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) =>
      blob ? resolve(blob) : reject(new Error(`No picture of ${number(width)} × ${number(height)}`)),
    );
  });
}

/** Begins to download a picture of an element. */
export async function downloadPicture(root: HTMLElement, title: string, format: "svg" | "png"): Promise<void> {
  const picture = pictureOf(root, title);
  const blob = format === "svg" ? new Blob([picture.text], { type: "image/svg+xml" }) : await pngOf(picture);
  downloadBlob(blob, `${title.replaceAll(/[^\p{L}\p{N} -]+/gu, "")}.${format}`);
}
