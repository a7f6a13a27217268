/**
 * The handbook for the console: the pages of `docs/` that are for users, as trees of elements that the page of help shows, and
 * as passages that its search reads. Nothing of it is text that becomes markup.
 */
import { readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { Glob } from "bun";
import type { Plugin } from "vite";
import type { HandbookNode, HandbookPage, Passage } from "../../src/console/handbook/model";

const ROOT = join(import.meta.dir, "../..");
const MODULE = "virtual:handbook";
const CONTENTS = "docs/README.md";

/** Returns the files of the handbook's pages, which users, administrators and authors of scripts read. */
const files = (): string[] => [
  CONTENTS,
  ...["guide", "administration", "scripts"].flatMap((folder) =>
    [...new Glob(`docs/${folder}/*.md`).scanSync(ROOT)].map((file) => file.replaceAll("\\", "/")).sort(),
  ),
  "SECURITY.md",
];

/** Returns the name that a page has in its address; the table of contents has none. */
const nameOf = (file: string): string => (file === CONTENTS ? "" : basename(file, ".md").toLowerCase());

type Element = { type: string; props: Record<string, unknown> & { children?: unknown } };

/** Returns the text in a tree. */
const textOf = (nodes: readonly HandbookNode[]): string =>
  nodes.map((node) => (typeof node === "string" ? node : textOf(node.children))).join("");

/** Returns the anchor of a heading, as links in the handbook name it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");

/** Returns where a link of a page leads in the console; undefined when its target is no page of the handbook. */
function addressOf(href: string, file: string): string | undefined {
  if (/^https?:/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const target = path === "" ? file : normalize(join(dirname(file), path)).replaceAll("\\", "/");
  if (!files().includes(target)) return undefined;
  const address = ["/help", nameOf(target)].filter(Boolean).join("/");
  return anchor ? `${address}#${anchor}` : address;
}

/** Returns the nodes of what the parser of Markdown returns. @param file whose links are resolved */
function nodesOf(value: unknown, file: string): HandbookNode[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((one) => nodesOf(one, file));
  const { type, props } = value as Element;
  const children = nodesOf(props.children ?? [], file);
  if (typeof type !== "string") return children;
  if (type === "a") {
    const href = addressOf(props["href"] as string, file);
    return href === undefined ? children : [{ tag: "a", href, children }];
  }
  return [/^h[2-4]$/.test(type) ? { tag: type, id: anchorOf(textOf(children)), children } : { tag: type, children }];
}

const isHeading = (node: HandbookNode, tag: string) => typeof node !== "string" && node.tag === tag;
const hasLinks = (nodes: readonly HandbookNode[]): boolean =>
  nodes.some((node) => typeof node !== "string" && (node.tag === "a" || hasLinks(node.children)));

/** Returns the sections of a page: what stands before its first heading, and what begins with one. */
function sectionsOf(nodes: readonly HandbookNode[]): HandbookNode[][] {
  const sections: HandbookNode[][] = [[]];
  for (const node of nodes) {
    if (isHeading(node, "h2")) sections.push([]);
    sections.at(-1)!.push(node);
  }
  return sections;
}

/** Returns the passage that the search reads of a section. */
function passageOf([first, ...rest]: readonly HandbookNode[]): Passage {
  const heading = first !== undefined && typeof first !== "string" && first.tag === "h2" ? first : undefined;
  const body = heading ? rest : [first!, ...rest];
  const text = body.map((node) => textOf([node])).join(" ");
  return {
    id: heading?.id ?? "",
    heading: heading ? textOf([heading]) : "",
    text: text.replaceAll(/\s+/g, " ").trim(),
  };
}

/** Returns a page of the handbook. */
function pageOf(file: string): HandbookPage {
  const all = nodesOf(Bun.markdown.react(readFileSync(join(ROOT, file), "utf8")), file);
  const [title, ...body] = all;
  // A section of the table of contents that leads to no page of the handbook is for developers.
  const sections = sectionsOf(body).filter((section, at) => file !== CONTENTS || at === 0 || hasLinks(section));
  const passages = sections.filter((section) => section.length > 0).map(passageOf);
  return { name: nameOf(file), title: textOf([title!]), body: sections.flat(), passages };
}

/** Returns all pages of the handbook, the table of contents first. */
export const handbookPages = (): HandbookPage[] => files().map(pageOf);

/** Gives the browser the handbook as one module, which the page of help loads. */
export const handbook = (): Plugin => ({
  name: "handbook",
  resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
  load(id) {
    if (id !== `\0${MODULE}`) return undefined;
    for (const file of files()) this.addWatchFile(join(ROOT, file));
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(handbookPages()))})`;
  },
});
