/** Processes by organization and value stream, shaded by their maturity. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import "../../reports/map.css";
import "./process-house.css";
import { number } from "../../language/format";
import { fieldOf } from "../../metamodel/fields";
import { useTypes } from "../../metamodel/queries";
import { useGo } from "../../navigation/link";
import { useReportFilter } from "../../reports/filter";
import { Legend, Ramp } from "../../reports/legend";
import { MapCell } from "../../reports/map-cell";
import { ReportFrame } from "../../reports/report-frame";
import { AtChip } from "../../reports/setting-chip";
import { Foot, KeyHint } from "../../ui/bars";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { counted } from "./heat";
import { type Lens, optionLens } from "./lens";
import { processHouse } from "./page";
import { houseParameters, type StreamMatrix, streamMatrixQuery } from "./queries";
import { ShowChip } from "./show-chip";

const PROCESS = "BusinessProcess";
const MATURITY = "maturity";

/** Px of a column at least. */
const NARROWEST = 132;

/** The key of what has no organization, or no value stream. */
const NONE = "__none__";

type StreamProcess = StreamMatrix["unassigned"][number];
type Shade = { lens: Lens | undefined; step: string | undefined };

/** Returns the rows, or columns, that have processes: in the order of the report, and those of none last. */
const used = (named: readonly { id: string; name: string }[], keys: ReadonlySet<string>, none: string) => [
  ...named.filter(({ id }) => keys.has(id)),
  ...(keys.has(NONE) ? [{ id: NONE, name: none }] : []),
];

/** Shows the report. */
export function StreamsReport() {
  const { t } = useLingui();
  const search = processHouse.useSearch();
  const setSearch = processHouse.useSetSearch();
  const filtering = useReportFilter(PROCESS, search, setSearch);
  const field = fieldOf(useTypes().get(PROCESS), MATURITY);
  const lens = field && optionLens(field, MATURITY);
  const { data, error, refetch } = useQuery({
    ...streamMatrixQuery(filtering.filter, search.at),
    placeholderData: (before) => before,
  });
  const placed = Object.values(data?.cells ?? {}).flatMap((row) => Object.values(row).flat());
  const all = [...new Map([...placed, ...(data?.unassigned ?? [])].map((one) => [one.id, one] as const)).values()];
  const stepOf = (one: StreamProcess) => lens?.stepOf(one as never) ?? "k0";
  return (
    <ReportFrame
      title={t`Value streams`}
      area={t`Processes`}
      type="process-map"
      settings={
        <>
          <ShowChip />
          <AtChip at={search.at} onChange={(at) => setSearch({ at })} />
        </>
      }
      filtering={filtering}
      figures={data && <Plural value={all.length} one="# process" other="# processes" />}
      {...(lens && {
        legend: (
          <Legend title={lens.title}>
            <Ramp
              steps={counted(lens.steps, all, stepOf)}
              chosen={search.step}
              onChoose={(step) => setSearch({ step }, { replace: true })}
            />
          </Legend>
        ),
      })}
      printed={{
        title: t`Processes by organization and value stream`,
        counting: t`A process stands in each cell that it belongs to.`,
      }}
      file={(format) =>
        `/api/v1/reports/bpm/value-stream-matrix?${new URLSearchParams({ format, ...houseParameters(filtering.filter, search.at) })}`
      }
      foot={
        <Foot>
          <span>
            <Trans>
              <b>{number(data?.unassigned.length ?? 0)}</b> without both
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
      ) : all.length === 0 ? (
        <Empty title={t`No processes yet`}>
          <Trans>Make the first business process in the inventory.</Trans>
        </Empty>
      ) : (
        <StreamTable data={data} lens={lens} step={search.step} />
      )}
    </ReportFrame>
  );
}

function StreamTable({ data, ...shade }: { data: StreamMatrix } & Shade) {
  const { t } = useLingui();
  const rows = used(data.organizations, new Set(Object.keys(data.cells)), t`No organization`);
  const keys = new Set(Object.values(data.cells).flatMap((row) => Object.keys(row)));
  const columns = used(data.contexts, keys, t`No value stream`);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className="map-room scroll streams" tabIndex={0} aria-label={t`Matrix`}>
      {rows.length > 0 && (
        <table style={{ width: `max(100%, ${(columns.length + 1) * NARROWEST}px)` }}>
          <thead>
            <tr>
              <th scope="col">{t`Organization`}</th>
              {columns.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">{row.name}</th>
                {columns.map(({ id }) => (
                  <td key={id}>
                    {(data.cells[row.id]?.[id] ?? []).map((one) => (
                      <StreamCell key={one.id} process={one} {...shade} />
                    ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data.unassigned.length > 0 && (
        <section className="streams-rest" aria-label={t`Without both`}>
          <h2 className="t12 c3">{t`Without both`}</h2>
          <div className="house-columns">
            {data.unassigned.map((one) => (
              <StreamCell key={one.id} process={one} {...shade} />
            ))}
          </div>
        </section>
      )}
    </section>
  );
}

function StreamCell({ process, lens, step }: { process: StreamProcess } & Shade) {
  const go = useGo();
  const { id, name } = process;
  const own = lens?.stepOf(process as never);
  const word = lens?.steps.find(({ key }) => key === own)?.label;
  return (
    <MapCell
      {...{ id, name, tone: lens?.toneOf(process as never) ?? "k1", text: lens?.text(process as never) }}
      isOff={step !== undefined && own !== step}
      title={[name, word].filter(Boolean).join(" · ")}
      onEnter={() => go({ to: "/bpm/processes/$id", params: { id } })}
    />
  );
}
