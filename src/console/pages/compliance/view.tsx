/** Compliance: findings by regulation, with their causes, decisions and risks. */

import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useCommands } from "../../commands/command";
import { FindingPeek } from "../../compliance/peek";
import {
  BLOCK,
  decisionsQuery,
  type Finding,
  type FindingStatus,
  findingBlockQuery,
  findingSummaryQuery,
} from "../../compliance/queries";
import { partsOf } from "../../compliance/words";
import {
  changedParameter,
  conditionOn,
  type Filter,
  type FilterChange,
  NO_FILTER,
  parseFilter,
  withCondition,
  withoutField,
} from "../../filters/condition";
import { FilterRow } from "../../filters/filter-row";
import { Grid, type GridHandle } from "../../grid/grid";
import { useTypes } from "../../metamodel/queries";
import { usePeek, useSetPeek } from "../../navigation/peek";
import { useBlockRows } from "../../server/block-rows";
import { useMay } from "../../server/session";
import { useToggled } from "../../state/asked";
import { useIsPhone } from "../../state/media";
import { PageFrame } from "../../ui/bars";
import { Segments } from "../../ui/segments";
import { Failed, LoadingRows } from "../../ui/states";
import { AreaTrail } from "../../ui/trail";
import { useWidth } from "../../ui/width";
import "../../style/admin.css";
import "../../style/analysis.css";
import "../../style/risks.css";
import "./compliance.css";
import { sortingOf } from "../../grid/column";
import { findingColumns } from "./columns";
import { useFindingFields } from "./fields";
import { ComplianceFoot } from "./foot";
import { NewFinding } from "./new-finding";
import { Nothing } from "./nothing";
import { compliance } from "./page";
import { CauseList, type Cell, RegulationTable } from "./picture";
import { type FindingRow, groupsOf, placeIn, rowAt } from "./rows";
import { Scan, ScanNote } from "./scan";
import { FindingSelection } from "./selection";

/** Fields that the picture filters by, and which it therefore leaves out of its own counts. */
const PICTURED = ["regulation", "status", "cause_of"];

const withoutPictured = (filter: Filter): Filter => PICTURED.reduce(withoutField, filter);

const values = (filter: Filter, field: string): string | undefined => {
  const condition = conditionOn(filter, field);
  return condition?.kind === "values" && !condition.isNegated && condition.values.length === 1
    ? condition.values[0]
    : undefined;
};

const only = (filter: Filter, field: string, value: string): Filter =>
  withCondition(filter, { field, isNegated: false, kind: "values", values: [value] });

export default function CompliancePage() {
  const { t } = useLingui();
  const search = compliance.useSearch();
  const setSearch = compliance.useSetSearch();
  const filter = parseFilter(search.filter ?? "");
  const setFilter = (change: FilterChange) =>
    setSearch((newest) => changedParameter(newest, change), { replace: true });
  const opened = search.finding;
  const types = useTypes();
  const grid = useRef<GridHandle>(null);
  const [room, width] = useWidth<HTMLDivElement>();
  const [cursorRow, setCursorRow] = useState(0);
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [isMaking, make] = useState(false);
  const isPhone = useIsPhone();
  const cardPeek = usePeek();
  const setPeek = useSetPeek();
  const mayManage = useMay("compliance.manage");
  const { data: rules = [] } = useQuery(decisionsQuery);
  const all = useQuery({ ...findingSummaryQuery(withoutPictured(filter)), placeholderData: (before) => before });
  const listed = useQuery({ ...findingSummaryQuery(filter), placeholderData: (before) => before });
  const rows = useBlockRows<Finding>((block) => findingBlockQuery(filter, search.sort, block), BLOCK);
  const groups = groupsOf(listed.data);
  const total = rows.total + groups.length;
  const rowOf = (index: number) => rowAt(groups, index, rows.rowAt);
  const labelOf = (key: string) =>
    partsOf(all.data?.regulations.find(({ regulation }) => regulation === key)?.label ?? key.toUpperCase()).name;

  const open = (finding?: string) => {
    if (cardPeek) setPeek();
    setSearch({ finding }, { replace: true });
  };
  const toggleFinding = useToggled(opened, open);
  const step = (by: 1 | -1) => {
    for (let at = cursorRow + by; at >= 0 && at < total; at += by) {
      const row = rowOf(at);
      if (row?.kind === "group") continue;
      if (row) {
        grid.current?.focus({ row: at });
        open(row.finding.id);
      }
      return;
    }
  };
  const columns = findingColumns({ types, mayManage, rules, open, isPhone });
  const choose = ({ regulation, status }: Cell) => {
    const isChosen = values(filter, "regulation") === regulation && values(filter, "status") === status;
    const rest = withoutPictured(filter);
    if (isChosen) return setFilter(rest);
    const chosen = only(rest, "regulation", regulation);
    setFilter(status ? only(chosen, "status", status) : chosen);
  };
  useCommands([
    { id: "finding.new", label: t`New finding`, icon: Plus, keys: ["n"], when: () => mayManage, run: () => make(true) },
  ]);
  const toggle = (from: number, to: number) =>
    select((before) => {
      const next = new Set(before);
      const [first, last] = [Math.min(from, to), Math.max(from, to)];
      for (let at = first; at <= last; at++) {
        const row = rowOf(at);
        if (row?.kind !== "finding") continue;
        if (first === last && next.has(row.finding.id)) next.delete(row.finding.id);
        else next.add(row.finding.id);
      }
      return next;
    });

  const hasFindings = (all.data?.total ?? 0) > 0;
  return (
    <PageFrame
      label={t`Compliance`}
      title={<AreaTrail area={t`Risks & compliance`}>{t`Compliance`}</AreaTrail>}
      actions={
        <>
          <Scan />
          {mayManage && (
            <NewFinding regulations={all.data?.regulations ?? []} isOpen={isMaking} open={make} onCreated={open} />
          )}
        </>
      }
    >
      <ScanNote />
      <div className="chips">
        <FilterRow
          fields={useFindingFields(all.data)}
          filter={filter}
          onFilter={setFilter}
          command="compliance.filter"
        />
        <Segments
          label={t`Picture`}
          value={search.by ?? "regulation"}
          options={[
            { value: "regulation", label: t`Regulations` },
            { value: "cause", label: t`Causes` },
          ]}
          onChange={(by) => setSearch({ by: by === "cause" ? "cause" : undefined }, { replace: true })}
        />
      </div>
      <div className="work">
        <section className="col" aria-label={t`Findings`}>
          {all.error && !all.data && <Failed error={all.error} retry={all.refetch} />}
          {all.data && hasFindings && !isPhone && search.by !== "cause" && (
            <RegulationTable
              summary={all.data}
              chosen={{
                ...(values(filter, "regulation") && { regulation: values(filter, "regulation") as string }),
                status: values(filter, "status") as FindingStatus | undefined,
              }}
              onChoose={choose}
            />
          )}
          {all.data && hasFindings && search.by === "cause" && (
            <CauseList
              causes={all.data.causes}
              labelOf={labelOf}
              chosen={values(filter, "cause_of")}
              onChoose={(id) => {
                const rest = withoutPictured(filter);
                setFilter(values(filter, "cause_of") === id ? rest : only(rest, "cause_of", id));
              }}
            />
          )}
          <div className="grid-room findings-grid" ref={room}>
            {rows.error ? (
              <Failed error={rows.error} retry={rows.retry} />
            ) : rows.isLoading || !listed.data ? (
              <LoadingRows rows={12} />
            ) : rows.total === 0 ? (
              <Nothing
                hasFindings={hasFindings || filter.search !== ""}
                clear={() => setFilter(NO_FILTER)}
                mayRun={mayManage}
              />
            ) : (
              width > 0 && (
                <Grid<FindingRow>
                  ref={grid}
                  label={t`Findings`}
                  columns={columns}
                  total={total}
                  rowAt={rowOf}
                  idOf={(row) => (row.kind === "finding" ? row.finding.id : row.regulation.regulation)}
                  onShow={(first, last) => rows.onShow(placeIn(groups, first) ?? 0, placeIn(groups, last) ?? last)}
                  sorting={sortingOf(search.sort ?? "severity")}
                  onSort={({ by, isDescending }) =>
                    setSearch({ sort: isDescending ? `-${by}` : by === "severity" ? undefined : by }, { replace: true })
                  }
                  {...(opened !== undefined && { current: opened })}
                  {...(mayManage && { selection: selected })}
                  onSelect={toggle}
                  peeksOnPress={isPhone || opened !== undefined}
                  onCursor={({ at }) => setCursorRow(at.row)}
                  onOpen={(row) => row.kind === "finding" && open(row.finding.id)}
                  onPeek={(row) =>
                    row.kind === "finding" &&
                    (isPhone || cardPeek ? open(row.finding.id) : toggleFinding(row.finding.id))
                  }
                />
              )
            )}
          </div>
        </section>
        {opened !== undefined && cardPeek === undefined && (
          <FindingPeek key={opened} id={opened} regulationLabel={labelOf} close={() => open()} step={step} />
        )}
      </div>
      {selected.size > 0 ? (
        <FindingSelection ids={[...selected]} rules={rules} clear={() => select(new Set())} />
      ) : (
        <ComplianceFoot total={rows.total} summary={listed.data} filter={filter} setFilter={setFilter} />
      )}
    </PageFrame>
  );
}
