/** A text that is read, and written in its place: a press into it begins, and it is saved as one types. */
import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Pencil } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { BeforeAfter } from "../cards/change";
import type { SearchResult } from "../search/queries";
import { toast } from "../server/changes";
import { useStore } from "../state/store";
import { Button, IconButton } from "../ui/button";
import { Keys } from "../ui/keys";
import type { EditorHandle } from "./editor";
import { isBlank, wordsOf } from "./html";
import { RichText } from "./reading";
import { createSaver, type Saver, type TextPlace, unsaved } from "./saver";

const importEditor = () => import("./editor");
const RichTextEditor = lazy(importEditor);

export type WritingProps = {
  /** The heading above the text. */
  heading: string;
  /** A number before the heading. */
  number?: string;
  text: string | null;
  mayWrite: boolean;
  isOpen: boolean;
  open: () => void;
  close: () => void;
  /** Opens the next text. */
  next?: () => void;
  place: TextPlace;
  /** Stands where nothing is written. */
  offer?: ReactNode;
  onCard?: (card: SearchResult) => void;
  className?: string;
};

/** Shows a text with its heading. */
export function Writing(props: WritingProps) {
  const { t: here } = useLingui();
  const { heading, number, text, mayWrite, isOpen, open, offer, className = "" } = props;
  if (isOpen) return <Opened {...props} />;
  const begins = (event: React.MouseEvent) => {
    const isLink = (event.target as Element).closest("a,button") !== null;
    if (mayWrite && !isLink && getSelection()?.isCollapsed !== false) open();
  };
  return (
    <section className={`written ${className}`} aria-label={heading}>
      <Head heading={heading} number={number}>
        {mayWrite && (
          <IconButton
            icon={Pencil}
            size={14}
            label={here`Write: ${heading}`}
            className="written-pencil"
            onHoverStart={() => void importEditor()}
            onPress={open}
          />
        )}
      </Head>
      {isBlank(text) ? (
        (offer ?? (
          <p className="unwritten">
            <span className="ring2" />
            <Trans>Nothing here yet.</Trans>{" "}
            {mayWrite && (
              <button type="button" className="lk" onClick={open}>
                <Trans>Write</Trans>
              </button>
            )}
          </p>
        ))
      ) : (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the button above does the same
        <div className={mayWrite ? "writable" : ""} onClick={begins}>
          <RichText text={text ?? ""} />
        </div>
      )}
    </section>
  );
}

function Head({ heading, number, children }: { heading: string; number?: string; children?: ReactNode }) {
  return (
    <div className="written-head">
      <h2>
        {number && <span className="num">{number}</span>} {heading}
      </h2>
      {children}
    </div>
  );
}

function Opened({ heading, number, open, close, next, place, text, onCard, className = "" }: WritingProps) {
  const latest = useRef({ place, open });
  const [saver] = useState(
    () =>
      unsaved.get(place.key) ??
      // A version that is read must be the one that is stored on, also when the page is drawn again in between: the place stays.
      createSaver({ ...place, sentence: () => latest.current.place.sentence() }, text),
  );
  const [first] = useState(saver.text);
  const handle = useRef<EditorHandle>(null);
  useEffect(() => {
    latest.current = { place, open };
  });
  useEffect(() => {
    unsaved.delete(latest.current.place.key);
    return guarded(saver, latest.current.place.key, () => latest.current.open());
  }, [saver]);
  return (
    <section className={`written open ${className}`} aria-label={heading}>
      <Head heading={heading} number={number}>
        <span className="sp" />
        <Progress saver={saver} />
        <button type="button" className="t11 c3 written-done" onClick={close}>
          <Keys of="escape" /> <Trans>done</Trans>
        </button>
      </Head>
      <Suspense fallback={<RichText text={first ?? ""} />}>
        <RichTextEditor
          label={heading}
          text={first}
          handle={handle}
          onChange={saver.write}
          onDone={close}
          onNext={next}
          onCard={onCard}
        />
      </Suspense>
      <Trouble saver={saver} take={(theirs) => handle.current?.replace(theirs)} />
    </section>
  );
}

/**
 * Saves what is not saved when the text is left, and asks before the window is closed with it. A text that can't be saved is
 * opened again.
 * @returns a function that leaves the text
 */
function guarded(saver: Saver, key: string, openAgain: () => void): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (saver.state.value().phase === "saved") return;
    void saver.flush();
    event.preventDefault();
  };
  window.addEventListener("beforeunload", ask);
  return async () => {
    window.removeEventListener("beforeunload", ask);
    if (await saver.end()) return;
    unsaved.set(key, saver);
    toast("failed", saver.state.value().reason ?? t`Somebody else has written here meanwhile`);
    openAgain();
  };
}

function Progress({ saver }: { saver: Saver }) {
  const { phase } = useStore(saver.state);
  return (
    <span className="t11 c3" role="status">
      {phase === "waiting" || phase === "saving" ? (
        <Trans>saving</Trans>
      ) : phase === "saved" ? (
        <Trans>saved as you type</Trans>
      ) : (
        <Trans>not saved</Trans>
      )}
    </span>
  );
}

function Trouble({ saver, take }: { saver: Saver; take: (theirs: string | null) => void }) {
  const { phase, reason, theirs } = useStore(saver.state);
  if (phase === "failed")
    return (
      <div className="written-trouble" role="alert">
        <span>
          <Trans>Not saved.</Trans> <span className="c2">{reason}</span>
        </span>
        <span className="sp" />
        <Button look="line" onPress={() => void saver.flush()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    );
  if (phase !== "conflict") return null;
  return (
    <div className="written-trouble" role="alert">
      <span>
        <Trans>Somebody else has written here meanwhile:</Trans> <BeforeAfter before="" after={wordsOf(theirs)} />
      </span>
      <span className="sp" />
      <Button look="line" onPress={() => take(saver.takeTheirs())}>
        <Trans>Take theirs</Trans>
      </Button>
      <Button look="line" onPress={saver.keepMine}>
        <Trans>Keep mine</Trans>
      </Button>
    </div>
  );
}
