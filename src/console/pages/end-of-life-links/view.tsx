/** Links to products: every card of a type with what it may mean, of which the right ones are confirmed as one batch. */

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link2, ListChecks } from "lucide-react";
import { useState } from "react";
import { useCommands } from "../../commands/command";
import { linkCards } from "../../eol/changes";
import { LINKED_TYPES, type LookedUp, lookedUpQuery, searchProgress } from "../../eol/queries";
import { Grid } from "../../grid/grid";
import { number } from "../../language/format";
import { labelOf, useTypes } from "../../metamodel/queries";
import { useGo } from "../../navigation/link";
import { useToggled } from "../../state/asked";
import { useIsPhone } from "../../state/media";
import { useStore } from "../../state/store";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Segments } from "../../ui/segments";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AreaTrail } from "../../ui/trail";
import { useWidth } from "../../ui/width";
import "../../style/admin.css";
import "./end-of-life-links.css";
import { linkColumns } from "./columns";
import { endOfLifeLinks as page } from "./page";
import { ProductPanel } from "./panel";
import { type Choice, choiceOf, isSure, type RowKind, rowsOf } from "./rows";
import { Source } from "./source";

const NOTHING: ReadonlySet<string> = new Set();

export default function EndOfLifeLinksPage() {
  const { t } = useLingui();
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const go = useGo();
  const types = useTypes();
  const isPhone = useIsPhone();
  const [room, width] = useWidth<HTMLDivElement>();
  const type = search.type ?? "ITComponent";
  const shown: RowKind = search.show ?? "proposed";
  const [chosen, setChosen] = useState<ReadonlyMap<string, Choice>>(new Map());
  const [selected, select] = useState(NOTHING);
  const { data: all, error, refetch } = useQuery(lookedUpQuery(type));
  const progress = useStore(searchProgress);
  const rows = rowsOf(all ?? [], shown);
  const opened = all?.find(({ card_id }) => card_id === search.card);
  const sure = rows.filter(isSure);
  const open = (card?: string) => setSearch({ card }, { replace: true });
  const toggleRow = useToggled(search.card, open);
  const linkOf = (row: LookedUp) => {
    const choice = choiceOf(row, chosen);
    return choice?.cycle ? [{ card_id: row.card_id, eol_product: choice.product, eol_cycle: choice.cycle }] : [];
  };
  const toggle = (from: number, to: number) =>
    select((before) => {
      const next = new Set(before);
      const [first, last] = [Math.min(from, to), Math.max(from, to)];
      for (const row of rows.slice(first, last + 1)) {
        if (first === last && next.has(row.card_id)) next.delete(row.card_id);
        // A card without a cycle can't be linked: its panel asks for one.
        else if (linkOf(row).length > 0) next.add(row.card_id);
        else if (first === last) open(row.card_id);
      }
      return next;
    });
  const selectSure = () => select(new Set(sure.map(({ card_id }) => card_id)));
  const confirm = async () => {
    const links = (all ?? []).filter(({ card_id }) => selected.has(card_id)).flatMap(linkOf);
    if (links.length > 0 && (await linkCards(type, links))) select(NOTHING);
  };
  useCommands([
    {
      id: "eol.sure",
      label: t`Select all that are sure`,
      icon: ListChecks,
      keys: ["a"],
      when: () => sure.length > 0,
      run: selectSure,
    },
    {
      id: "eol.link",
      label: t`Link the selected`,
      icon: Link2,
      keys: ["mod+enter"],
      when: () => selected.size > 0,
      run: () => void confirm(),
    },
  ]);
  const words: Record<RowKind, string> = {
    proposed: t`With a proposal`,
    linked: t`Linked`,
    unknown: t`Nothing known`,
    all: t`All`,
  };
  return (
    <PageFrame
      label={t`Links to products`}
      title={<AreaTrail area={t`End of life`} to="/reports/eol">{t`Links to products`}</AreaTrail>}
      actions={<Source />}
    >
      <div className="chips">
        <Segments
          label={t`Type`}
          value={type}
          options={LINKED_TYPES.map((key) => ({ value: key, label: labelOf(types.get(key) ?? { label: key }) }))}
          onChange={(value) => {
            select(NOTHING);
            setSearch({ type: value === "ITComponent" ? undefined : value, card: undefined });
          }}
        />
        <Segments
          label={t`Cards`}
          value={shown}
          options={(["proposed", "linked", "unknown", "all"] as const).map((value) => ({
            value,
            label: all ? `${words[value]} ${number(rowsOf(all, value).length)}` : words[value],
          }))}
          onChange={(value) =>
            setSearch({ show: value === "proposed" ? undefined : value, card: undefined }, { replace: true })
          }
        />
      </div>
      <div className="work">
        <div className="grid-room" ref={room}>
          {error && !all ? (
            <Failed error={error} retry={refetch} />
          ) : !all ? (
            <>
              {progress && (
                <p className="pad c2" role="status">
                  <Trans>
                    {number(progress.done)} of {number(progress.total)} cards were looked up
                  </Trans>
                </p>
              )}
              <LoadingRows rows={14} />
            </>
          ) : rows.length === 0 ? (
            <Empty title={all.length === 0 ? t`There are no cards of this type` : t`No card here`}>
              {shown === "proposed" && all.length > 0 ? (
                <Trans>Every card is linked, or no known product has a name like its own.</Trans>
              ) : (
                <Trans>Another list may have some.</Trans>
              )}
            </Empty>
          ) : (
            width > 0 && (
              <Grid
                key={`${type} ${shown}`}
                label={t`Links to products`}
                columns={linkColumns({ types, chosen, isPhone })}
                total={rows.length}
                rowAt={(at) => rows[at]}
                idOf={({ card_id }) => card_id}
                selection={selected}
                onSelect={toggle}
                {...(search.card !== undefined && { current: search.card })}
                peeksOnPress={isPhone || search.card !== undefined}
                onOpen={({ card_id: id }) => go({ to: "/cards/$id", params: { id } })}
                onPeek={({ card_id: id }) => (isPhone ? open(id) : toggleRow(id))}
              />
            )
          )}
        </div>
        {opened && (
          <ProductPanel
            key={opened.card_id}
            row={opened}
            chosen={chosen}
            choose={(choice) => setChosen((before) => new Map(before).set(opened.card_id, choice))}
            link={({ product, cycle }) =>
              void linkCards(type, [{ card_id: opened.card_id, eol_product: product, eol_cycle: cycle }])
            }
            close={() => open()}
          />
        )}
      </div>
      {selected.size > 0 ? (
        <div className="foot selection-bar num" role="toolbar" aria-label={t`Selected cards`}>
          <b>
            <Plural value={selected.size} one="# selected" other="# selected" />
          </b>
          <Button look="pri" icon={Link2} keys="mod+enter" onPress={() => void confirm()}>
            <Plural value={selected.size} one="Link # card" other="Link # cards" />
          </Button>
          <span className="c2 desk-only">
            <Trans>as one batch; components take the dates of their products</Trans>
          </span>
          <span className="sp" />
          <Button onPress={() => select(NOTHING)}>
            <Trans>Select nothing</Trans>
          </Button>
        </div>
      ) : (
        <Foot>
          <span>
            <Plural value={rows.length} one="# card" other="# cards" />
          </span>
          {sure.length > 0 && (
            <button type="button" className="lk" onClick={selectSure}>
              <Plural value={sure.length} one="Select the one that is sure" other="Select the # that are sure" />
            </button>
          )}
          <span className="sp" />
          <span className="desk-only">
            <KeyHint keys={["x"]}>
              <Trans>select</Trans>
            </KeyHint>
            <KeyHint keys={["a"]}>
              <Trans>all that are sure</Trans>
            </KeyHint>
            <KeyHint keys={["space"]}>
              <Trans>choose another</Trans>
            </KeyHint>
          </span>
        </Foot>
      )}
    </PageFrame>
  );
}
