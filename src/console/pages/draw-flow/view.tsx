/** A draft of a flow while it is drawn: everything is saved as one draws. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Check, ChevronRight, Maximize, Redo2, Undo2 } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { cardQuery } from "../../cards/queries";
import { useCommands } from "../../commands/command";
import { Link, useGo } from "../../navigation/link";
import { submitDraft } from "../../processes/changes";
import type { EditorHandle } from "../../processes/editor";
import { type FlowHead, flowQuery } from "../../processes/queries";
import { createSaver, type DraftWithTag, draftQuery, type Saver } from "../../processes/saver";
import { refusalSentence } from "../../server/changes";
import type { Schemas } from "../../server/client";
import { asRefusal } from "../../server/refusal";
import { useStore } from "../../state/store";
import "../../style/documents.css";
import "../../style/processes.css";
import { Button, IconButton } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { drawFlow as page } from "./page";

/** The editor comes with the first draft that one draws. */
const Editor = lazy(() => import("../../processes/editor"));

export default function DrawFlowPage() {
  const { t } = useLingui();
  const { id, version } = page.useParams();
  const { data: card, error, refetch } = useQuery(cardQuery(id));
  const flow = useQuery(flowQuery(id));
  const draft = useQuery(draftQuery(id, version));
  const failure = error ?? flow.error ?? draft.error;
  const head = flow.data?.versions.find((one) => one.id === version);
  if (failure && ![404, 422].includes(asRefusal(failure).status))
    return (
      <>
        <h1 className="aloud">{t`Draft of a flow`}</h1>
        <Failed
          error={failure}
          retry={() => {
            void refetch();
            void flow.refetch();
            void draft.refetch();
          }}
        />
      </>
    );
  if (!failure && (!card || !flow.data || !draft.data)) return <LoadingRows rows={16} />;
  if (!card || !head || !draft.data || head.status !== "draft" || !flow.data?.can_edit_draft)
    return <NoDraft id={id} />;
  return <DrawnDraft key={version} card={card} head={head} draft={draft.data} />;
}

type DrawnProps = { card: Schemas["Card"]; head: FlowHead; draft: DraftWithTag };

function DrawnDraft({ card, head, draft }: DrawnProps) {
  const { t } = useLingui();
  const go = useGo();
  const [isReady, setReady] = useState(false);
  const [failure, setFailure] = useState<string>();
  const editor = useRef<EditorHandle>(null);
  // Its own saved versions must not be drawn again.
  const [begun] = useState(draft);
  const [saver] = useState(() => createSaver(card.id, head.id, () => editor.current!.read(), begun.tag));
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => saver.state.value().kind !== "saved" && event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => {
      window.removeEventListener("beforeunload", ask);
      void saver.flush();
    };
  }, [saver]);
  const place = { to: "/bpm/processes/$id", params: { id: card.id }, search: { version: head.id } } as const;
  const close = async () => {
    await saver.flush();
    go(place);
  };
  const submit = async () => {
    await saver.flush();
    if (saver.state.value().kind === "saved" && (await submitDraft(card.id, head))) go(place);
  };
  useCommands([
    { id: "draw.fit", label: t`Fit to the window`, run: () => editor.current?.fit() },
    { id: "draw.submit", label: t`Submit the draft`, run: submit },
    { id: "draw.close", label: t`Close the editor`, run: close },
  ]);
  return (
    <>
      <header className="topbar">
        <h1 className="crumb page-title">
          <Link to="/bpm/processes/$id" params={{ id: card.id }} className="crumb-link trunc">
            {card.name}
          </Link>
          <Icon of={ChevronRight} size={12} />
          <b className="draw-title">{t`Draft of revision ${head.revision}`}</b>
        </h1>
        <SavedState saver={saver} />
        <span className="sp" />
        <IconButton icon={Undo2} label={t`Undo the last step`} keys="mod+z" onPress={() => editor.current?.undo()} />
        <IconButton icon={Redo2} label={t`Do it again`} keys="mod+y" onPress={() => editor.current?.redo()} />
        <IconButton icon={Maximize} label={t`Fit to the window`} onPress={() => editor.current?.fit()} />
        <Button onPress={() => void close()}>
          <Trans>Close</Trans>
        </Button>
        <Button look="pri" icon={Check} isDisabled={!isReady} onPress={() => void submit()}>
          <Trans>Submit</Trans>
        </Button>
      </header>
      {failure && (
        <p className="failed" role="alert">
          {t`The flow can't be drawn:`} {failure}
        </p>
      )}
      <section className="flow drawing-room" aria-label={t`Editor of the flow of ${card.name}`}>
        <Suspense fallback={<div className="flow-waiting" aria-busy="true" />}>
          <Editor
            ref={editor}
            xml={begun.version.bpmn_xml}
            onChange={saver.touch}
            onFailure={setFailure}
            onReady={() => setReady(true)}
          />
        </Suspense>
      </section>
    </>
  );
}

/** Says whether what is drawn is saved. */
function SavedState({ saver }: { saver: Saver }) {
  const { t } = useLingui();
  const state = useStore(saver.state);
  const words = { saved: t`Saved`, unsaved: t`Not saved yet`, saving: t`Saving…` };
  if (state.kind === "outdated")
    return (
      <span className="draw-state bad" role="alert">
        <Trans>Somebody else has saved this draft.</Trans>
        <Button className="sm" onPress={() => location.reload()}>
          <Trans>Show theirs</Trans>
        </Button>
        <Button className="sm" onPress={() => void saver.overwrite()}>
          <Trans>Save mine</Trans>
        </Button>
      </span>
    );
  if (state.kind === "failed")
    return (
      <span className="draw-state bad" role="alert">
        {refusalSentence(state.refusal)}
        <Button className="sm" onPress={() => void saver.flush()}>
          <Trans>Try again</Trans>
        </Button>
      </span>
    );
  return (
    <span className="draw-state c3 t12" role="status">
      {words[state.kind]}
    </span>
  );
}

/** There is no draft of this id that the account may draw. */
function NoDraft({ id }: { id: string }) {
  return (
    <>
      <h1 className="aloud">
        <Trans>Draft of a flow</Trans>
      </h1>
      <Empty
        title={<Trans>There is no such draft</Trans>}
        actions={
          <Link to="/bpm/processes/$id" params={{ id }} className="btn line">
            <Trans>Open the process</Trans>
          </Link>
        }
      >
        <Trans>It was submitted or deleted, or you may not change it.</Trans>
      </Empty>
    </>
  );
}
