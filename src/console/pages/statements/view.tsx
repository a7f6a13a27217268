/** The statements of architecture work as a grid. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { someCardsQuery } from "../../cards/queries";
import { Begin } from "../../decisions/begin";
import { createStatement } from "../../decisions/changes";
import { DocumentFilters } from "../../decisions/filters";
import { holds, isInState } from "../../decisions/listed";
import { type StatementSummary, statementsQuery } from "../../decisions/queries";
import { isWritten, useSections } from "../../decisions/sections";
import { DocumentState } from "../../decisions/status";
import type { Column } from "../../grid/column";
import { Grid } from "../../grid/grid";
import { day } from "../../language/format";
import { useGo } from "../../navigation/link";
import { useMay, useMe } from "../../server/session";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import "../../style/documents.css";
import { statements } from "./page";

export default function StatementsPage() {
  const { t } = useLingui();
  const me = useMe();
  const search = statements.useSearch();
  const setSearch = statements.useSetSearch();
  const go = useGo();
  const [isBeginning, beginOne] = useState(false);
  const mayWrite = useMay("soaw.manage");
  const { data, error, refetch } = useQuery(statementsQuery);
  const listed = useMemo(
    () => (data ?? []).filter((one) => isInState(one, search.state, me.id) && holds(one.name, search.text)),
    [data, search.state, search.text, me.id],
  );
  const columns = useColumns(data ?? []);
  const begin = async (name: string) => {
    const id = await createStatement(name);
    if (id) go({ to: "/ea-delivery/soaw/$id", params: { id }, search: { write: "1.1" } });
  };
  return (
    <PageFrame
      title={<Trans>Architecture work</Trans>}
      actions={
        mayWrite && (
          <Begin
            command={t`New statement of architecture work`}
            field={t`Name of the work`}
            verb={t`Begin`}
            isOpen={isBeginning}
            open={beginOne}
            begin={begin}
          >
            <Trans>Statement</Trans>
          </Begin>
        )
      }
    >
      <DocumentFilters search={search} setSearch={(changes) => setSearch(changes, { replace: true })} />
      <section className="documents" aria-label={t`Statements of architecture work`}>
        {error && <Failed error={error} retry={refetch} />}
        {!data && !error && <LoadingRows />}
        {data && listed.length === 0 && (
          <NoStatements
            isFiltered={data.length > 0}
            mayWrite={mayWrite}
            begin={() => beginOne(true)}
            showAll={() => setSearch({ state: undefined, text: undefined })}
          />
        )}
        {listed.length > 0 && (
          <Grid
            label={t`Statements of architecture work`}
            columns={columns}
            total={listed.length}
            rowAt={(at) => listed[at]}
            idOf={({ id }) => id}
            onOpen={({ id }) => go({ to: "/ea-delivery/soaw/$id", params: { id }, search: {} })}
          />
        )}
      </section>
      <Foot>
        {data && (
          <span>
            <Plural value={listed.length} one="# statement" other="# statements" />
          </span>
        )}
        <span className="sp" />
        <KeyHint keys={["enter"]}>
          <Trans>read</Trans>
        </KeyHint>
        {mayWrite && (
          <KeyHint keys={["n"]}>
            <Trans>new statement</Trans>
          </KeyHint>
        )}
      </Foot>
    </PageFrame>
  );
}

type NoStatementsProps = { isFiltered: boolean; mayWrite: boolean; begin: () => void; showAll: () => void };

function NoStatements({ isFiltered, mayWrite, begin, showAll }: NoStatementsProps) {
  return isFiltered ? (
    <Empty
      title={<Trans>No statement matches</Trans>}
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
      title={<Trans>No statements yet</Trans>}
      actions={
        mayWrite && (
          <Button look="line" icon={Plus} onPress={begin}>
            <Trans>Statement</Trans>
          </Button>
        )
      }
    >
      <Trans>A statement says what architects do for an initiative, by when, and who has agreed to it.</Trans>
    </Empty>
  );
}

/** Returns the columns of the list. @param all whose initiatives are named */
function useColumns(all: readonly StatementSummary[]): Column<StatementSummary>[] {
  const { t } = useLingui();
  const sectionsOf = useSections();
  const ids = [...new Set(all.flatMap(({ initiative_id }) => initiative_id ?? []))].sort();
  const { data: initiatives = [] } = useQuery(someCardsQuery(ids));
  const nameOf = (id: string | null) => initiatives.find((one) => one.id === id)?.name;
  return [
    { key: "name", label: t`Statement`, cell: ({ name }) => <span className="trunc">{name}</span> },
    {
      key: "initiative",
      label: t`Initiative`,
      width: 220,
      cell: ({ initiative_id }) =>
        initiative_id ? (
          <span className="trunc c2">{nameOf(initiative_id) ?? "…"}</span>
        ) : (
          <span className="ring2" title={t`Of no initiative`} />
        ),
    },
    { key: "state", label: t`State`, width: 140, cell: (one) => <DocumentState document={one} /> },
    {
      key: "written",
      label: t`Written`,
      width: 88,
      cell: ({ sections }) => {
        const shown = sectionsOf(sections).flatMap((group) => group.sections);
        return <span className="num c2">{t`${shown.filter(isWritten).length} of ${shown.length}`}</span>;
      },
    },
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
      key: "changed",
      label: t`Changed`,
      width: 108,
      cell: ({ updated_at }) => <span className="num c2">{day(updated_at)}</span>,
    },
  ];
}
