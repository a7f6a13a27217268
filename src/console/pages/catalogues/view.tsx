/** Catalogues: a tree to pick from, whose entries become cards as one batch. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { FoldVertical, Plus, UnfoldVertical } from "lucide-react";
import { useMemo, useState } from "react";
import { createEntries, MAX_ENTRIES } from "../../catalogues/changes";
import { catalogueQuery, type Kind, principlesShownQuery } from "../../catalogues/queries";
import { useCommands } from "../../commands/command";
import type { Fold } from "../../grid/column";
import { Grid } from "../../grid/grid";
import { number } from "../../language/format";
import { useSetPeek } from "../../navigation/peek";
import { useMay } from "../../server/session";
import { useIsPhone } from "../../state/media";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { Segments } from "../../ui/segments";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AdministrationTrail } from "../../ui/trail";
import { useWidth } from "../../ui/width";
import "../../style/admin.css";
import "./catalogues.css";
import { SearchLine } from "../../ui/search-line";
import { entryColumns } from "./columns";
import { Content } from "./content-panel";
import { EntryPanel } from "./entry-panel";
import { catalogues as page } from "./page";
import { Principles } from "./principles";
import { picked, rowsOf, treeOf } from "./tree";

export default function CataloguesPage() {
  const { t } = useLingui();
  const { of = "capabilities", locale } = page.useSearch();
  const setSearch = page.useSetSearch();
  const seesContent = useMay("admin.metamodel");
  const { data: principles } = useQuery(principlesShownQuery);
  const seesPrinciples = seesContent && principles?.enabled !== false;
  const kind: Kind = of === "principles" ? "capabilities" : of;
  const { data } = useQuery(catalogueQuery(kind, locale));
  const kinds = [
    { value: "capabilities", label: t`Capabilities` },
    { value: "processes", label: t`Processes` },
    { value: "value_streams", label: t`Value streams` },
    ...(seesPrinciples ? [{ value: "principles", label: t`Principles` }] : []),
  ] as { value: Kind | "principles"; label: string }[];
  return (
    <PageFrame
      label={t`Catalogues`}
      title={<AdministrationTrail>{t`Catalogues`}</AdministrationTrail>}
      actions={
        <>
          {data && data.version.available_locales.length > 1 && (
            <Choice
              label={t`Language of the catalogue`}
              value={data.version.active_locale}
              width={90}
              options={data.version.available_locales.map((value) => ({ value, label: value }))}
              onChange={(value) => setSearch({ locale: value }, { replace: true })}
            />
          )}
          {seesContent && <Content kind={kind} version={data?.version.catalogue_version} />}
        </>
      }
    >
      <div className="chips">
        <Segments
          label={t`Catalogue`}
          value={of}
          options={kinds}
          onChange={(value) =>
            setSearch({ of: value === "capabilities" ? undefined : value, entry: undefined, text: undefined })
          }
        />
      </div>
      {of === "principles" ? <Principles locale={locale} /> : <Catalogue key={of} kind={of} />}
    </PageFrame>
  );
}

function Catalogue({ kind }: { kind: Kind }) {
  const { t } = useLingui();
  const { locale, text = "", entry: openId } = page.useSearch();
  const setSearch = page.useSetSearch();
  const setPeek = useSetPeek();
  const isPhone = useIsPhone();
  const [room, width] = useWidth<HTMLDivElement>();
  const { data, error, refetch } = useQuery({
    ...catalogueQuery(kind, locale),
    placeholderData: (before) => before,
  });
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const tree = useMemo(() => treeOf(data?.entries ?? []), [data]);
  const rows = useMemo(() => rowsOf(tree, open, text), [tree, open, text]);
  const branches = [...tree.byId.keys()].filter((id) => tree.childrenOf.has(id));
  const existing = data?.entries.filter(({ existing_card_id: card }) => card !== null).length ?? 0;
  const opened = tree.byId.get(openId ?? "");
  const toggleBranch = (id: string) =>
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const pick = (id: string) => choose((before) => picked(tree, before, id));
  const show = (entry?: string) => setSearch({ entry }, { replace: true });
  const create = async () => {
    if (data && (await createEntries(kind, [...chosen], data.version.active_locale))) choose(new Set());
  };
  const isTooMuch = chosen.size > MAX_ENTRIES;
  useCommands([
    {
      id: "catalogue.create",
      label: t`Create the picked cards`,
      icon: Plus,
      keys: ["mod+enter"],
      when: () => chosen.size > 0 && !isTooMuch,
      run: () => void create(),
    },
    {
      id: "catalogue.unfold",
      label: t`Open all branches`,
      icon: UnfoldVertical,
      run: () => setOpen(new Set(branches)),
    },
  ]);
  const foldAt = (index: number): Fold | undefined => {
    const row = rows[index];
    if (!row) return undefined;
    const isOpen = text.trim() !== "" || open.has(row.entry.id);
    const parent = row.parent === null ? -1 : rows.findIndex(({ entry }) => entry.id === row.parent);
    return {
      level: row.level,
      indent: row.level - 1,
      ...(row.hasChildren && { isOpen, toggle: () => toggleBranch(row.entry.id) }),
      parent: parent < 0 ? undefined : parent,
    };
  };
  const onSelect = (from: number, to: number) => {
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    for (const { entry } of rows.slice(first, last + 1)) pick(entry.id);
  };
  return (
    <>
      <div className="catalogue-bar">
        <SearchLine
          label={t`Find an entry`}
          value={text}
          onChange={(next) => setSearch({ text: next }, { replace: true })}
        />
        {open.size > 0 ? (
          <Button icon={FoldVertical} onPress={() => setOpen(new Set())}>
            <Trans>Close all</Trans>
          </Button>
        ) : (
          <Button icon={UnfoldVertical} onPress={() => setOpen(new Set(branches))}>
            <Trans>Open all</Trans>
          </Button>
        )}
        <span className="sp" />
        {data?.version.credit && <span className="c3 t12 trunc desk-only">{data.version.credit}</span>}
      </div>
      <div className="work">
        <div className="grid-room" ref={room}>
          {error && !data ? (
            <Failed error={error} retry={refetch} />
          ) : !data ? (
            <LoadingRows rows={14} />
          ) : rows.length === 0 ? (
            <Empty title={t`No entry has this text`}>
              <Trans>Names and descriptions are searched.</Trans>
            </Empty>
          ) : (
            width > 0 && (
              <Grid
                label={t`Entries`}
                columns={entryColumns(isPhone)}
                total={rows.length}
                rowAt={(at) => rows[at]}
                idOf={({ entry }) => entry.id}
                foldAt={foldAt}
                selection={chosen}
                onSelect={onSelect}
                {...(openId !== undefined && { current: openId })}
                peeksOnPress={isPhone || openId !== undefined}
                classOf={({ entry }) => (entry.existing_card_id ? "faded" : undefined)}
                onOpen={({ entry, hasChildren }) =>
                  entry.existing_card_id ? setPeek(entry.existing_card_id) : hasChildren && toggleBranch(entry.id)
                }
                onPeek={({ entry }) => show(openId === entry.id && !isPhone ? undefined : entry.id)}
              />
            )
          )}
        </div>
        {opened && data && (
          <EntryPanel
            key={opened.id}
            entry={opened}
            version={data.version}
            names={new Map(data.entries.map(({ id, name }) => [id, name]))}
            isPicked={chosen.has(opened.id)}
            pick={() => pick(opened.id)}
            close={() => show()}
          />
        )}
      </div>
      {chosen.size > 0 ? (
        <div className="foot selection-bar num" role="toolbar" aria-label={t`Picked entries`}>
          <b>
            <Plural value={chosen.size} one="# picked" other="# picked" />
          </b>
          <Button look="pri" icon={Plus} keys="mod+enter" isDisabled={isTooMuch} onPress={() => void create()}>
            <Plural value={chosen.size} one="Create # card" other="Create # cards" />
          </Button>
          <span className="c2 desk-only">
            {isTooMuch ? (
              <Trans>At most {number(MAX_ENTRIES)} at once</Trans>
            ) : (
              <Trans>as one batch, related with what they name</Trans>
            )}
          </span>
          <span className="sp" />
          <Button onPress={() => choose(new Set())}>
            <Trans>Pick nothing</Trans>
          </Button>
        </div>
      ) : (
        <Foot>
          <span>
            <Plural value={data?.entries.length ?? 0} one="# entry" other="# entries" />
          </span>
          <span>
            <Trans>
              <b>{number(existing)}</b> are there
            </Trans>
          </span>
          <span className="sp" />
          <span className="desk-only">
            <KeyHint keys={["x"]}>
              <Trans>pick with all below</Trans>
            </KeyHint>
            <KeyHint keys={["space"]}>
              <Trans>read</Trans>
            </KeyHint>
          </span>
        </Foot>
      )}
    </>
  );
}
