/** Rich text that people write and browsers show: kept as HTML, with nothing in it that could run. */
import sanitizeHtml from "sanitize-html";

/** What may stand in rich text: the marks of an editor, links, tables and pictures from the web. */
const policy: sanitizeHtml.IOptions = {
  allowedTags: [
    ...["p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "code", "div", "span"],
    ...["strong", "b", "em", "i", "u", "s", "del", "ins", "mark", "sub", "sup", "small"],
    ...["ul", "ol", "li", "dl", "dt", "dd", "a", "img", "figure", "figcaption"],
    ...["table", "caption", "colgroup", "col", "thead", "tbody", "tfoot", "tr", "th", "td"],
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
};

const hasMarkup = /<[a-z!/?]/i;

/**
 * Rich text without what could run in a browser.
 * @param text HTML; text without markup comes back exactly as it is
 */
export const sanitizeRichText = (text: string): string => (hasMarkup.test(text) ? sanitizeHtml(text, policy) : text);
