/** The register: what threatens, what is left of it, and what is done about it. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Grid3x3, Plus } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { useCommands } from "../../commands/command";
import { NO_FILTER, parseFilter, withCondition } from "../../filters/condition";
import { FilterRow } from "../../filters/filter-row";
import { toText } from "../../grid/clipboard";
import { Grid, type GridHandle } from "../../grid/grid";
import { ImportButton } from "../../import/button";
import { number } from "../../language/format";
import { useGo } from "../../navigation/link";
import { usePeek, useSetPeek } from "../../navigation/peek";
import { RiskPeek } from "../../risks/peek";
import {
  BLOCK,
  type Risk,
  type RiskMetrics,
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
import { useIsPhone } from "../../state/media";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { ExportMenu } from "../../ui/export-menu";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AreaTrail } from "../../ui/trail";
import { useWidth } from "../../ui/width";
import "../../style/admin.css";
import "../../style/risks.css";
import { riskColumns } from "./columns";
import { Matrices } from "./matrices";
import { NewRisk } from "./new-risk";
import { OverTime, PictureChoice } from "./over-time";
import { type Register, useRegister, useRiskFields, withoutCells } from "./state";

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
                  onPeek={({ id }) => (opened === id && !isPhone && !cardPeek ? open() : open(id))}
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

/** Returns yesterday, the last day on which something due then is overdue. */
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

type FootProps = { register: Register; total: number; metrics: RiskMetrics | undefined };

function RegisterFoot({ register, total, metrics }: FootProps) {
  const { filter, setFilter } = register;
  const overdue = metrics?.overdue ?? 0;
  const withoutTasks = metrics?.without_tasks ?? 0;
  const unassessed = metrics ? metrics.total - metrics.residual_matrix.flat().reduce((all, one) => all + one, 0) : 0;
  const missing = (field: string) => setFilter(withCondition(filter, { field, isNegated: false, kind: "empty" }));
  return (
    <Foot>
      <span>
        <b>{number(total)}</b> <Plural value={total} one="risk" other="risks" />
      </span>
      {overdue > 0 ? (
        <button
          type="button"
          className="lk"
          onClick={() =>
            setFilter(parseFilter(`-status:closed|accepted|mitigated target_resolution_date<${yesterday()}`))
          }
        >
          <Trans>{number(overdue)} overdue</Trans>
        </button>
      ) : (
        metrics && (
          <span>
            <Trans>
              <b>0</b> overdue
            </Trans>
          </span>
        )
      )}
      {withoutTasks > 0 && (
        <button type="button" className="lk" onClick={() => missing("task_id")}>
          <Trans>{number(withoutTasks)} without mitigation</Trans>
        </button>
      )}
      {unassessed > 0 && (
        <button type="button" className="lk" onClick={() => missing("residual_level")}>
          <Trans>{number(unassessed)} not assessed after it</Trans>
        </button>
      )}
      <span className="sp" />
      <span className="desk-only">
        <KeyHint keys={["m"]}>
          <Trans>matrix</Trans>
        </KeyHint>
        <KeyHint keys={["e"]}>
          <Trans>edit</Trans>
        </KeyHint>
        <KeyHint keys={["space"]}>
          <Trans>peek</Trans>
        </KeyHint>
        <KeyHint keys={["?"]}>
          <Trans>all keys</Trans>
        </KeyHint>
      </span>
    </Foot>
  );
}

function Nothing({ register, make }: { register: Register; make?: () => void }) {
  const { filter, setFilter } = register;
  const { data } = useQuery(riskMetricsQuery(NO_FILTER));
  const hasSome = (data?.total ?? 0) > 0 && (filter.conditions.length > 0 || filter.search !== "");
  return (
    <div className="grid-nothing">
      {hasSome ? (
        <Empty
          title={<Trans>No risk fits these filters</Trans>}
          actions={
            <Button look="line" onPress={() => setFilter(NO_FILTER)}>
              <Trans>Take the filters away</Trans>
            </Button>
          }
        >
          <Trans>Take one away, or choose other values in its chip.</Trans>
        </Empty>
      ) : (
        <Empty
          title={<Trans>No risks yet</Trans>}
          {...(make && {
            actions: (
              <Button look="line" icon={Plus} onPress={make}>
                <Trans>Risk</Trans>
              </Button>
            ),
          })}
        >
          <Trans>What threatens the landscape stands here, with what is done about it.</Trans>
        </Empty>
      )}
    </div>
  );
}
