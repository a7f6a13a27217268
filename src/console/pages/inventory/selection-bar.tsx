/** The verbs for the selected cards, in the place of the foot. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Archive, Pencil, X } from "lucide-react";
import { useState } from "react";
import { Dialog, DialogTrigger, ListBox, ListBoxItem, Popover } from "react-aria-components";
import { archiveCards, changeCards } from "../../cards/changes";
import { AttributeEditor } from "../../cards/editors";
import { BLOCK, cardBlockQuery } from "../../cards/list";
import type { ListedField } from "../../cards/listed-fields";
import { useCommands } from "../../commands/command";
import { cache } from "../../server/queries";
import { useMay } from "../../server/session";
import { Button } from "../../ui/button";
import type { Selection } from "./selection";
import type { InventoryState } from "./state";

/** Cards of one mass change. */
const MAX_CARDS = 2_000;

/** Returns the ids of the selected cards; of a whole list they are read block by block. */
async function idsOf({ ids, count }: Selection, { listing }: InventoryState): Promise<string[]> {
  if (ids !== "all") return [...ids];
  const blocks = Math.ceil(Math.min(count, MAX_CARDS) / BLOCK);
  const lists = await Promise.all(
    Array.from({ length: blocks }, (_, block) => cache.fetchQuery(cardBlockQuery({ ...listing, fields: [] }, block))),
  );
  return lists.flatMap(({ items }) => items.map(({ id }) => id));
}

/** Shows the bar of the selection. */
export function SelectionBar({ selection, state }: { selection: Selection; state: InventoryState }) {
  const { t } = useLingui();
  const mayArchive = useMay("inventory.archive");
  const tooMany = selection.count > MAX_CARDS;
  useCommands([
    { id: "selection.clear", label: t`Select nothing`, keys: ["escape"], quiet: true, run: selection.clear },
  ]);
  const archive = async () => {
    const ids = await idsOf(selection, state);
    if (await archiveCards(ids, t`${ids.length} cards archived`)) selection.clear();
  };
  return (
    <div className="foot selection-bar num" role="toolbar" aria-label={t`Selected cards`}>
      <b>
        <Plural value={selection.count} one="# selected" other="# selected" />
      </b>
      {tooMany && (
        <span>
          <Trans>At most {MAX_CARDS} cards are changed at once; filter the list.</Trans>
        </span>
      )}
      {!tooMany && <MassEdit selection={selection} state={state} />}
      {!tooMany && mayArchive && (
        <Button icon={Archive} onPress={() => void archive()}>
          <Trans>Archive</Trans>
        </Button>
      )}
      <span className="sp" />
      <Button icon={X} keys="escape" onPress={selection.clear}>
        <Trans>Select nothing</Trans>
      </Button>
    </div>
  );
}

/** Sets one field of all selected cards, as one batch. */
function MassEdit({ selection, state }: { selection: Selection; state: InventoryState }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const [field, setField] = useState<ListedField>();
  const editable = state.fields.filter(({ field: of }) => of && !of.readonly);
  if (editable.length === 0) return null;
  const save = async (value: unknown) => {
    setOpen(false);
    const key = field?.field?.key;
    if (!key || !field) return;
    const ids = await idsOf(selection, state);
    await changeCards(
      ids.map((id) => ({ id, merge_attributes: { [key]: value } })),
      t`${field.label} of ${ids.length} cards changed`,
    );
  };
  return (
    <DialogTrigger
      isOpen={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        setField(undefined);
      }}
    >
      <Button icon={Pencil}>
        <Trans>Edit…</Trans>
      </Button>
      <Popover className="pop" placement="top start">
        <Dialog aria-label={t`Edit the selected cards`} className="picker mass-edit">
          {field?.field ? (
            <div className="mass-value">
              <span className="c3 t12">{field.label}</span>
              <AttributeEditor
                label={field.label}
                field={field.field}
                value={undefined}
                save={save}
                close={() => setOpen(false)}
              />
            </div>
          ) : (
            <ListBox
              aria-label={t`Fields`}
              className="menu"
              onAction={(name) => setField(editable.find((one) => one.name === name))}
            >
              {editable.map(({ name, label }) => (
                <ListBoxItem key={name} id={name} textValue={label} className="opt">
                  {label}
                </ListBoxItem>
              ))}
            </ListBox>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
