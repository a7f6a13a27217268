/** The archived cards: what shows them in place of the others, and what is done with those that are selected. */
import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Archive, ArchiveRestore, Trash2, X } from "lucide-react";
import { useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { deleteCards, restoreCards } from "../../cards/changes";
import { useCommands } from "../../commands/command";
import { useMay } from "../../server/session";
import { AskDialog } from "../../ui/ask-dialog";
import { Button, IconButton } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { idsOf, type Selection } from "./selection";
import type { InventoryState } from "./state";

/** Shows the button that leads to the archived cards, and back. */
export function ArchivedButton({ state: { isArchived, showArchived } }: { state: InventoryState }) {
  const { t } = useLingui();
  const label = isArchived ? t`Cards that aren’t archived` : t`Archived cards`;
  const run = () => showArchived(!isArchived);
  useCommands([{ id: "inventory.archived", label, icon: Archive, run }]);
  return <IconButton icon={Archive} size={14} label={label} aria-pressed={isArchived} onPress={run} />;
}

/** Shows that the list is the one of the archived cards. */
export function ArchivedChip({ state }: { state: InventoryState }) {
  const { t } = useLingui();
  return (
    <span className="chip">
      <span className="k">{t`Shown`}</span>
      <span>{t`archived cards`}</span>
      <AriaButton className="x" aria-label={t`Cards that aren’t archived`} onPress={() => state.showArchived(false)}>
        <Icon of={X} size={12} />
      </AriaButton>
    </span>
  );
}

/** Shows the verbs for archived cards: bringing them back, which can be undone, and deleting them, which can't. */
export function ArchivedVerbs({ selection, state }: { selection: Selection; state: InventoryState }) {
  const { t } = useLingui();
  const mayRestore = useMay("inventory.archive");
  const mayDelete = useMay("inventory.delete");
  const [isAsking, ask] = useState(false);
  const { count } = selection;
  const restore = async () => {
    const ids = await idsOf(selection, state);
    if (await restoreCards(ids, plural(ids.length, { one: "# card is back", other: "# cards are back" })))
      selection.clear();
  };
  const remove = async () => {
    const ids = await idsOf(selection, state);
    if (await deleteCards(ids)) selection.clear();
  };
  return (
    <>
      {mayRestore && (
        <Button icon={ArchiveRestore} writes onPress={() => void restore()}>
          <Trans>Bring back</Trans>
        </Button>
      )}
      {mayDelete && (
        <Button icon={Trash2} writes onPress={() => ask(true)}>
          <Trans>Delete…</Trans>
        </Button>
      )}
      <AskDialog
        label={t`Delete the selected cards`}
        isOpen={isAsking}
        ask={ask}
        question={t`Delete for good?`}
        icon={Trash2}
        verb={t`Delete them`}
        leave={t`Leave them`}
        typed={{ label: t`Type ${count} to delete them`, text: String(count) }}
        run={remove}
      >
        <Plural
          value={count}
          one="# archived card goes with its relations, comments and files. It can’t be brought back, nor undone."
          other="# archived cards go with their relations, comments and files. They can’t be brought back, nor undone."
        />{" "}
        <Trans>Cards below them stay, and are part of nothing then.</Trans>
      </AskDialog>
    </>
  );
}
