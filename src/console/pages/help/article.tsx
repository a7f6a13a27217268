/** A page of the handbook as elements; links to other pages of it stay in the console. */
import { createElement, type ReactNode, useEffect } from "react";
import { Link as AriaLink } from "react-aria-components";
import type { HandbookNode, HandbookPage } from "../../handbook/model";

/** Shows a link; one to elsewhere opens in a tab of its own. */
function HandbookLink({ href, children }: { href: string; children: ReactNode }) {
  const isElsewhere = !href.startsWith("/");
  return (
    <AriaLink href={href} {...(isElsewhere && { target: "_blank", rel: "noopener" })}>
      {children}
    </AriaLink>
  );
}

/** Returns a node as an element. */
function elementOf(node: HandbookNode, key: number): ReactNode {
  if (typeof node === "string") return node;
  const { tag, id, href, children } = node;
  const content = children.map(elementOf);
  if (tag === "a")
    return (
      <HandbookLink key={key} href={href!}>
        {content}
      </HandbookLink>
    );
  return createElement(tag, { key, id }, ...(content.length > 0 ? [content] : []));
}

/** Shows a page of the handbook. @param anchor of the heading that it begins at */
export function Article({ page, anchor }: { page: HandbookPage; anchor: string }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top
  useEffect(() => {
    const heading = anchor === "" ? null : document.getElementById(anchor);
    if (heading) heading.scrollIntoView();
    else document.querySelector(".handbook")?.scrollTo({ top: 0 });
  }, [page.name, anchor]);
  return (
    // The handbook is written in English.
    <article lang="en" className="handbook-text">
      {page.body.map(elementOf)}
    </article>
  );
}
