/** The views that one may change: who sees them, what they show, and whether there are any more. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Dialog } from "react-aria-components";
import { tryChange } from "../../server/changes";
import { api, type Schemas } from "../../server/client";
import { useMay } from "../../server/session";
import { Button } from "../../ui/button";
import type { InventoryState } from "./state";
import { viewOf } from "./views";

type View = Schemas["Bookmark"];

/** Shows the views with their verbs. */
export function ManagedViews({ views, state }: { views: readonly View[]; state: InventoryState }) {
  const { t } = useLingui();
  return (
    <Dialog aria-label={t`Views`} className="picker managed-views">
      <ul>
        {views.map((view) => (
          <ManagedView key={view.id} view={view} state={state} />
        ))}
      </ul>
    </Dialog>
  );
}

function ManagedView({ view, state }: { view: View; state: InventoryState }) {
  const { t } = useLingui();
  const mayShare = useMay("bookmarks.share");
  const { id, name } = view;
  const isShared = view.visibility !== "private";
  const params = { path: { bm_id: id } };
  const update = (sentence: string, body: object) =>
    void tryChange({ sentence, send: () => api.PATCH("/api/v1/bookmarks/{bm_id}", { params, body: body as never }) });
  return (
    <li>
      <span className="managed-name">
        <b className="trunc">{name}</b>
        <span className="c3 t11">{isShared ? <Trans>seen by everybody</Trans> : <Trans>seen by you alone</Trans>}</span>
      </span>
      {mayShare && view.is_owner && (
        <Button
          aria-label={isShared ? t`Keep ${name} to yourself` : t`Share ${name}`}
          onPress={() =>
            isShared
              ? update(t`The view ${name} is yours alone`, { visibility: "private" })
              : update(t`The view ${name} is shared with everybody`, { visibility: "public" })
          }
        >
          {isShared ? <Trans>Keep to yourself</Trans> : <Trans>Share</Trans>}
        </Button>
      )}
      <Button
        aria-label={t`Replace ${name} by what is shown`}
        onPress={() => update(t`The view ${name} shows what is here now`, viewOf(state, name))}
      >
        <Trans>Replace</Trans>
      </Button>
      {view.is_owner && (
        <Button
          aria-label={t`Delete ${name}`}
          onPress={() =>
            void tryChange({
              sentence: t`The view ${name} is deleted`,
              send: () => api.DELETE("/api/v1/bookmarks/{bm_id}", { params }),
            })
          }
        >
          <Trans>Delete</Trans>
        </Button>
      )}
    </li>
  );
}
