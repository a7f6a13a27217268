/** The register: what threatens, what is left of it, and what is done about it. */

import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Grid3x3, Plus } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { useCommands } from "../../commands/command";
import { FilterRow } from "../../filters/filter-row";
import { toText } from "../../grid/clipboard";
import { Grid, type GridHandle } from "../../grid/grid";
import { ImportButton } from "../../import/button";
import { useGo } from "../../navigation/link";
import { usePeek, useSetPeek } from "../../navigation/peek";
import { RiskPeek } from "../../risks/peek";
import {
  BLOCK,
  type Risk,
  riskBlockQuery,
  riskMatrixQuery,
  riskMetricsQuery,
  riskParameters,
  riskStatusesQuery,
} from "../../risks/queries";
import { downloadTasks } from "../../risks/task-file";
import { numberOf } from "../../risks/words";
import { useBlockRows } from "../../server/block-rows";
import { useMay } from "../../server/session";
import { useToggled } from "../../state/asked";
import { useIsPhone } from "../../state/media";
import { PageFrame } from "../../ui/bars";
import { ExportMenu } from "../../ui/export-menu";
import { Failed, LoadingRows } from "../../ui/states";
import { AreaTrail } from "../../ui/trail";
import { useWidth } from "../../ui/width";
import "../../style/admin.css";
import "../../style/risks.css";
import { riskColumns } from "./columns";
import { RegisterFoot } from "./foot";
import { Matrices } from "./matrices";
import { NewRisk } from "./new-risk";
import { Nothing } from "./nothing";
import { OverTime, PictureChoice } from "./over-time";
import { useRegister, useRiskFields, withoutCells } from "./state";

const RiskImport = lazy(async () => ({ default: (await import("./import")).RiskImport }));

export default function RisksPage() {
  const { t } = useLingui();
  const register = useRegister();
  const { filter, sorting, opened } = register;
  const fields = useRiskFields();
  const [room, width] = useWidth<HTMLDivElement>();
  const isPhone = useIsPhone();
  const grid = useRef<GridHandle>(null);
  const [cursorRow, setCursorRow] = useState(0);
  const [isMaking, make] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const go = useGo();
  const cardPeek = usePeek();
  const setPeek = useSetPeek();
  const mayManage = useMay("risks.manage");
  const mayExport = useMay("inventory.export");
  const { data: matrix, error: matrixError, refetch } = useQuery(riskMatrixQuery);
  const { data: rules = [] } = useQuery(riskStatusesQuery);
  const { data: metrics } = useQuery({
    ...riskMetricsQuery(withoutCells(filter)),
    placeholderData: (before) => before,
  });
  const rows = useBlockRows<Risk>((block) => riskBlockQuery(filter, sorting, block), BLOCK);
  const columns = riskColumns({ mayManage, rules, width, accept: register.acceptRisk }).filter(
    ({ key }) => !isPhone || key === "title" || key === "initial",
  );

  const open = (id?: string) => {
    if (cardPeek) setPeek();
    register.open(id);
  };
  const toggle = useToggled(opened, open);
  const step = (by: 1 | -1) => {
    const risk = rows.rowAt(cursorRow + by);
    if (!risk) return;
    grid.current?.focus({ row: cursorRow + by });
    open(risk.id);
  };
  useCommands([
    { id: "risk.new", label: t`New risk`, icon: Plus, keys: ["n"], when: () => mayManage, run: () => make(true) },
    {
      id: "risk.matrix",
      label: t`To the matrix`,
      icon: Grid3x3,
      keys: ["m"],
      run: () => document.querySelector<HTMLElement>('.risk-picture .risk-cell[tabindex="0"]')?.focus(),
    },
  ]);

  if (isImporting)
    return (
      <Suspense fallback={<LoadingRows />}>
        <RiskImport close={() => setImporting(false)} />
      </Suspense>
    );
  return (
    <PageFrame
      label={t`Risk register`}
      title={<AreaTrail area={t`Risks & compliance`}>{t`Risk register`}</AreaTrail>}
      actions={
        <>
          {mayExport && (
            <ExportMenu
              address={(format) =>
                `/api/v1/risks/export?${new URLSearchParams({ format, ...(riskParameters(filter, sorting) as Record<string, string>) })}`
              }
              more={[{ id: "tasks", label: t`Mitigation tasks (CSV)`, begins: true, run: () => downloadTasks(filter) }]}
            />
          )}
          {mayManage && <ImportButton id="risk.import" open={() => setImporting(true)} />}
          {mayManage && <NewRisk isOpen={isMaking} open={make} onCreated={open} />}
        </>
      }
    >
      <div className="chips">
        <FilterRow fields={fields} filter={filter} onFilter={register.setFilter} command="risks.filter" />
        <PictureChoice />
      </div>
      <div className="work">
        <section className="col" aria-label={t`Register`}>
          {matrixError && <Failed error={matrixError} retry={refetch} />}
          {metrics && metrics.total > 0 && !isPhone && register.isOverTime && <OverTime filter={filter} />}
          {matrix && metrics && metrics.total > 0 && !isPhone && !register.isOverTime && (
            <Matrices register={{ ...register, open }} matrix={matrix} metrics={metrics} />
          )}
          <div className="grid-room risks-grid" ref={room}>
            {rows.error ? (
              <Failed error={rows.error} retry={rows.retry} />
            ) : rows.isLoading ? (
              <LoadingRows rows={12} />
            ) : rows.total === 0 ? (
              <Nothing register={register} {...(mayManage && { make: () => make(true) })} />
            ) : (
              width > 0 && (
                <Grid
                  ref={grid}
                  label={t`Risks`}
                  columns={columns}
                  total={rows.total}
                  rowAt={rows.rowAt}
                  idOf={({ id }) => id}
                  numberOf={({ reference }) => Number(numberOf(reference))}
                  onShow={rows.onShow}
                  sorting={sorting}
                  onSort={register.setSorting}
                  {...(opened !== undefined && { current: opened })}
                  peeksOnPress={isPhone || opened !== undefined}
                  onCursor={({ at }) => setCursorRow(at.row)}
                  onOpen={({ id }) => go({ to: "/ea-delivery/risks/$id", params: { id } })}
                  onPeek={({ id }) => (isPhone || cardPeek ? open(id) : toggle(id))}
                  onCopy={({ top, bottom, left, right }) =>
                    toText(
                      Array.from({ length: bottom - top + 1 }, (_, at) =>
                        columns.slice(left, right + 1).map(({ text }) => {
                          const risk = rows.rowAt(top + at);
                          return (risk && text?.(risk)) ?? "";
                        }),
                      ),
                    )
                  }
                />
              )
            )}
          </div>
        </section>
        {opened !== undefined && cardPeek === undefined && (
          <RiskPeek
            key={opened}
            id={opened}
            close={() => open()}
            step={step}
            isAccepting={register.isAccepting}
            accept={register.accept}
          />
        )}
      </div>
      <RegisterFoot register={register} total={rows.total} metrics={metrics} />
    </PageFrame>
  );
}
