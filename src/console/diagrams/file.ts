/**
 * A file of drawings as editors of mxGraph's format write it: one model alone, or `<mxfile>` with pages, each of which holds its
 * model as XML or packed. Pages that aren't changed are written as they were.
 */

export type Sheet = {
  name: string;
  /** The model of the page: `<mxGraphModel>`. */
  model: Element;
  /** The `<diagram>` that holds a packed model, which is written into it as XML once it has changed. */
  packed?: Element;
};

export type DrawingFile = { document: Document; sheets: readonly Sheet[] };

const NOTHING = '<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/></root></mxGraphModel>';

/** Parses XML. @throws when it isn't well-formed */
function parsed(xml: string): Document {
  const document = new DOMParser().parseFromString(xml, "text/xml");
  const failure = document.querySelector("parsererror");
  if (failure) throw new Error(failure.textContent?.split("\n")[1] ?? "It isn't XML");
  return document;
}

/** Returns the model that a page holds packed: deflated, in base64, with its special signs as in an address. */
async function unpacked(text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(text.trim()), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const unfolded = await new Response(stream).text();
  return unfolded.startsWith("<") ? unfolded : decodeURIComponent(unfolded);
}

/** Reads a page of a file. */
async function sheetOf(page: Element, at: number): Promise<Sheet> {
  const name = page.getAttribute("name") ?? String(at + 1);
  const model = [...page.children].find(({ tagName }) => tagName === "mxGraphModel");
  if (model) return { name, model };
  const text = page.textContent?.trim() ?? "";
  const xml = text === "" ? NOTHING : text.startsWith("<") ? text : await unpacked(text);
  return { name, model: parsed(xml).documentElement, packed: page };
}

/** Reads a file. @throws when it isn't one of drawings */
export async function readFile(xml: string): Promise<DrawingFile> {
  const document = parsed(xml.trim() === "" ? NOTHING : xml);
  const top = document.documentElement;
  if (top.tagName === "mxGraphModel") return { document, sheets: [{ name: "", model: top }] };
  const pages = top.tagName === "diagram" ? [top] : [...top.children].filter(({ tagName }) => tagName === "diagram");
  if (pages.length === 0) throw new Error(`<${top.tagName}> holds no drawing`);
  return { document, sheets: await Promise.all(pages.map(sheetOf)) };
}

/** Puts the model of a page, which has changed, into the file. */
export function keepSheet({ model, packed }: Sheet): void {
  packed?.replaceChildren(packed.ownerDocument.importNode(model, true));
}

/** Returns a file as it is stored. */
export const writeFile = ({ document }: DrawingFile): string => new XMLSerializer().serializeToString(document);
