/** The labels of cells as lines of text. Labels may be HTML, of which only words and their weight are shown; nothing of it runs. */

/** A piece of a line in one look. */
export type Run = { text: string; isBold?: boolean; isItalic?: boolean; size?: number; color?: string };
export type Line = readonly Run[];

const BLOCKS = new Set(["DIV", "P", "LI", "TR", "UL", "OL", "TABLE", "H1", "H2", "H3", "H4", "H5", "H6", "HR"]);
const UNSEEN = new Set(["SCRIPT", "STYLE", "TEMPLATE", "HEAD", "TITLE"]);

type Look = Omit<Run, "text">;

/** The attribute that the style of an element is read from. */
const STYLE = "data-style";

/** Returns the look of the text in an element. */
function lookIn(element: Element, look: Look): Look {
  const style = element.getAttribute(STYLE) ?? "";
  const propertyOf = (property: string) =>
    new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]+)`, "i").exec(style)?.[1]?.trim();
  const size = Number.parseFloat(/px$/.test(propertyOf("font-size") ?? "") ? (propertyOf("font-size") as string) : "");
  const color = propertyOf("color") ?? element.getAttribute("color") ?? look.color;
  return {
    ...look,
    ...(/^(B|STRONG|H\d|TH)$/.test(element.tagName) || /^(bold|[6-9]00)$/.test(propertyOf("font-weight") ?? "")
      ? { isBold: true }
      : {}),
    ...(/^(I|EM)$/.test(element.tagName) ? { isItalic: true } : {}),
    ...(size > 0 ? { size } : {}),
    ...(color ? { color } : {}),
  };
}

/** Returns the lines of a label that is HTML. It is parsed where nothing of it is fetched or applied. */
function htmlLines(label: string): Line[] {
  const template = document.createElement("template");
  // The policy of the page forbids styles in attributes, even where they mean nothing.
  template.innerHTML = label.replaceAll(/\sstyle\s*=/gi, ` ${STYLE}=`);
  const lines: Run[][] = [[]];
  const end = () => lines.at(-1)?.length && lines.push([]);
  const visit = (node: Node, look: Look) => {
    if (node instanceof Text) {
      const text = node.data.replaceAll(/[ \t\r\n]+/g, " ");
      if (text !== "" && (text !== " " || lines.at(-1)?.length)) lines.at(-1)?.push({ ...look, text });
      return;
    }
    if (!(node instanceof Element) || UNSEEN.has(node.tagName)) return;
    if (node.tagName === "BR") return void lines.push([]);
    const isBlock = BLOCKS.has(node.tagName);
    if (isBlock) end();
    for (const child of node.childNodes) visit(child, lookIn(node, look));
    if (isBlock) end();
  };
  for (const child of template.content.childNodes) visit(child, {});
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  return lines;
}

/** Returns the lines of a label. */
export const linesOf = (label: string, isHtml: boolean): Line[] =>
  isHtml && /[<&]/.test(label) ? htmlLines(label) : label.split("\n").map((text) => [{ text }]);

/** Returns a label as one line of plain text. */
export const plainLabel = (label: string, isHtml: boolean): string =>
  linesOf(label, isHtml)
    .map((line) => line.map(({ text }) => text).join(""))
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();

let ruler: CanvasRenderingContext2D | null | undefined;

/** Returns the width of a text in px. */
export function widthOf(text: string, size: number, isBold = false): number {
  ruler ??= document.createElement("canvas").getContext("2d");
  if (!ruler) return text.length * size * 0.55;
  ruler.font = `${isBold ? 600 : 400} ${size}px "Inter Variable", Inter, sans-serif`;
  return ruler.measureText(text).width;
}

/** Breaks lines so that they fit into a width. */
export function wrapped(lines: readonly Line[], width: number, size: number, isBold = false): Line[] {
  if (width <= 0) return [...lines];
  return lines.flatMap((line) => {
    const result: Run[][] = [[]];
    let used = 0;
    for (const run of line)
      for (const word of run.text.match(/\s*\S+\s*$|\s*\S+/g) ?? [run.text]) {
        const wide = widthOf(word, run.size ?? size, run.isBold ?? isBold);
        const isFirst = used === 0;
        if (!isFirst && used + wide > width) {
          result.push([]);
          used = 0;
        }
        const text = used === 0 ? word.trimStart() : word;
        const last = result.at(-1)?.at(-1);
        if (last && used > 0 && last.isBold === run.isBold && last.color === run.color && last.size === run.size)
          last.text += text;
        else result.at(-1)?.push({ ...run, text });
        used += wide;
      }
    return result;
  });
}

/** Returns a text that fits into a width, with three dots where something is cut off. */
export function shortened(text: string, width: number, size: number, isBold = false): string {
  if (widthOf(text, size, isBold) <= width) return text;
  let end = text.length;
  while (end > 0 && widthOf(`${text.slice(0, end)}…`, size, isBold) > width) end--;
  return `${text.slice(0, end).trimEnd()}…`;
}
