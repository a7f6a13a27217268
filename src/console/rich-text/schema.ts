/**
 * The schema of the editor: what people write with, and beyond that every element that the server stores, so that a text which
 * another client has written comes back with all that it had.
 */
import { type Extensions, Mark, mergeAttributes, Node } from "@tiptap/core";
import StarterKit from "@tiptap/starter-kit";

type Kept = {
  tag: string;
  content?: string;
  group?: string;
  attributes?: readonly string[];
  isInline?: true;
  isIsolating?: true;
};

const attributesOf = (names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      { default: null, parseHTML: (element: HTMLElement) => element.getAttribute(name), keepOnSplit: false },
    ]),
  );

/** Declares an element that is kept as it is; without content it is one thing. */
const kept = ({ tag, content, group, attributes = [], isInline, isIsolating }: Kept): Node =>
  Node.create({
    name: `kept_${tag}`,
    ...(content === undefined ? { atom: true } : { content }),
    ...(group && { group }),
    inline: isInline === true,
    isolating: isIsolating === true,
    defining: true,
    addAttributes: () => attributesOf(attributes),
    parseHTML: () => [{ tag, priority: 20 }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, ...(content === undefined ? [] : [0])],
  });

const keptMark = (tag: string): Mark =>
  Mark.create({
    name: `kept_${tag}`,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  });

const CELL = { content: "block+", isIsolating: true } as const;

const KEPT: readonly Kept[] = [
  { tag: "img", group: "inline", isInline: true, attributes: ["src", "alt", "title", "width", "height"] },
  { tag: "div", group: "block", content: "block+" },
  { tag: "figure", group: "block", content: "(block | kept_figcaption)+" },
  { tag: "figcaption", content: "inline*" },
  { tag: "dl", group: "block", content: "(kept_dt | kept_dd)+" },
  { tag: "dt", content: "inline*" },
  { tag: "dd", content: "block+" },
  {
    tag: "table",
    group: "block",
    content: "(kept_caption | kept_colgroup | kept_thead | kept_tbody | kept_tfoot | kept_tr)+",
    isIsolating: true,
  },
  { tag: "caption", content: "inline*" },
  { tag: "colgroup", content: "kept_col*", attributes: ["span"] },
  { tag: "col", attributes: ["span"] },
  { tag: "thead", content: "kept_tr+" },
  { tag: "tbody", content: "kept_tr+" },
  { tag: "tfoot", content: "kept_tr+" },
  { tag: "tr", content: "(kept_td | kept_th)*" },
  { tag: "td", attributes: ["colspan", "rowspan"], ...CELL },
  { tag: "th", attributes: ["colspan", "rowspan", "scope"], ...CELL },
];

/** Returns the extensions of the editor. */
export const extensions = (): Extensions => [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4, 5, 6] },
    link: {
      openOnClick: false,
      autolink: true,
      HTMLAttributes: { target: null, rel: null, class: null },
    },
    // The lines at the ends of a text would be stored with it.
    trailingNode: false,
  }),
  ...KEPT.map(kept),
  ...["ins", "mark", "sub", "sup", "small"].map(keptMark),
];
