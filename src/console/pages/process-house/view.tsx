/** The process house with its lenses. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Button } from "react-aria-components";
import "../../reports/map.css";
import "./process-house.css";
import { useCommands } from "../../commands/command";
import { number } from "../../language/format";
import { type Field, fieldOf, fieldsOf, optionLabel } from "../../metamodel/fields";
import { useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { useReportFilter } from "../../reports/filter";
import { Legend, Ramp } from "../../reports/legend";
import { ReportFrame } from "../../reports/report-frame";
import { AtChip, SettingChip } from "../../reports/setting-chip";
import { settingsQuery, useMay } from "../../server/session";
import { Foot, KeyHint } from "../../ui/bars";
import { Segments } from "../../ui/segments";
import { Empty, Failed } from "../../ui/states";
import { CapabilitiesReport } from "./capabilities";
import { House } from "./house";
import { applicationsLens, costLens, countedSteps, type Lens, type LensName, optionLens } from "./lens";
import { isMark, MarkLegend } from "./marks";
import { processHouse } from "./page";
import { houseParameters, processMapQuery } from "./queries";
import { ShowChip } from "./show-chip";
import { StreamsReport } from "./streams";
import { bandsOf, cellsOf, type Process, processTree } from "./tree";

const APPLICATION = "Application";
const PROCESS = "BusinessProcess";

/** Levels that no house has. */
const ALL_LEVELS = 9;

/** The fields behind the lenses that show one. */
const FIELDS: Partial<Record<LensName, string>> = {
  maturity: "maturity",
  automation: "automationLevel",
  risk: "riskLevel",
};

/** Gives the lenses that the account may choose, with their names. */
function useLenses(): { value: LensName; label: string }[] {
  const { t } = useLingui();
  const process = useTypes().get(PROCESS);
  const seesCosts = useMay("costs.view");
  const hasOptions = (name: LensName) => !!fieldOf(process, FIELDS[name] ?? "")?.options?.length;
  const all: { value: LensName; label: string; isThere: boolean }[] = [
    { value: "maturity", label: t`Maturity`, isThere: hasOptions("maturity") },
    { value: "automation", label: t`Automation`, isThere: hasOptions("automation") },
    { value: "risk", label: t`Risk`, isThere: hasOptions("risk") },
    { value: "applications", label: t`Applications`, isThere: true },
    { value: "cost", label: t`Cost`, isThere: seesCosts },
  ];
  return all.filter(({ isThere }) => isThere).map(({ value, label }) => ({ value, label }));
}

/** Gives a lens over some cells. */
function useLens(name: LensName, cells: readonly Process[]): Lens {
  const types = useTypes();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const field: Field | undefined = fieldOf(types.get(PROCESS), FIELDS[name] ?? "");
  if (field) return optionLens(field, name);
  if (name !== "cost") return applicationsLens(cells);
  const costs = fieldsOf(types.get(APPLICATION)).filter(({ type }) => type === "cost");
  return costLens(
    cells,
    costs.map(({ key }) => key),
    settings.currency,
  );
}

const VIEWS = { house: HouseReport, capabilities: CapabilitiesReport, streams: StreamsReport };

export default function ProcessHousePage() {
  const { show = "house" } = processHouse.useSearch();
  const Report = VIEWS[show];
  return <Report />;
}

function HouseReport() {
  const { t } = useLingui();
  const search = processHouse.useSearch();
  const setSearch = processHouse.useSetSearch();
  const filtering = useReportFilter(PROCESS, search, setSearch);
  const kind = fieldOf(useTypes().get(PROCESS), "processType");
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const { data, error, refetch } = useQuery(processMapQuery(filtering.filter, search.at));

  const lenses = useLenses();
  const name = lenses.find(({ value }) => value === search.lens)?.value ?? lenses[0]!.value;
  const levels = search.levels ?? ALL_LEVELS;
  const areas = processTree(data?.items ?? []);
  const cells = areas.flatMap((area) => cellsOf(area, levels));
  const lens = useLens(name, cells);
  const steps = countedSteps(lens, cells);
  const chooseLens = (next: LensName) =>
    setSearch({
      lens: next === "maturity" ? undefined : next,
      step: isMark(search.step) ? search.step : undefined,
    });
  const chooseStep = (step: string | undefined) => setSearch({ step }, { replace: true });
  const toggleStep = (step: string) =>
    setSearch((newest) => ({ step: newest.step === step ? undefined : step }), { replace: true });
  useCommands(
    lenses.map(({ value, label }, at) => ({
      id: `house.lens.${value}`,
      label: t`Lens: ${label}`,
      keys: [String(at + 1)],
      run: () => chooseLens(value),
    })),
  );
  const titles: Record<LensName, string> = {
    maturity: t`Process house: how mature each process is`,
    automation: t`Process house: how far each process is automated`,
    risk: t`Process house: what each process risks`,
    applications: t`Process house: how many applications each process uses`,
    cost: t`Process house: what each process’s applications cost a year`,
  };
  const withFlow = cells.filter(({ hasFlow }) => hasFlow).length;
  const without = steps.find(({ key }) => key === "k0")?.count ?? 0;

  return (
    <ReportFrame
      title={t`Process house`}
      area={t`Processes`}
      type="process-map"
      choice={{
        name: t`Lens`,
        segments: <Segments label={t`Lens`} value={name} options={lenses} onChange={chooseLens} />,
      }}
      settings={
        <>
          <ShowChip />
          <SettingChip
            name={t`Levels`}
            value={String(levels)}
            options={[
              { value: "1", label: "1" },
              { value: "2", label: t`to 2` },
              { value: "3", label: t`to 3` },
              { value: String(ALL_LEVELS), label: t`all` },
            ]}
            onChange={(next) =>
              setSearch({ levels: Number(next) === ALL_LEVELS ? undefined : Number(next), step: undefined })
            }
          />
          <AtChip at={search.at} onChange={(at) => setSearch({ at })} />
        </>
      }
      filtering={filtering}
      hasPicture={data !== undefined}
      figures={
        data && (
          <>
            <Plural value={cells.length} one="# process" other="# processes" />{" "}
            <Plural value={areas.length} one="in # area" other="in # areas" />
            {" · "}
            <Plural value={withFlow} one="# with a flow" other="# with a flow" />
          </>
        )
      }
      legend={
        <Legend title={lens.title}>
          <Ramp
            steps={data ? steps : lens.steps.map((step) => ({ ...step, count: 0 }))}
            chosen={isMark(search.step) ? undefined : search.step}
            onChoose={chooseStep}
          />
          <MarkLegend cells={cells} chosen={search.step} onChoose={chooseStep} />
        </Legend>
      }
      printed={{
        title: titles[name],
        settings: [levels === ALL_LEVELS ? t`all levels` : t`levels to ${levels}`],
      }}
      file={(format) =>
        `/api/v1/reports/bpm/process-map?${new URLSearchParams({ format, ...houseParameters(filtering.filter, search.at) })}`
      }
      foot={
        <Foot>
          <span>
            <b>{number(cells.length)}</b> <Trans>cells</Trans>
          </span>
          {without > 0 && (
            <Button className="lk" onPress={() => toggleStep("k0")}>
              {number(without)} {lens.steps.at(-1)?.label}
            </Button>
          )}
          <Link to="/inventory" search={{ type: PROCESS }} className="lk">
            <Trans>As a grid</Trans>
          </Link>
          <span className="sp" />
          <KeyHint keys={["1"]}>
            <Trans>to</Trans>
          </KeyHint>
          <KeyHint keys={[String(lenses.length)]}>
            <Trans>lens</Trans>
          </KeyHint>
          <KeyHint keys={["space"]}>
            <Trans>peek</Trans>
          </KeyHint>
          <KeyHint keys={["enter"]}>
            <Trans>open</Trans>
          </KeyHint>
        </Foot>
      }
    >
      {error ? (
        <Failed error={error} retry={refetch} />
      ) : !data ? (
        <div className="map-loading" aria-busy="true">
          {Array.from({ length: 48 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cells that are all alike
            <span key={at} className="sk" />
          ))}
        </div>
      ) : areas.length === 0 ? (
        <Empty title={t`No processes yet`}>
          <Trans>Make the first business process in the inventory.</Trans>
        </Empty>
      ) : (
        <House
          bands={bandsOf(areas, settings.bpm_row_order)}
          levels={levels}
          lens={lens}
          step={search.step}
          nameOf={(key) => (key ? optionLabel(kind, key) : t`Of no kind`)}
        />
      )}
    </ReportFrame>
  );
}
