/** Pictures as SVG that clients send and browsers show: kept as they are, unless something in them could run. */
import sanitizeHtml from "sanitize-html";

/** What can run, or load what can: elements, attributes and addresses; words that only look so do no harm. */
const ELEMENTS = ["script", "foreignobject", "iframe", "embed", "object", "handler", "listener", "set", "animate"];
const active = new RegExp(
  [
    `<\\s*(?:[\\w-]+:)?(?:${ELEMENTS.join("|")})`,
    "[\\s\"'/](?:[\\w-]+:)?on\\w+\\s*=",
    "javascript\\s*:",
    "data\\s*:\\s*text",
    "<!ENTITY",
    "<\\?xml-stylesheet",
    "href\\s*=\\s*[\"'][^\"']*&#",
  ].join("|"),
  "i",
);

const localName = (name: string) => name.toLowerCase().replace(/^.*:/, "");
const isActiveAttribute = (name: string, value: string) =>
  localName(name).startsWith("on") ||
  (localName(name) === "href" && !/^\s*(#|https?:|data:image\/(?!svg))/i.test(value));

const policy: sanitizeHtml.IOptions = {
  allowedTags: false,
  allowedAttributes: false,
  allowVulnerableTags: true,
  allowedSchemes: ["http", "https", "data"],
  exclusiveFilter: ({ tag }) => localName(tag).startsWith("animate") || ELEMENTS.includes(localName(tag)),
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
