/** The bar above the list: where one is, the forms of the list, views, export, and a new card. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Bookmark, ChartGantt, ChevronRight, Plus, Table2 } from "lucide-react";
import { useRef, useState } from "react";
import { DialogTrigger, Popover } from "react-aria-components";
import { createCard } from "../../cards/changes";
import { listParameters } from "../../cards/list";
import { useCommands } from "../../commands/command";
import { type CardType, labelOf } from "../../metamodel/queries";
import { Link, useGo } from "../../navigation/link";
import { useSetPeek } from "../../navigation/peek";
import { tryChange } from "../../server/changes";
import { api } from "../../server/client";
import { useMay } from "../../server/session";
import { Button } from "../../ui/button";
import { ExportMenu } from "../../ui/export-menu";
import { Icon, TypeIcon } from "../../ui/icon";
import { Menu } from "../../ui/menu";
import { NameForm } from "../../ui/name-form";
import { Segments } from "../../ui/segments";
import { inventory } from "./page";
import type { InventoryState } from "./state";
import { searchOfView, viewOf, viewsQuery } from "./views";

/** Shows the bar. */
export function Toolbar({ state, types }: { state: InventoryState; types: ReadonlyMap<string, CardType> }) {
  const { t } = useLingui();
  const setSearch = inventory.useSetSearch();
  const type = types.get(state.typeKey ?? "");
  return (
    <header className="topbar">
      <h1 className="crumb page-title">
        <Link to="/inventory" className="crumb-link">{t`Inventory`}</Link>
        {type && (
          <>
            <Icon of={ChevronRight} size={12} />
            <b>
              <TypeIcon type={type} />
              {labelOf(type)}
            </b>
          </>
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
        <Export state={state} />
        <NewCard type={type} />
      </span>
    </header>
  );
}

/** Shows the saved views, and saving this one. */
function Views({ state }: { state: InventoryState }) {
  const { t } = useLingui();
  const { data: views = [] } = useQuery(viewsQuery);
  const [isSaving, setSaving] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const go = useGo();
  const fitting = views.filter(({ card_type }) => (card_type ?? undefined) === state.typeKey);
  return (
    <span ref={place} className="bar-item">
      <Menu
        label={t`Views`}
        trigger={<Button icon={Bookmark}>{t`Views`}</Button>}
        entries={[
          ...fitting.map((view) => ({
            id: view.id,
            label: view.name,
            run: () => go({ to: "/inventory", search: searchOfView(view) }),
          })),
          { id: "save", label: t`Save this view…`, icon: Plus, begins: fitting.length > 0, run: () => setSaving(true) },
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
    </span>
  );
}

/** Shows the list as a file, with the filters and the order of the screen. */
function Export({ state }: { state: InventoryState }) {
  if (!useMay("inventory.export")) return null;
  return (
    <ExportMenu
      address={(format) => `/api/v1/cards/export?${new URLSearchParams({ format, ...listParameters(state.listing) })}`}
    />
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
