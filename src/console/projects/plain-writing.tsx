/** A plain text with its heading, written in its place and saved as one types. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { createSaver, type TextPlace, unsaved } from "../rich-text/saver";
import { toast } from "../server/changes";
import { useStore } from "../state/store";
import { Button } from "../ui/button";

type WritingProps = {
  heading: string;
  text: string | null;
  mayWrite: boolean;
  place: TextPlace;
  /** The words that stand in an empty text while it may be written. */
  hint: string;
  autoFocus?: boolean;
};

/** Shows the text; for whoever may write, as a field that looks like text. */
export function PlainWriting({ heading, text, mayWrite, place, hint, autoFocus = false }: WritingProps) {
  if (!mayWrite && !text) return null;
  return (
    <section className="written" {...(!mayWrite && { "aria-label": heading })}>
      <div className="written-head">
        <h2>{heading}</h2>
      </div>
      {mayWrite ? <Field {...{ heading, text, place, hint, autoFocus }} /> : <p className="plain-text">{text}</p>}
    </section>
  );
}

function Field({ heading, text, place, hint, autoFocus }: Omit<WritingProps, "mayWrite">) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState<string>();
  const saver = useRef<ReturnType<typeof createSaver>>(undefined);
  const [state, follow] = useState(() => unsaved.get(place.key)?.state);
  const begin = () => {
    saver.current ??= unsaved.get(place.key) ?? createSaver(place, text);
    unsaved.delete(place.key);
    follow(saver.current.state);
    setOpen(true);
  };
  const end = async () => {
    const ending = saver.current;
    saver.current = undefined;
    setOpen(false);
    if (!ending) return;
    if (await ending.end()) {
      setDraft(undefined);
      follow(undefined);
      return;
    }
    unsaved.set(place.key, ending);
    follow(ending.state);
    toast("failed", ending.state.value().reason ?? t`Somebody else has written here meanwhile`);
  };
  const leave = useRef(end);
  useEffect(() => {
    leave.current = end;
  });
  useEffect(() => () => void leave.current(), []);
  return (
    <>
      <textarea
        className="plain-field"
        aria-label={heading}
        placeholder={hint}
        // biome-ignore lint/a11y/noAutofocus: whoever begins a report wants to write
        autoFocus={autoFocus}
        value={draft ?? unsaved.get(place.key)?.text() ?? text ?? ""}
        onFocus={begin}
        onChange={({ target }) => {
          setDraft(target.value);
          saver.current?.write(target.value === "" ? null : target.value);
        }}
        onBlur={() => void end()}
        onKeyDown={(event) => {
          if (event.key !== "Escape" && !(event.key === "Enter" && (event.metaKey || event.ctrlKey))) return;
          event.stopPropagation();
          event.currentTarget.blur();
        }}
      />
      {/* Paper has the whole text, however high the field is. */}
      <p className="plain-text print-only">{draft ?? text}</p>
      {isOpen && state && <Progress state={state} />}
      {!isOpen && state && (
        <div className="written-trouble" role="alert">
          <span>
            <Trans>Not saved.</Trans>
          </span>
          <span className="sp" />
          <Button look="line" onPress={() => retry(place, setDraft, follow)}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

type State = ReturnType<typeof createSaver>["state"];

/** Saves again what is held, over what somebody else has written. */
async function retry(
  place: TextPlace,
  setDraft: (draft: undefined) => void,
  follow: (state: undefined) => void,
): Promise<void> {
  const held = unsaved.get(place.key);
  if (!held) return;
  if (held.state.value().phase === "conflict") held.keepMine();
  if (!(await held.end())) return;
  unsaved.delete(place.key);
  setDraft(undefined);
  follow(undefined);
}

function Progress({ state }: { state: State }) {
  const { phase } = useStore(state);
  return (
    <span className="t11 c3 plain-progress" role="status">
      {phase === "saved" ? (
        <Trans>saved as you type</Trans>
      ) : phase === "failed" ? (
        <Trans>not saved</Trans>
      ) : (
        <Trans>saving</Trans>
      )}
    </span>
  );
}
