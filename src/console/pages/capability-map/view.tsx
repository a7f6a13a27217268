/** The capability map with its lenses. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { Button } from "react-aria-components";
import "../../reports/map.css";
import "./capability-map.css";
import { number, shortMoney } from "../../language/format";
import { fieldOf, fieldsOf } from "../../metamodel/fields";
import { useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { useReportFilter } from "../../reports/filter";
import { Legend, LegendShape, Ramp } from "../../reports/legend";
import { ReportFrame } from "../../reports/report-frame";
import { AtChip, SettingChip } from "../../reports/setting-chip";
import { settingsQuery, useMay } from "../../server/session";
import { Foot, KeyHint } from "../../ui/bars";
import { Icon } from "../../ui/icon";
import { Segments } from "../../ui/segments";
import { Empty, Failed } from "../../ui/states";
import { applicationsLens, costLens, costOf, countedSteps, endsLens, type LensName, maturityLens } from "./lens";
import { CapabilityColumns } from "./map";
import { capabilityMap } from "./page";
import { capabilityMapQuery, mapParameters } from "./queries";
import { applicationsOf, type Capability, capabilityTree, cellsOf, countDrawn } from "./tree";

const APPLICATION = "Application";
const CAPABILITY = "BusinessCapability";

/** The levels that are drawn unless others are chosen. */
const LEVELS = 3;

/** Returns the day a year from another. */
const yearFrom = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;

export default function CapabilityMapPage() {
  const { t } = useLingui();
  const search = capabilityMap.useSearch();
  const setSearch = capabilityMap.useSetSearch();
  const filtering = useReportFilter(APPLICATION, search, setSearch);
  const types = useTypes();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const seesCosts = useMay("costs.view");
  const { data, error, refetch } = useQuery(capabilityMapQuery(filtering.filter, search.at));

  const levels = search.levels ?? LEVELS;
  const maturity = fieldOf(types.get(CAPABILITY), "maturity");
  const costs = fieldsOf(types.get(APPLICATION))
    .filter(({ type }) => type === "cost")
    .map(({ key }) => key);
  const names: { value: LensName; label: string }[] = [
    { value: "applications", label: t`Applications` },
    ...(seesCosts ? [{ value: "cost", label: t`Cost` } as const] : []),
    { value: "ends", label: t`Ends of life` },
    ...(maturity?.options?.length ? [{ value: "maturity", label: t`Maturity` } as const] : []),
  ];
  const name = names.find(({ value }) => value === search.lens)?.value ?? "applications";
  const domains = capabilityTree(data?.items ?? []);
  const cells = domains.flatMap((domain) => cellsOf(domain, levels));
  const lens =
    name === "cost"
      ? costLens(cells, costs, settings.currency)
      : name === "maturity" && maturity
        ? maturityLens(maturity)
        : name === "ends"
          ? endsLens(cells)
          : applicationsLens(cells);
  const steps = countedSteps(lens, cells);
  const applications = applicationsOf(domains);
  const soon = yearFrom(search.at ?? new Date().toISOString().slice(0, 10));
  const endsSoon = ({ all }: Capability) =>
    all.filter(({ lifecycle }) => {
      const end = (lifecycle as { endOfLife?: string } | null)?.endOfLife;
      return end && end <= soon;
    });
  const warning = (capability: Capability) => {
    const names = endsSoon(capability).map((one) => one.name);
    return names.length > 0 && name !== "ends" ? t`Ended, or ends within 12 months: ${names.join(", ")}` : undefined;
  };
  const drawn = countDrawn(domains, levels);
  const figures = data && (
    <>
      <Plural value={drawn} one="# capability" other="# capabilities" />
      {" · "}
      <Plural value={applications.length} one="# application" other="# applications" />
      {seesCosts && (
        <>
          {" · "}
          <Trans>{shortMoney(costOf(applications, costs), settings.currency)} a year</Trans>
        </>
      )}
    </>
  );
  const counting =
    name === "maturity"
      ? undefined
      : t`An application counts in each capability that it supports; a domain counts it once.`;
  const titles: Record<LensName, string> = {
    applications: t`Capability map: how many applications support each capability`,
    cost: t`Capability map: what each capability’s applications cost a year`,
    ends: t`Capability map: where applications come to their end`,
    maturity: t`Capability map: how mature each capability is`,
  };
  const chooseStep = (step: string | undefined) => setSearch({ step }, { replace: true });
  const toggleStep = (step: string) =>
    setSearch((newest) => ({ step: newest.step === step ? undefined : step }), { replace: true });
  const top = lens.steps.find(({ key }) => key === "k5");
  const overserved = name === "applications" ? (steps.find(({ key }) => key === "k5")?.count ?? 0) : 0;
  const without = steps.find(({ key }) => key === "k0")?.count ?? 0;

  return (
    <ReportFrame
      title={t`Capability map`}
      type="capability-map"
      choice={{
        name: t`Lens`,
        segments: (
          <Segments
            label={t`Lens`}
            value={name}
            options={names}
            onChange={(next) => setSearch({ lens: next === "applications" ? undefined : next, step: undefined })}
          />
        ),
      }}
      settings={
        <>
          <SettingChip
            name={t`Levels`}
            value={String(levels)}
            options={[
              { value: "1", label: "1" },
              { value: "2", label: t`to 2` },
              { value: "3", label: t`to 3` },
              { value: "9", label: t`all` },
            ]}
            onChange={(next) =>
              setSearch({ levels: Number(next) === LEVELS ? undefined : Number(next), step: undefined })
            }
          />
          <AtChip at={search.at} onChange={(at) => setSearch({ at })} />
        </>
      }
      filtering={filtering}
      hasPicture={data !== undefined}
      figures={figures}
      legend={
        <Legend title={lens.title}>
          <Ramp
            steps={data ? steps : lens.steps.map((step) => ({ ...step, count: 0 }))}
            chosen={search.step}
            onChoose={chooseStep}
          />
          {name !== "ends" && (
            <LegendShape shape={<Icon of={TriangleAlert} size={12} />} label={t`an end within 12 months`} />
          )}
          {counting && (
            <span className="c3 t11 trunc map-counting" title={counting}>
              {counting}
            </span>
          )}
        </Legend>
      }
      printed={{
        title: titles[name],
        ...(counting && { counting }),
        settings: [t`levels to ${levels}`],
      }}
      file={(format) =>
        `/api/v1/reports/capability-heatmap?${new URLSearchParams({ format, ...mapParameters(filtering.filter, search.at) })}`
      }
      foot={
        <Foot>
          <span>
            <b>{number(cells.length)}</b> <Trans>cells</Trans>
          </span>
          {overserved > 0 && top && (
            <Button className="lk" onPress={() => toggleStep("k5")}>
              <Plural
                value={overserved}
                one={`# overserved, with ${top.label} applications`}
                other={`# overserved, with ${top.label} applications`}
              />
            </Button>
          )}
          {without > 0 && name !== "ends" && (
            <Button className="lk" onPress={() => toggleStep("k0")}>
              {number(without)} {lens.nothing}
            </Button>
          )}
          <Link to="/inventory" search={{ type: CAPABILITY }} className="lk">
            <Trans>As a grid</Trans>
          </Link>
          <span className="sp" />
          <KeyHint keys={["arrowup", "arrowdown", "arrowleft", "arrowright"]}>
            <Trans>move</Trans>
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
        <MapLoading />
      ) : domains.length === 0 ? (
        <Empty title={t`No capabilities yet`}>
          <Trans>Make the first business capability in the inventory.</Trans>
        </Empty>
      ) : (
        <CapabilityColumns domains={domains} levels={levels} lens={lens} step={search.step} warning={warning} />
      )}
    </ReportFrame>
  );
}

function MapLoading() {
  return (
    <div className="map-loading" aria-busy="true">
      {Array.from({ length: 48 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells that are all alike
        <span key={at} className="sk" />
      ))}
    </div>
  );
}
