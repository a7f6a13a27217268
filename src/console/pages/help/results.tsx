/** The passages of the handbook that have the words of a search. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link as AriaLink } from "react-aria-components";
import type { HandbookPage } from "../../handbook/model";
import { findPassages } from "../../handbook/search";
import { useHref } from "../../navigation/link";
import { Marked } from "../../ui/marked";
import { Empty } from "../../ui/states";

/** Shows what is found. */
export function Results({ pages, text }: { pages: readonly HandbookPage[]; text: string }) {
  const { t } = useLingui();
  const href = useHref();
  const results = findPassages(pages, text);
  const [word = ""] = text.trim().split(/\s+/);
  if (results.length === 0)
    return (
      <Empty title={<Trans>The handbook has nothing with these words</Trans>}>
        <Trans>Fewer words, or parts of words, find more. It is written in English.</Trans>
      </Empty>
    );
  return (
    <ol className="handbook-results" aria-label={t`Passages`} lang="en">
      {results.map(({ page, passage, excerpt }) => (
        <li key={`${page.name}#${passage.id}`}>
          <AriaLink
            href={`${href({ to: "/help/$page", params: { page: page.name } })}${passage.id ? `#${passage.id}` : ""}`}
          >
            <b>{page.title}</b>
            {passage.heading && <span className="c2"> · {passage.heading}</span>}
          </AriaLink>
          <p className="c2 t12">
            <Marked text={excerpt} part={word} />
          </p>
        </li>
      ))}
    </ol>
  );
}
