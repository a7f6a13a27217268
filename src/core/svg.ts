/**
 * Pictures as SVG that clients send and browsers show: they are stored as they are, unless something in them could
 * run.
 */
import sanitizeHtml from "sanitize-html";

/** Elements that run, hold what runs, or set what does. */
const ELEMENTS = ["script", "foreignobject", "iframe", "embed", "object", "handler", "listener", "set", "animate"];
/** The beginning of an address that runs nothing: a place in the picture, a page, a picture of pixels. */
const HARMLESS = "\\s*(?:#|https?:|data:image/(?!svg))";
const harmless = new RegExp(`^${HARMLESS}`, "i");

/** Matches text that looks as if it could run; words that only look so do no harm, as they are then read properly. */
const active = new RegExp(
  [
    `<\\s*(?:[^\\s<>/:]+:)?(?:${ELEMENTS.join("|")})`,
    "[\\s\"'/](?:[^\\s\"'<>/:=]+:)?on\\w+\\s*=",
    `href\\s*=(?!\\s*["']${HARMLESS})`,
    "<!ENTITY",
    "<\\?xml-stylesheet",
  ].join("|"),
  "i",
);

const localName = (name: string) => name.toLowerCase().replace(/^.*:/, "");

const isActiveElement = (name: string) => localName(name).startsWith("animate") || ELEMENTS.includes(localName(name));

const isActiveAttribute = (name: string, value: string) =>
  localName(name).startsWith("on") || (localName(name) === "href" && !harmless.test(value));

const policy: sanitizeHtml.IOptions = {
  allowedTags: false,
  allowedAttributes: false,
  allowVulnerableTags: true,
  allowedSchemes: ["http", "https", "data"],
  exclusiveFilter: ({ tag }) => isActiveElement(tag),
  transformTags: {
    "*": (tagName, attributes) => ({
      tagName,
      attribs: Object.fromEntries(
        Object.entries(attributes).filter(([name, value]) => !isActiveAttribute(name, value)),
      ),
    }),
  },
  parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
};

/** A picture without what could run in a browser; one without anything of the kind comes back exactly as it is. */
export const sanitizeSvg = (svg: string): string => (active.test(svg) ? sanitizeHtml(svg, policy) : svg);
