/** Pictures as SVG that clients send and browsers show: they stay as they are, unless they hold what is not known to be harmless. */
import sanitizeHtml from "sanitize-html";

/** The elements that draw, place, name or paint something; none of them runs anything or loads a page. */
const ELEMENTS = new Set(
  `svg g defs symbol use switch a title desc metadata view marker mask clipPath pattern linearGradient radialGradient
   stop path rect circle ellipse line polyline polygon text tspan textPath image filter feBlend feColorMatrix
   feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
   feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
   feSpecularLighting feSpotLight feTile feTurbulence`.split(/\s+/),
);

/** The attributes that elements may have, in addition to `data-…` and `aria-…`. */
const ATTRIBUTES = new Set(
  `accumulate additive alignment-baseline amplitude azimuth base baseProfile baseline-shift baseFrequency bias class
   clip clip-path clip-rule clipPathUnits color color-interpolation color-interpolation-filters color-rendering content
   cursor cx cy d diffuseConstant direction display divisor dominant-baseline dx dy edgeMode elevation enable-background
   exponent fill fill-opacity fill-rule filter filterRes filterUnits flood-color flood-opacity font-family font-size
   font-size-adjust font-stretch font-style font-variant font-weight fr fx fy glyph-orientation-horizontal
   glyph-orientation-vertical gradientTransform gradientUnits height href host id image-rendering in in2 intercept k1 k2
   k3 k4 kernelMatrix kernelUnitLength kerning lang lengthAdjust letter-spacing lighting-color limitingConeAngle marker
   marker-end marker-mid marker-start markerHeight markerUnits markerWidth mask mask-type maskContentUnits maskUnits
   method mode name numOctaves offset opacity operator order orient orientation overflow overflow-x overflow-y
   paint-order pathLength patternContentUnits patternTransform patternUnits pointer-events points pointsAtX pointsAtY
   pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits r radius refX refY rel requiredExtensions requiredFeatures
   result role rotate rx ry scale seed shape-rendering slope space spacing specularConstant specularExponent spreadMethod
   startOffset stdDeviation stitchTiles stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
   stroke-linejoin stroke-miterlimit stroke-opacity stroke-width style surfaceScale systemLanguage tabindex tableValues
   target targetX targetY text-anchor text-decoration text-rendering textLength title transform transform-origin type
   unicode-bidi values vector-effect version viewBox visibility white-space width word-spacing writing-mode x x1 x2
   xChannelSelector xmlns xlink y y1 y2 yChannelSelector z`.split(/\s+/),
);

/** The beginning of an address that runs nothing: a place in the picture, a page, a picture of pixels. */
const HARMLESS_ADDRESS = /^\s*(?:#|https?:|data:image\/(?!svg))/i;
/** A style or paint that loads what is not part of the picture. */
const LOADS = /url\(\s*["']?(?!\s*#)|@import|image-set|expression|\\/i;
/**
 * The markup other than elements that editors write: the declaration, unless browsers then read the text in another encoding,
 * a comment, a document type without entities.
 */
const PROLOGUE =
  /^\s*(?:<\?xml\s(?![^<>]*encoding\s*=\s*(?!["']utf-8["']))[^<>]*\?>|<!--(?:[^-]|-[^-])*-->|<!DOCTYPE\s+svg(?:\s+PUBLIC\s+"[^"<>]*"\s+"[^"<>]*")?\s*>)/i;
const TAG = /<\/?([^\s<>/]*)/g;

const localName = (name: string) => name.replace(/^.*:/, "");

const isKnownElement = (name: string) => ELEMENTS.has(localName(name));

function isKnownAttribute(name: string, value: string): boolean {
  const local = localName(name);
  if (local === "href") return HARMLESS_ADDRESS.test(value);
  if (name.startsWith("xmlns") || /^(?:data|aria)-[\w.-]+$/.test(name)) return true;
  return ATTRIBUTES.has(local) && !LOADS.test(value);
}

/**
 * Checks whether all markup of a picture is that of known elements; what only looks like markup in a text counts as
 * unknown.
 */
function hasOnlyKnownMarkup(svg: string): boolean {
  let rest = svg;
  for (let match = PROLOGUE.exec(rest); match; match = PROLOGUE.exec(rest)) rest = rest.slice(match[0].length);
  const names = [...rest.matchAll(TAG)].map(([, name = ""]) => name);
  return names.every((name) => name === "" || isKnownElement(name));
}

/** Returns the rules of the sanitizer; `noteUnknown` is called for what is not known to be harmless, which is left out. */
const policy = (noteUnknown: () => void): sanitizeHtml.IOptions => ({
  allowedTags: false,
  allowedAttributes: false,
  allowVulnerableTags: true,
  allowedSchemes: ["http", "https", "data"],
  exclusiveFilter: ({ tag }) => !isKnownElement(tag),
  transformTags: {
    "*": (tagName, attributes) => {
      const known = Object.entries(attributes).filter(([name, value]) => isKnownAttribute(name, value));
      if (known.length < Object.keys(attributes).length || !isKnownElement(tagName)) noteUnknown();
      return { tagName, attribs: Object.fromEntries(known) };
    },
  },
  parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
});

/**
 * Returns a picture without all that is not known to be harmless; one that holds nothing else comes back exactly as it is.
 */
export function sanitizeSvg(svg: string): string {
  let isKnown = hasOnlyKnownMarkup(svg);
  const sanitized = sanitizeHtml(
    svg,
    policy(() => {
      isKnown = false;
    }),
  );
  return isKnown ? svg : sanitized;
}
