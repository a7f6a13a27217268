/** Rich text as one reads it: the elements that the server stores, made anew, so that nothing else can be among them. */
import { createElement, Fragment, type ReactNode } from "react";
import { Link as AriaLink } from "react-aria-components";
import { useSetPeek } from "../navigation/peek";
import { asHtml, parsed } from "./html";

/** Tag → the attributes that are shown, as React names them. */
const TAGS: Record<string, readonly string[]> = Object.fromEntries(
  "p br hr h1 h2 h3 h4 h5 h6 blockquote pre code div span strong b em i u s del ins mark sub sup small ul li dl dt dd figure figcaption table caption thead tbody tfoot tr"
    .split(" ")
    .map((tag) => [tag, []]),
);
Object.assign(TAGS, {
  img: ["src", "alt", "title", "width", "height"],
  ol: ["start", "type"],
  td: ["colSpan", "rowSpan"],
  th: ["colSpan", "rowSpan", "scope"],
  col: ["span"],
  colgroup: ["span"],
});

const SAFE = /^(https?:|mailto:|[/#?](?!\/))/i;
const CARD = /^\/cards\/([0-9a-f-]{36})$/i;
const VOID = new Set(["br", "hr", "img", "col"]);
/** Headings in a text stand below those of the page. */
const HEADINGS: Record<string, string> = { h1: "h3", h2: "h3", h3: "h4", h4: "h5", h5: "h6", h6: "h6" };

/** Shows rich text. A link to a card opens it in the peek. */
export function RichText({ text }: { text: string }) {
  return <div className="rich">{childrenOf(parsed(asHtml(text)))}</div>;
}

const childrenOf = (node: Node): ReactNode => createElement(Fragment, null, ...[...node.childNodes].map(shownOf));

function shownOf(node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof HTMLElement)) return null;
  const tag = node.localName;
  if (tag === "a") return <TextLink href={node.getAttribute("href") ?? ""}>{childrenOf(node)}</TextLink>;
  const names = TAGS[tag];
  if (!names) return childrenOf(node);
  const attributes = Object.fromEntries(
    names.flatMap((name) => {
      const value = node.getAttribute(name);
      return value === null || (name === "src" && !SAFE.test(value)) ? [] : [[name, value]];
    }),
  );
  if (tag === "img") attributes["alt"] ??= "";
  return createElement(HEADINGS[tag] ?? tag, attributes, VOID.has(tag) ? undefined : childrenOf(node));
}

function TextLink({ href, children }: { href: string; children: ReactNode }) {
  const setPeek = useSetPeek();
  const card = CARD.exec(href)?.[1];
  if (!SAFE.test(href)) return children;
  if (card)
    return (
      <AriaLink className="lk card-link" onPress={() => setPeek(card)}>
        {children}
      </AriaLink>
    );
  return (
    <AriaLink className="lk" href={href} {...(!href.startsWith("/") && { target: "_blank", rel: "noopener" })}>
      {children}
    </AriaLink>
  );
}
