/** The bar above the list: where one is, the forms of the list, views, export, and a new card. */
import { Plural, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Bookmark, ChartGantt, ChevronRight, Ellipsis, Pencil, Plus, Printer, Table2 } from "lucide-react";
import { useRef, useState } from "react";
import { DialogTrigger, Popover } from "react-aria-components";
import { createCard } from "../../cards/changes";
import { listParameters } from "../../cards/list";
import { useCommands } from "../../commands/command";
import { viewsQuery } from "../../feeds/queries";
import { ImportButton } from "../../import/button";
import { type CardType, labelOf } from "../../metamodel/queries";
import { Link, useGo } from "../../navigation/link";
import { useSetPeek } from "../../navigation/peek";
import { tryChange } from "../../server/changes";
import { api } from "../../server/client";
import { useMay } from "../../server/session";
import { Button, IconButton } from "../../ui/button";
import { download, ExportMenu } from "../../ui/export-menu";
import { Icon, TypeIcon } from "../../ui/icon";
import { type Entry, Menu } from "../../ui/menu";
import { NameForm } from "../../ui/name-form";
import { Segments } from "../../ui/segments";
import { useGroupEntries } from "./filter-bar";
import { ManagedViews } from "./managed-views";
import { inventory } from "./page";
import type { InventoryState } from "./state";
import { searchOfView, viewOf } from "./views";

type ToolbarProps = {
  state: InventoryState;
  types: ReadonlyMap<string, CardType>;
  /** The cards that match, once they are counted. */
  matching: number | undefined;
  print: () => void;
  /** Leads to the import of a file; nothing for whoever may neither make cards nor change them. */
  importFile?: () => void;
};

/** Shows the bar. */
export function Toolbar({ state, types, matching, print, importFile }: ToolbarProps) {
  const { t } = useLingui();
  const setSearch = inventory.useSetSearch();
  const type = types.get(state.typeKey ?? "");
  return (
    <header className="topbar">
      <h1 className="crumb page-title">
        <Link to="/inventory" className={type ? "crumb-link desk-only" : "crumb-link"}>{t`Inventory`}</Link>
        {type && (
          <>
            <span className="desk-only">
              <Icon of={ChevronRight} size={12} />
            </span>
            <b>
              <TypeIcon type={type} />
              {labelOf(type)}
            </b>
          </>
        )}
        {matching !== undefined && (
          <span className="phone-only c3 num phone-count">
            <Plural value={matching} one="# card" other="# cards" />
          </span>
        )}
      </h1>
      <span className="desk-only">
        <span className="vsep" />
        <Segments
          label={t`Form of the list`}
          value={state.isTimeline ? "timeline" : "grid"}
          options={[
            { value: "grid", label: t`Grid`, icon: Table2 },
            { value: "timeline", label: t`Timeline`, icon: ChartGantt },
          ]}
          onChange={(as) => setSearch({ as: as === "timeline" ? as : undefined })}
        />
      </span>
      <span className="sp" />
      <span className="desk-only">
        <Views state={state} />
        <Export state={state} print={print} />
        {importFile && <ImportButton id="inventory.import" open={importFile} />}
        <NewCard type={type} />
      </span>
      <PhoneMenu state={state} />
    </header>
  );
}

/** Gives the saved views as entries: those of the list's type, which are opened. */
function useViewEntries(state: InventoryState): Entry[] {
  const { data: views = [] } = useQuery(viewsQuery);
  const go = useGo();
  return views
    .filter(({ card_type }) => (card_type ?? undefined) === state.typeKey)
    .map((view) => ({
      id: view.id,
      label: view.is_owner ? view.name : `${view.name} · ${view.owner_name ?? ""}`,
      run: () => go({ to: "/inventory", search: searchOfView(view) }),
    }));
}

/** Shows the saved views, and saving this one. */
function Views({ state }: { state: InventoryState }) {
  const { t } = useLingui();
  const [isSaving, setSaving] = useState(false);
  const [isManaging, setManaging] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const maySave = useMay("bookmarks.manage");
  const views = useViewEntries(state);
  const { data: all = [] } = useQuery(viewsQuery);
  const own = all.filter((view) => view.can_edit && (view.card_type ?? undefined) === state.typeKey);
  return (
    <span ref={place} className="bar-item">
      <Menu
        label={t`Views`}
        trigger={<Button icon={Bookmark}>{t`Views`}</Button>}
        entries={[
          ...views,
          ...(maySave
            ? [
                {
                  id: "save",
                  label: t`Save this view…`,
                  icon: Plus,
                  begins: views.length > 0,
                  run: () => setSaving(true),
                },
              ]
            : []),
          ...(own.length > 0
            ? [{ id: "manage", label: t`Change views…`, icon: Pencil, run: () => setManaging(true) }]
            : []),
        ]}
      />
      <Popover className="pop" triggerRef={place} isOpen={isSaving} onOpenChange={setSaving} placement="bottom end">
        <NameForm
          label={t`Name of the view`}
          verb={t`Save`}
          submit={(name) => {
            setSaving(false);
            void tryChange({
              sentence: t`The view ${name} is saved`,
              send: () => api.POST("/api/v1/bookmarks", { body: viewOf(state, name) as never }),
            });
          }}
        />
      </Popover>
      <Popover className="pop" triggerRef={place} isOpen={isManaging} onOpenChange={setManaging} placement="bottom end">
        <ManagedViews views={own} state={state} />
      </Popover>
    </span>
  );
}

/** Shows the list as a file or on paper, with the columns, the filters and the order of the screen. */
function Export({ state, print }: { state: InventoryState; print: () => void }) {
  const { t } = useLingui();
  const mayExport = useMay("inventory.export");
  const seesRelations = useMay("relations.view");
  useCommands([{ id: "inventory.print", label: t`Print`, icon: Printer, keys: ["mod+p"], run: print }]);
  const paper = { id: "print", label: t`Print`, icon: Printer, keys: "mod+p", begins: true, run: print };
  if (!mayExport) return <Button icon={Printer} onPress={print}>{t`Print`}</Button>;
  const whole = (format: string) =>
    `/api/v1/cards/export?${new URLSearchParams({ format, ...listParameters(state.listing) })}`;
  return (
    <ExportMenu
      address={(format) => `/api/v1/cards/export?${new URLSearchParams({ format, ...exportParameters(state) })}`}
      more={[
        { id: "whole", label: t`All columns, for an import (XLSX)`, run: () => download(whole("xlsx")) },
        ...(seesRelations
          ? [
              {
                id: "relations",
                label: t`All relations (XLSX)`,
                run: () => download(`/api/v1/relations/export?${new URLSearchParams({ format: "xlsx" })}`),
              },
            ]
          : []),
        paper,
      ]}
    />
  );
}

/** Returns the parameters of the file that has what the screen has. */
const exportParameters = ({ listing, shown, group, isTree }: InventoryState) => ({
  ...listParameters(listing),
  ...(group?.facet !== undefined && { group_by: group.facet }),
  ...(isTree && { tree: "open" }),
  columns: ["name", ...shown.map(({ name }) => name)].join(","),
});

/** Shows what a phone has in place of the bar's buttons: the views, and the ways to arrange the list. */
function PhoneMenu({ state }: { state: InventoryState }) {
  const { t } = useLingui();
  const views = useViewEntries(state);
  const groups = useGroupEntries(state);
  return (
    <span className="phone-only">
      <Menu
        label={t`More`}
        trigger={<IconButton icon={Ellipsis} label={t`Views and groups`} />}
        entries={[...groups, ...views.map((view, at) => ({ ...view, begins: at === 0 }))]}
      />
    </span>
  );
}

/** Makes a card of the list's type and opens it. */
function NewCard({ type }: { type: CardType | undefined }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const setPeek = useSetPeek();
  const may = useMay("inventory.create");
  useCommands([
    {
      id: "inventory.new",
      label: t`New card`,
      keys: ["n"],
      when: () => may && type !== undefined,
      run: () => setOpen(true),
    },
  ]);
  if (!may || !type) return null;
  const make = async (name: string) => {
    setOpen(false);
    const id = await createCard(type.key, name);
    if (id) setPeek(id);
  };
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button look="pri" icon={Plus} aria-label={t`New card: ${labelOf(type)}`}>
        {labelOf(type)}
      </Button>
      <Popover className="pop" placement="bottom end">
        <NameForm label={t`Name`} verb={t`Make it`} submit={(name) => void make(name)} />
      </Popover>
    </DialogTrigger>
  );
}
