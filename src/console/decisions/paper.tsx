/** A document as a page of paper: what it says, who has signed it, and when. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { ArrowLeft, Printer } from "lucide-react";
import type { ReactNode } from "react";
import { day, longDay } from "../language/format";
import { isBlank } from "../rich-text/html";
import { RichText } from "../rich-text/reading";
import { settingsQuery, useMe } from "../server/session";
import { Button } from "../ui/button";
import { Icon } from "../ui/icon";
import type { ReviewedDocument } from "./review-line";
import { useStateWord } from "./status";

export type PaperText = { key: string; heading: ReactNode; text: string | null; shown?: ReactNode };

type PaperProps = {
  document: ReviewedDocument & { revision_number: number; superseded_by?: unknown };
  /** The line above the title. */
  kind: ReactNode;
  facts: ReactNode;
  texts: readonly PaperText[];
  back: ReactNode;
  children?: ReactNode;
};

/** Shows the document; the bar above it isn't printed. */
export function Paper({ document, kind, facts, texts, back, children }: PaperProps) {
  const { t } = useLingui();
  const me = useMe();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const wordOf = useStateWord();
  return (
    <>
      <header className="topbar">
        {back}
        <span className="sp" />
        <Button look="pri" icon={Printer} onPress={() => window.print()}>
          <Trans>Print</Trans>
        </Button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="read scroll paper-page" tabIndex={0} aria-label={document.name}>
        <article className="read-column">
          <div className="paper-of c3 t12">
            <span>{settings.app_title || "Stoa"}</span>
            <span className="sp" />
            <span>
              {kind} · <Trans>revision {document.revision_number}</Trans> · {wordOf(document)}
            </span>
          </div>
          <h1 className="t20 w2">{document.name}</h1>
          <p className="c2 t12">{facts}</p>
          {texts
            .filter(({ text, shown }) => shown || !isBlank(text))
            .map(({ key, heading, text, shown }) => (
              <section key={key} className={`written ${key}`}>
                <div className="written-head">
                  <h2>{heading}</h2>
                </div>
                {!isBlank(text) && <RichText text={text ?? ""} />}
                {shown}
              </section>
            ))}
          {children}
          {document.signatories.length > 0 && (
            <section className="written">
              <div className="written-head">
                <h2>
                  <Trans>Signatures</Trans>
                </h2>
              </div>
              <table className="paper-signatures">
                <thead className="aloud">
                  <tr>
                    <th>{t`Name`}</th>
                    <th>{t`Signed on`}</th>
                  </tr>
                </thead>
                <tbody>
                  {document.signatories.map(({ user_id, display_name, signed_at }) => (
                    <tr key={user_id}>
                      <td>{display_name}</td>
                      <td className="num">{signed_at ? day(signed_at) : <Trans>not yet</Trans>}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <p className="t11 c3 num paper-hash">
                <Trans>The signatures stand under the text with the hash {document.content_hash}.</Trans>
              </p>
            </section>
          )}
          <p className="t11 c3 print-only">
            <Trans>
              Printed by {me.display_name}, {longDay(new Date())}
            </Trans>
          </p>
        </article>
      </section>
    </>
  );
}

/** Shows the way back to the document. */
export function BackWord() {
  return (
    <>
      <Icon of={ArrowLeft} size={14} />
      <Trans>Back to the text</Trans>
    </>
  );
}
