/** The verbs for the selected cards, in the place of the foot. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Archive, type LucideIcon, Pencil, Tag as TagIcon, TagX, X } from "lucide-react";
import { useState } from "react";
import { Dialog, DialogTrigger, ListBox, ListBoxItem, Popover } from "react-aria-components";
import { archiveCards, changeAlike, tagCards } from "../../cards/changes";
import { AttributeEditor } from "../../cards/editors";
import type { ListedField } from "../../cards/listed-fields";
import { useCommands } from "../../commands/command";
import { number } from "../../language/format";
import type { CardType } from "../../metamodel/queries";
import { useMay } from "../../server/session";
import { tagGroupsQuery } from "../../tags/queries";
import { Button } from "../../ui/button";
import { Menu } from "../../ui/menu";
import { ArchivedVerbs } from "./archived";
import { idsOf, type Selection } from "./selection";
import type { InventoryState } from "./state";

/** Cards of one mass change, which can be undone as one. */
const MAX_CARDS = 10_000;

type SelectionBarProps = { selection: Selection; state: InventoryState; type: CardType | undefined };

/** Shows the bar of the selection. */
export function SelectionBar({ selection, state, type }: SelectionBarProps) {
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
          <Trans>At most {number(MAX_CARDS)} cards are changed at once; filter the list.</Trans>
        </span>
      )}
      {!tooMany && state.isArchived && <ArchivedVerbs selection={selection} state={state} />}
      {!tooMany && !state.isArchived && <MassEdit selection={selection} state={state} />}
      {!tooMany && !state.isArchived && <MassTags selection={selection} state={state} type={type} />}
      {!tooMany && !state.isArchived && mayArchive && (
        <Button icon={Archive} writes onPress={() => void archive()}>
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
    await changeAlike(ids, { merge_attributes: { [key]: value } }, t`${field.label} of ${ids.length} cards changed`);
  };
  return (
    <DialogTrigger
      isOpen={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        setField(undefined);
      }}
    >
      <Button icon={Pencil} writes>
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
              autoFocus
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

/** Puts a tag on all selected cards, or takes one off them, as one batch. */
function MassTags({ selection, state, type }: SelectionBarProps) {
  const { t } = useLingui();
  const { data: groups = [] } = useQuery(tagGroupsQuery);
  const fitting = groups.filter(
    ({ restrict_to_types: types }) => !types?.length || (type !== undefined && types.includes(type.key)),
  );
  const tags = fitting.flatMap((group) => group.tags.map((tag) => ({ ...tag, group: group.name })));
  if (tags.length === 0) return null;
  const change = async (tag: { id: string; name: string }, isAdded: boolean) => {
    const ids = await idsOf(selection, state);
    await tagCards(
      ids,
      isAdded ? { add: [tag.id] } : { remove: [tag.id] },
      isAdded ? t`Tag ${tag.name} put on ${ids.length} cards` : t`Tag ${tag.name} taken off ${ids.length} cards`,
    );
  };
  const menu = (label: string, icon: LucideIcon, isAdded: boolean) => (
    <Menu
      label={label}
      trigger={<Button icon={icon}>{label}</Button>}
      entries={tags.map((tag, at) => ({
        id: tag.id,
        label: `${tag.group} / ${tag.name}`,
        begins: at > 0 && tags[at - 1]?.group !== tag.group,
        run: () => change(tag, isAdded),
      }))}
    />
  );
  return (
    <>
      {menu(t`Tag`, TagIcon, true)}
      {menu(t`Take a tag off`, TagX, false)}
    </>
  );
}
