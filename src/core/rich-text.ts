/** Rich text that people write and browsers show: it is stored as HTML, with nothing in it that could run. */
import sanitizeHtml from "sanitize-html";
import { invalid } from "../http/errors";

/** The elements that are allowed in rich text: the marks of an editor, links, tables and pictures from the web. */
const policy = {
  allowedTags: [
    "p",
    "br",
    "hr",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "blockquote",
    "pre",
    "code",
    "div",
    "span",
    "strong",
    "b",
    "em",
    "i",
    "u",
    "s",
    "del",
    "ins",
    "mark",
    "sub",
    "sup",
    "small",
    "ul",
    "ol",
    "li",
    "dl",
    "dt",
    "dd",
    "a",
    "img",
    "figure",
    "figcaption",
    "table",
    "caption",
    "colgroup",
    "col",
    "thead",
    "tbody",
    "tfoot",
    "tr",
    "th",
    "td",
  ],
  allowedAttributes: {
    a: ["href", "title", "target", "rel"],
    img: ["src", "alt", "title", "width", "height"],
    ol: ["start", "type"],
    td: ["colspan", "rowspan"],
    th: ["colspan", "rowspan", "scope"],
    col: ["span"],
    colgroup: ["span"],
  },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
} satisfies sanitizeHtml.IOptions;

/** Levels of tags: reading takes time that grows with the length of a text times its depth. */
const DEEPEST = 100;

const listed = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");
const attributes = Object.entries(policy.allowedAttributes).map(([tag, names]) => `${listed(names)} of \`${tag}\``);

/** The parts of rich text that are stored, for the description of the API. */
export const STORED_PARTS = [
  `HTML. The tags that are stored: ${listed(policy.allowedTags)}. The attributes: ${attributes.join("; ")}.`,
  `Addresses: relative ones, and those with ${listed(policy.allowedSchemes)}. Everything else is dropped, scripts and styles`,
  `with their content. Text without tags stays as it is. Tags must not be nested more than ${DEEPEST} levels deep.`,
].join(" ");

/** Characters that are sanitised on the server's thread at most. */
const SHORT = 20_000;

/** Checks whether rich text with so many characters is stored on the writer thread. */
export const isLongRichText = (length: number): boolean => length > SHORT;

const hasMarkup = /<[a-z!/?]/i;

/**
 * Rich text without what could run in a browser.
 * @param text HTML; text without markup comes back exactly as it is
 * @param loc where it stands in the request
 * @throws Problem 422 when its tags are nested too deeply
 */
export function sanitizeRichText(text: string, loc: (string | number)[]): string {
  if (!hasMarkup.test(text)) return text;
  let depth = 0;
  return sanitizeHtml(text, {
    ...policy,
    onOpenTag() {
      depth++;
      if (depth > DEEPEST) throw invalid(loc, `must not have tags nested more than ${DEEPEST} levels deep`, "too_deep");
    },
    onCloseTag() {
      depth--;
    },
  });
}

/** The ends of blocks, after which a line ends. */
const BLOCK_END = /<br\s*\/?>|<\/(?:p|div|li|h[1-6]|tr|blockquote|pre)>/gi;
const entities: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };

/** Returns the text of rich text, without its markup. */
export function plainText(html: string): string {
  if (!hasMarkup.test(html)) return html;
  const text = sanitizeHtml(html.replace(BLOCK_END, "$&\n"), { allowedTags: [], allowedAttributes: {} });
  return text.replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] as string).trim();
}
