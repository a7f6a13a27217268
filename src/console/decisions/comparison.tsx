/** Two revisions of a document, text by text: what was taken out is struck through, what is new stands on a tint. */
import { Trans } from "@lingui/react/macro";
import { diffWordsWithSpace } from "diff";
import { wordsOf } from "../rich-text/html";

export type ComparedText = { key: string; heading: string; before: string | null; after: string | null };

/** Shows the texts that differ with their differences, and those that don't as one line. */
export function Comparison({ texts }: { texts: readonly ComparedText[] }) {
  const compared = texts.map((one) => ({ ...one, before: wordsOf(one.before), after: wordsOf(one.after) }));
  const differing = compared.filter(({ before, after }) => before !== after);
  return (
    <>
      {differing.length === 0 && (
        <p className="c2 unwritten">
          <Trans>The words are the same.</Trans>
        </p>
      )}
      {differing.map(({ key, heading, before, after }) => (
        <section key={key} className="written" aria-label={heading}>
          <div className="written-head">
            <h2>{heading}</h2>
          </div>
          <Differences before={before} after={after} />
        </section>
      ))}
    </>
  );
}

function Differences({ before, after }: { before: string; after: string }) {
  return (
    <p className="differences">
      {diffWordsWithSpace(before, after).map(({ value, added, removed }, at) => {
        const key = `${at} ${value.length}`;
        return added ? (
          <ins key={key}>{value}</ins>
        ) : removed ? (
          <del key={key}>{value}</del>
        ) : (
          <span key={key}>{value}</span>
        );
      })}
    </p>
  );
}
