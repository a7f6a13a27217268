/** A drawing as a picture: shapes and texts of SVG with their colours in them, as it looks on paper, and the same as PNG. */
import type { Board } from "./board";

const MARGIN = 16;
/** The most px of either side of a PNG, and how many there are for one of the drawing. */
const MAX_SIDE = 16_000;
const SHARPNESS = 2;

const PAINT = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity"];
const TEXT = ["font-family", "font-size", "font-weight", "font-style", "text-anchor"];

let dot: CanvasRenderingContext2D | null | undefined;
const digits = new Map<string, string>();

/** Returns a colour in digits, which every program reads. */
function inDigits(color: string): string {
  if (color === "none" || /^(#|rgb|url)/.test(color)) return color;
  const known = digits.get(color);
  if (known) return known;
  dot ??= Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", {
    willReadFrequently: true,
  });
  if (!dot) return color;
  dot.clearRect(0, 0, 1, 1);
  dot.fillStyle = color;
  dot.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha = 255] = dot.getImageData(0, 0, 1, 1).data;
  const result = `rgba(${red},${green},${blue},${Math.round((alpha / 255) * 100) / 100})`;
  digits.set(color, result);
  return result;
}

/** Writes the looks of elements into copies of them. */
function paint(originals: readonly Element[], copies: readonly Element[]): void {
  for (const [at, original] of originals.entries()) {
    const copy = copies[at] as Element;
    const look = getComputedStyle(original);
    const isText = /^t(ext|span)$/.test(original.tagName);
    for (const name of isText ? [...PAINT, ...TEXT] : PAINT) {
      const value = look.getPropertyValue(name);
      if (value !== "") copy.setAttribute(name, name === "fill" || name === "stroke" ? inDigits(value) : value);
    }
    const isUnseen = look.visibility === "hidden" || look.display === "none";
    for (const name of ["class", "style", "pointer-events", "visibility"]) copy.removeAttribute(name);
    if (isUnseen) copy.setAttribute("class", "for-hand");
  }
}

/** Returns the drawing as SVG, light as on paper. */
export function svgOf({ graph }: Board): string {
  const { view, container } = graph;
  const pane = view.getDrawPane() as unknown as SVGGElement;
  const holder = container.parentElement as HTMLElement;
  const before = holder.dataset["theme"];
  holder.dataset["theme"] = "light";
  const copy = pane.cloneNode(true) as SVGGElement;
  paint([pane, ...pane.querySelectorAll("*")], [copy, ...copy.querySelectorAll("*")]);
  if (before === undefined) delete holder.dataset["theme"];
  else holder.dataset["theme"] = before;
  // Lines are wider for the hand than for the eye.
  for (const unseen of copy.querySelectorAll(".for-hand")) unseen.remove();
  const { x, y, width, height } = graph.getGraphBounds();
  const { scale } = view;
  const sides = [width / scale + 2 * MARGIN, height / scale + 2 * MARGIN].map(Math.ceil) as [number, number];
  copy.setAttribute("transform", `translate(${MARGIN - x / scale} ${MARGIN - y / scale}) scale(${1 / scale})`);
  const picture = document.createElementNS(pane.namespaceURI, "svg");
  for (const [name, value] of [
    ["width", sides[0]],
    ["height", sides[1]],
    ["viewBox", `0 0 ${sides.join(" ")}`],
  ] as const)
    picture.setAttribute(name, String(value));
  picture.append(copy);
  return new XMLSerializer().serializeToString(picture);
}

/** Returns the drawing as PNG, on white. @throws when the browser can't make one */
export async function pngOf(board: Board): Promise<Blob> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svgOf(board)], { type: "image/svg+xml" }));
  try {
    image.src = address;
    await image.decode();
    const by = Math.min(SHARPNESS, MAX_SIDE / Math.max(image.width, image.height));
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: Math.round(image.width * by), height: Math.round(image.height * by) });
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    context.fillStyle = "white";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error("The browser makes no picture of it"))),
        "image/png",
      ),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
