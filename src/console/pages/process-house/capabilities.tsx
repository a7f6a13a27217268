/** Business capabilities shaded by their processes, their maturity or their importance, as a map or as a table. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import "../../reports/map.css";
import "./process-house.css";
import type { Column } from "../../grid/column";
import { Grid } from "../../grid/grid";
import { number } from "../../language/format";
import { fieldOf } from "../../metamodel/fields";
import { useTypes } from "../../metamodel/queries";
import { useGo } from "../../navigation/link";
import { useSetPeek } from "../../navigation/peek";
import { useReportFilter } from "../../reports/filter";
import { Legend, Ramp } from "../../reports/legend";
import { MapCell } from "../../reports/map-cell";
import { ReportFrame } from "../../reports/report-frame";
import { AtChip, SettingChip } from "../../reports/setting-chip";
import { Foot, KeyHint } from "../../ui/bars";
import { Segments } from "../../ui/segments";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { areasOf, counted, type Heat, type HeatArea, type HeatItem, heatOf } from "./heat";
import { processHouse } from "./page";
import { heatmapQuery, houseParameters, type Metric } from "./queries";
import { ShowChip } from "./show-chip";

const CAPABILITY = "BusinessCapability";
const PROCESS = "BusinessProcess";

/** Shows the report. */
export function CapabilitiesReport() {
  const { t } = useLingui();
  const search = processHouse.useSearch();
  const setSearch = processHouse.useSetSearch();
  const type = useTypes().get(CAPABILITY);
  const filtering = useReportFilter(PROCESS, search, setSearch);
  const metric: Metric = search.metric ?? "process_count";
  const names: Record<Metric, string> = {
    process_count: t`Processes`,
    maturity: t`Maturity`,
    strategicImportance: t`Importance`,
  };
  const metrics = (Object.keys(names) as Metric[]).filter((key) => key === "process_count" || fieldOf(type, key));
  const { data, error, refetch } = useQuery({
    ...heatmapQuery(filtering.filter, search.at, metric),
    placeholderData: (before) => before,
  });
  const items = data?.items ?? [];
  const heat = heatOf(metric, items, fieldOf(type, metric));
  const steps = counted(heat.steps, items, heat.stepOf);
  const covered = items.filter((item) => heat.stepOf(item) !== "k0").length;
  return (
    <ReportFrame
      title={t`Capabilities`}
      area={t`Processes`}
      type="process-map"
      choice={{
        name: t`Lens`,
        segments: (
          <Segments
            label={t`Lens`}
            value={metric}
            options={metrics.map((value) => ({ value, label: names[value] }))}
            onChange={(next) => setSearch({ metric: next === "process_count" ? undefined : next, step: undefined })}
          />
        ),
      }}
      settings={
        <>
          <ShowChip />
          <SettingChip
            name={t`As`}
            value={search.table ? "table" : "map"}
            options={[
              { value: "map", label: t`a map` },
              { value: "table", label: t`a table` },
            ]}
            onChange={(next) => setSearch({ table: next === "table" || undefined })}
          />
          <AtChip at={search.at} onChange={(at) => setSearch({ at })} />
        </>
      }
      filtering={filtering}
      hasPicture={data !== undefined && !search.table}
      figures={data && <Plural value={items.length} one="# capability" other="# capabilities" />}
      legend={
        <Legend title={names[metric]}>
          <Ramp steps={steps} chosen={search.step} onChoose={(step) => setSearch({ step }, { replace: true })} />
        </Legend>
      }
      printed={{
        title: t`Capabilities by ${names[metric]}`,
        counting: t`The filter narrows the processes that are counted.`,
      }}
      file={(format) =>
        `/api/v1/reports/bpm/capability-heatmap?${new URLSearchParams({ format, metric, ...houseParameters(filtering.filter, search.at) })}`
      }
      foot={
        <Foot>
          <span>
            <Trans>
              <b>{number(covered)}</b> of {number(items.length)} have it
            </Trans>
          </span>
          <span className="sp" />
          <KeyHint keys={["enter"]}>
            <Trans>open</Trans>
          </KeyHint>
        </Foot>
      }
    >
      {error && !data ? (
        <Failed error={error} retry={refetch} />
      ) : !data ? (
        <LoadingRows rows={16} />
      ) : items.length === 0 ? (
        <Empty title={t`No capabilities yet`}>
          <Trans>Make the first business capability in the inventory.</Trans>
        </Empty>
      ) : search.table ? (
        <HeatTable
          items={items.filter((one) => !search.step || heat.stepOf(one) === search.step)}
          heat={heat}
          name={names[metric]}
        />
      ) : (
        <HeatMap areas={areasOf(items)} heat={heat} step={search.step} />
      )}
    </ReportFrame>
  );
}

type HeatMapProps = { areas: readonly HeatArea[]; heat: Heat; step: string | undefined };

function HeatMap({ areas, heat, step }: HeatMapProps) {
  const { t } = useLingui();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className="house map-room scroll" tabIndex={0} aria-label={t`Map`}>
      <div className="heat-areas">
        {areas.map(({ item, cells }) => (
          <section key={item.id} className="house-area" aria-label={item.name}>
            <h2>
              <span className="trunc">{item.name}</span>
              <span className="n num">{number(cells.length)}</span>
            </h2>
            {[item, ...cells].map((one) => (
              <HeatCell key={one.id} item={one} heat={heat} isOff={step !== undefined && heat.stepOf(one) !== step} />
            ))}
          </section>
        ))}
      </div>
    </section>
  );
}

function HeatCell({ item, heat, isOff }: { item: HeatItem; heat: Heat; isOff: boolean }) {
  const go = useGo();
  const { id, name } = item;
  const step = heat.steps.find(({ key }) => key === heat.stepOf(item))?.label;
  return (
    <MapCell
      {...{ id, name, isOff, tone: heat.toneOf(item), text: heat.text(item) }}
      title={[name, step].filter(Boolean).join(" · ")}
      onEnter={() => go({ to: "/cards/$id", params: { id } })}
    />
  );
}

function HeatTable({ items, heat, name }: { items: readonly HeatItem[]; heat: Heat; name: string }) {
  const { t } = useLingui();
  const setPeek = useSetPeek();
  const go = useGo();
  const parents = new Map(items.map((item) => [item.id, item.name]));
  const columns: Column<HeatItem>[] = [
    {
      key: "name",
      label: t`Capability`,
      className: "nm",
      cell: ({ name: one }) => <span className="trunc">{one}</span>,
      text: ({ name: one }) => one,
    },
    {
      key: "parent",
      label: t`Below`,
      width: 240,
      cell: ({ parent_id: parent }) => <span className="trunc c2">{parents.get(parent ?? "") ?? ""}</span>,
      text: ({ parent_id: parent }) => parents.get(parent ?? "") ?? "",
    },
    { key: "level", label: t`Level`, width: 80, cell: ({ level }) => level, text: ({ level }) => level },
    {
      key: "step",
      label: name,
      width: 200,
      cell: (item) => <span className="trunc num">{heat.words(item)}</span>,
      text: heat.words,
    },
  ];
  return (
    <div className="grid-room">
      <Grid
        label={t`Capabilities`}
        columns={columns}
        total={items.length}
        rowAt={(at) => items[at]}
        idOf={({ id }) => id}
        onPeek={({ id }) => setPeek(id)}
        onOpen={({ id }) => go({ to: "/cards/$id", params: { id } })}
      />
    </div>
  );
}
