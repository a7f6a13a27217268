/** The contents of the handbook next to a page: the links of its table of contents, by section. */
import { useLingui } from "@lingui/react/macro";
import type { HandbookNode, HandbookPage } from "../../handbook/model";
import { Link } from "../../navigation/link";

type Section = { title: string; names: string[] };

/** Returns the names of the pages that nodes link to. */
const namesIn = (nodes: readonly HandbookNode[]): string[] =>
  nodes.flatMap((node) => {
    if (typeof node === "string") return [];
    const name = /^\/help\/([^#]+)/.exec(node.href ?? "")?.[1];
    return [...(name ? [name] : []), ...namesIn(node.children)];
  });

/** Returns the sections of the table of contents with the pages that they lead to. */
function sectionsOf({ body }: HandbookPage): Section[] {
  const sections: Section[] = [];
  for (const node of body) {
    if (typeof node === "string") continue;
    if (node.tag === "h2") sections.push({ title: node.children.join(""), names: [] });
    else sections.at(-1)?.names.push(...namesIn([node]));
  }
  return sections;
}

/** Shows the contents. @param current the name of the page that is open */
export function Contents({ pages, current }: { pages: readonly HandbookPage[]; current: string }) {
  const { t } = useLingui();
  const titles = new Map(pages.map(({ name, title }) => [name, title]));
  return (
    <nav className="handbook-contents" aria-label={t`Contents`} lang="en">
      {sectionsOf(pages[0]!).map(({ title, names }) => (
        <section key={title}>
          <h2>{title}</h2>
          {names.map((name) => (
            <Link
              key={name}
              to="/help/$page"
              params={{ page: name }}
              className={name === current ? "nav sub on" : "nav sub"}
              aria-current={name === current ? "page" : undefined}
            >
              <span className="trunc">{titles.get(name)}</span>
            </Link>
          ))}
        </section>
      ))}
    </nav>
  );
}
