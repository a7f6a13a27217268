/** The architecture decisions as a grid. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BookOpen, Plus, Table } from "lucide-react";
import { useMemo, useState } from "react";
import { Begin } from "../../decisions/begin";
import { createDecision } from "../../decisions/changes";
import { DocumentFilters } from "../../decisions/filters";
import { listedDecisions } from "../../decisions/listed";
import { type DecisionSummary, decisionsQuery } from "../../decisions/queries";
import { DocumentState, isAsked } from "../../decisions/status";
import type { Column } from "../../grid/column";
import { Grid } from "../../grid/grid";
import { day } from "../../language/format";
import { useGo } from "../../navigation/link";
import { useMay, useMe } from "../../server/session";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { ExportMenu } from "../../ui/export-menu";
import { Segments } from "../../ui/segments";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import "../../style/documents.css";
import { decisions } from "./page";

export default function DecisionsPage() {
  const { t } = useLingui();
  const me = useMe();
  const search = decisions.useSearch();
  const setSearch = decisions.useSetSearch();
  const go = useGo();
  const [isBeginning, beginOne] = useState(false);
  const mayWrite = useMay("adr.manage");
  const mayExport = useMay("inventory.export");
  const { data, error, refetch } = useQuery(decisionsQuery);
  const listed = useMemo(() => listedDecisions(data ?? [], search, me.id), [data, search, me.id]);
  const columns = useColumns();
  const read = (id: string) => go({ to: "/ea-delivery/adr/$id", params: { id }, search });
  const begin = async (title: string) => {
    const id = await createDecision(title, search.card);
    if (id) go({ to: "/ea-delivery/adr/$id", params: { id }, search: { write: "context" } });
  };
  const cardName = data?.flatMap(({ linked_cards }) => linked_cards).find(({ id }) => id === search.card)?.name;
  const [first] = listed;
  const waiting = (data ?? []).filter((one) => isAsked(one, me.id)).length;
  return (
    <PageFrame
      title={<Trans>Decisions</Trans>}
      actions={
        <>
          {first && (
            <Segments
              label={t`View`}
              value="grid"
              options={[
                { value: "read", label: t`Read`, icon: BookOpen },
                { value: "grid", label: t`Grid`, icon: Table },
              ]}
              onChange={(view) => view === "read" && read(first.id)}
            />
          )}
          {mayExport && <ExportMenu address={(format) => `/api/v1/adr/export?format=${format}`} />}
          {mayWrite && (
            <Begin
              command={t`New decision`}
              field={t`What is to be decided`}
              verb={t`Begin`}
              isOpen={isBeginning}
              open={beginOne}
              begin={begin}
            >
              <Trans>Decision</Trans>
            </Begin>
          )}
        </>
      }
    >
      <DocumentFilters
        search={search}
        setSearch={(changes) => setSearch(changes, { replace: true })}
        cardName={cardName}
      />
      <section className="documents" aria-label={t`Decisions`}>
        {error && <Failed error={error} retry={refetch} />}
        {!data && !error && <LoadingRows />}
        {data && listed.length === 0 && (
          <NoDecisions
            isFiltered={data.length > 0}
            mayWrite={mayWrite}
            begin={() => beginOne(true)}
            showAll={() => setSearch({ state: undefined, text: undefined, card: undefined })}
          />
        )}
        {listed.length > 0 && (
          <Grid
            label={t`Decisions`}
            columns={columns}
            total={listed.length}
            rowAt={(at) => listed[at]}
            idOf={({ id }) => id}
            onOpen={({ id }) => read(id)}
          />
        )}
      </section>
      <Foot>
        {data && (
          <span>
            <Plural value={listed.length} one="# decision" other="# decisions" />
          </span>
        )}
        {waiting > 0 && (
          <button type="button" className="lk" onClick={() => setSearch({ state: "mine" })}>
            <Plural value={waiting} one="# waits for your signature" other="# wait for your signature" />
          </button>
        )}
        <span className="sp" />
        <KeyHint keys={["enter"]}>
          <Trans>read</Trans>
        </KeyHint>
        {mayWrite && (
          <KeyHint keys={["n"]}>
            <Trans>new decision</Trans>
          </KeyHint>
        )}
      </Foot>
    </PageFrame>
  );
}

type NoDecisionsProps = { isFiltered: boolean; mayWrite: boolean; begin: () => void; showAll: () => void };

function NoDecisions({ isFiltered, mayWrite, begin, showAll }: NoDecisionsProps) {
  return isFiltered ? (
    <Empty
      title={<Trans>No decision matches</Trans>}
      actions={
        <Button look="line" onPress={showAll}>
          <Trans>Show all</Trans>
        </Button>
      }
    >
      <Trans>The filters above leave nothing over.</Trans>
    </Empty>
  ) : (
    <Empty
      title={<Trans>No decisions yet</Trans>}
      actions={
        mayWrite && (
          <Button look="line" icon={Plus} onPress={begin}>
            <Trans>Decision</Trans>
          </Button>
        )
      }
    >
      <Trans>A decision says what was decided and why, names the cards that it is about, and is signed.</Trans>
    </Empty>
  );
}

/** Returns the columns of the list. */
function useColumns(): Column<DecisionSummary>[] {
  const { t } = useLingui();
  return [
    {
      key: "title",
      label: t`Decision`,
      cell: ({ title, reference_number }) => (
        <>
          <span className="c3 t12 num ref">{reference_number}</span>
          <span className="trunc">{title}</span>
        </>
      ),
    },
    { key: "state", label: t`State`, width: 140, cell: (one) => <DocumentState document={one} /> },
    {
      key: "signatures",
      label: t`Signatures`,
      width: 96,
      cell: ({ signatories }) =>
        signatories.length > 0 && (
          <span className="num c2">
            {t`${signatories.filter(({ status }) => status === "signed").length} of ${signatories.length}`}
          </span>
        ),
    },
    {
      key: "cards",
      label: t`Is about`,
      width: 260,
      cell: ({ linked_cards }) =>
        linked_cards.length > 0 ? (
          <span className="trunc c2">{linked_cards.map(({ name }) => name).join(", ")}</span>
        ) : (
          <span className="ring2" title={t`About no card`} />
        ),
    },
    {
      key: "author",
      label: t`Author`,
      width: 132,
      cell: ({ creator_name }) => <span className="trunc c2">{creator_name ?? "–"}</span>,
    },
    {
      key: "changed",
      label: t`Changed`,
      width: 108,
      cell: ({ updated_at }) => <span className="num c2">{day(updated_at)}</span>,
    },
  ];
}
