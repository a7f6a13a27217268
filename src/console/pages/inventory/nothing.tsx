/** The place of the list while no card is in it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import type { PastedBlock } from "../../cards/paste/state";
import { NO_FILTER } from "../../filters/condition";
import { fromText } from "../../grid/clipboard";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/states";
import type { InventoryState } from "./state";

/** Shows that no card fits the filters, or that there is none at all. */
export function Nothing({ state, paste }: { state: InventoryState; paste?: (pasted: PastedBlock) => void }) {
  const { t } = useLingui();
  useEffect(() => {
    if (!paste) return undefined;
    const onPaste = ({ target, clipboardData }: ClipboardEvent) => {
      if (target instanceof HTMLInputElement || !clipboardData) return;
      paste({ rows: fromText(clipboardData.getData("text/plain")) });
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, [paste]);
  const isFiltered = state.filter.conditions.length > 0 || state.filter.search !== "";
  return (
    <div className="grid-nothing">
      {isFiltered ? (
        <Empty
          title={t`No card fits these filters`}
          actions={
            <Button look="line" onPress={() => state.setFilter(NO_FILTER)}>
              <Trans>Take the filters away</Trans>
            </Button>
          }
        >
          <Trans>Take one away, or choose other values in its chip.</Trans>
        </Empty>
      ) : state.isArchived ? (
        <Empty
          title={t`No card is archived`}
          actions={
            <Button look="line" onPress={() => state.showArchived(false)}>
              <Trans>Cards that aren’t archived</Trans>
            </Button>
          }
        />
      ) : (
        <Empty title={t`No cards yet`}>
          {paste ? (
            <Trans>Make the first one with the button at the upper right, or paste rows from a spreadsheet here.</Trans>
          ) : (
            <Trans>Make the first one with the button at the upper right.</Trans>
          )}
        </Empty>
      )}
    </div>
  );
}
