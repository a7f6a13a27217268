/** The state of what is drawn, in the bar. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { Saver } from "../../diagrams/saver";
import { refusalSentence } from "../../server/changes";
import { useStore } from "../../state/store";
import { Button } from "../../ui/button";

/** Shows whether what is drawn is saved, and what can be done when it isn't. */
export function SaveState({ saver }: { saver: Saver }) {
  const { t } = useLingui();
  const state = useStore(saver.state);
  const words = { saved: t`Saved`, unsaved: t`Not saved yet`, saving: t`Saving…` };
  if (state.kind === "outdated")
    return (
      <span className="draw-state bad" role="alert">
        <Trans>Somebody else has changed this drawing.</Trans>
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
