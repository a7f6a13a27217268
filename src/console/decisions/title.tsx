/** The title of a document, which is written in its place. */
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";

type TitleProps = { title: string; mayWrite: boolean; rename: (title: string) => Promise<unknown> };

const LONGEST = 500;

/** Shows the title; a press on it, or ↵, begins. */
export function DocumentTitle({ title, mayWrite, rename }: TitleProps) {
  const { t } = useLingui();
  const [text, setText] = useState<string>();
  const finish = async () => {
    const next = text?.trim().replaceAll(/\s+/g, " ");
    if (next && next !== title) await rename(next);
    setText(undefined);
  };
  if (text === undefined)
    return (
      <h1 className="t20 w2 document-title">
        {title}
        {mayWrite && (
          <button type="button" className="title-button" aria-label={t`Rename`} onClick={() => setText(title)} />
        )}
      </h1>
    );
  return (
    <textarea
      className="t20 w2 document-title title-field"
      aria-label={t`Title`}
      rows={1}
      maxLength={LONGEST}
      // biome-ignore lint/a11y/noAutofocus: whoever pressed the title wants to write it
      autoFocus
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={() => void finish()}
      onKeyDown={(event) => {
        if (event.key === "Enter") {
          event.preventDefault();
          void finish();
        } else if (event.key === "Escape") {
          event.stopPropagation();
          setText(undefined);
        }
      }}
    />
  );
}
