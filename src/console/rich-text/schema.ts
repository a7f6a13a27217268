/**
 * The schema of the editor: what people write with, and beyond that every element that the server stores, so that a text which
 * another client has written comes back with all that it had.
 */
import { type Extensions, Mark, mergeAttributes, Node } from "@tiptap/core";
import Blockquote from "@tiptap/extension-blockquote";
import Bold from "@tiptap/extension-bold";
import Code from "@tiptap/extension-code";
import CodeBlock from "@tiptap/extension-code-block";
import Document from "@tiptap/extension-document";
import HardBreak from "@tiptap/extension-hard-break";
import Heading from "@tiptap/extension-heading";
import HorizontalRule from "@tiptap/extension-horizontal-rule";
import Italic from "@tiptap/extension-italic";
import { BulletList, ListItem, ListKeymap, OrderedList } from "@tiptap/extension-list";
import Paragraph from "@tiptap/extension-paragraph";
import Strike from "@tiptap/extension-strike";
import Text from "@tiptap/extension-text";
import Underline from "@tiptap/extension-underline";
import { UndoRedo } from "@tiptap/extensions";

type StoredElement = {
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

/** Declares an element that stays as it is stored; without content it is one thing. */
const elementNode = ({ tag, content, group, attributes = [], isInline, isIsolating }: StoredElement): Node =>
  Node.create({
    name: `stored_${tag}`,
    ...(content === undefined ? { atom: true } : { content }),
    ...(group && { group }),
    inline: isInline === true,
    isolating: isIsolating === true,
    defining: true,
    addAttributes: () => attributesOf(attributes),
    parseHTML: () => [{ tag, priority: 20 }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, ...(content === undefined ? [] : [0])],
  });

const elementMark = (tag: string): Mark =>
  Mark.create({
    name: `stored_${tag}`,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  });

const CELL = { content: "block+", isIsolating: true } as const;

const ELEMENTS: readonly StoredElement[] = [
  { tag: "img", group: "inline", isInline: true, attributes: ["src", "alt", "title", "width", "height"] },
  { tag: "div", group: "block", content: "block+" },
  { tag: "figure", group: "block", content: "(block | stored_figcaption)+" },
  { tag: "figcaption", content: "inline*" },
  { tag: "dl", group: "block", content: "(stored_dt | stored_dd)+" },
  { tag: "dt", content: "inline*" },
  { tag: "dd", content: "block+" },
  {
    tag: "table",
    group: "block",
    content: "(stored_caption | stored_colgroup | stored_thead | stored_tbody | stored_tfoot | stored_tr)+",
    isIsolating: true,
  },
  { tag: "caption", content: "inline*" },
  { tag: "colgroup", content: "stored_col*", attributes: ["span"] },
  { tag: "col", attributes: ["span"] },
  { tag: "thead", content: "stored_tr+" },
  { tag: "tbody", content: "stored_tr+" },
  { tag: "tfoot", content: "stored_tr+" },
  { tag: "tr", content: "(stored_td | stored_th)*" },
  { tag: "td", attributes: ["colspan", "rowspan"], ...CELL },
  { tag: "th", attributes: ["colspan", "rowspan", "scope"], ...CELL },
];

/** Links, with all that is stored of them; a press on one places the caret. */
const LinkMark = Mark.create({
  name: "link",
  inclusive: false,
  addAttributes: () => attributesOf(["href", "title", "target", "rel"]),
  parseHTML: () => [{ tag: "a[href]" }],
  renderHTML: ({ HTMLAttributes }) => ["a", HTMLAttributes, 0],
});

/** Returns the extensions of the editor. */
export const extensions = (): Extensions => [
  Document,
  Paragraph,
  Text,
  Bold,
  Italic,
  Underline,
  Strike,
  Code,
  CodeBlock,
  Blockquote,
  HardBreak,
  HorizontalRule,
  Heading.configure({ levels: [1, 2, 3, 4, 5, 6] }),
  BulletList,
  OrderedList,
  ListItem,
  ListKeymap,
  UndoRedo,
  LinkMark,
  ...ELEMENTS.map(elementNode),
  ...["ins", "mark", "sub", "sup", "small"].map(elementMark),
];
