/** Vendors: one by one, by their categories, and the names that mean them. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Play, Table, Tags, WholeWord } from "lucide-react";
import type { ReactNode } from "react";
import { Button as Press } from "react-aria-components";
import { startRun } from "../../analysis/changes";
import { vendorNamesQuery, vendorsQuery } from "../../analysis/queries";
import { RunNotes, RunVerb, useLatestRun } from "../../analysis/run";
import { AxisLines } from "../../charts/life-cycle";
import { axisBetween } from "../../charts/time-axis";
import {
  changedParameter,
  type Filter,
  type FilterChange,
  NO_FILTER,
  parseFilter,
  toggledValue,
  withCondition,
} from "../../filters/condition";
import { FilterRow } from "../../filters/filter-row";
import { Grid } from "../../grid/grid";
import { number } from "../../language/format";
import { useGo } from "../../navigation/link";
import { usePeek, useTogglePeek } from "../../navigation/peek";
import { api } from "../../server/client";
import { useMay } from "../../server/session";
import { heightOf, useDensity } from "../../state/look";
import { useIsPhone } from "../../state/media";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { ExportMenu } from "../../ui/export-menu";
import { Segments } from "../../ui/segments";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AreaTrail } from "../../ui/trail";
import { useWidth } from "../../ui/width";
import "../../style/admin.css";
import "../../style/analysis.css";
import "./vendors.css";
import { sortingOf, sortingText } from "../../grid/column";
import { categoryColumns, endingSoon, endsSoon, nameColumns, vendorColumns } from "./columns";
import { exportParameters, matches, vendorFields } from "./filter";
import { categoriesOf, sorted } from "./list";
import { vendors as page } from "./page";

/** The width of the axis of contracts in px, and the years that it spans. */
const AXIS = { width: 170, years: 4 };
const WIDE = 1_000;

const analyse = () => startRun(() => api.POST("/api/v1/turbolens/vendors/analyse"));
const resolve = () => startRun(() => api.POST("/api/v1/turbolens/vendors/resolve"));

export default function VendorsPage() {
  const { t } = useLingui();
  const { by } = page.useSearch();
  const mayExport = useMay("inventory.export");
  const isNames = by === "names";
  return (
    <PageFrame
      label={t`Vendors`}
      title={<AreaTrail area={t`Analysis`}>{t`Vendors`}</AreaTrail>}
      actions={
        <>
          {!by && mayExport && <VendorExport />}
          {isNames ? (
            <RunVerb type="vendor_resolution" verb={t`Compare the names`} start={resolve} />
          ) : (
            <RunVerb type="vendor_analysis" verb={t`Sort into categories`} start={analyse} />
          )}
        </>
      }
    >
      <RunNotes type={isNames ? "vendor_resolution" : "vendor_analysis"} />
      <div className="chips">
        <VendorChips />
      </div>
      {isNames ? <Names /> : <Vendors />}
    </PageFrame>
  );
}

/** Gives the filter that the address has, and what replaces it. */
function useVendorFilter(): [Filter, (change: FilterChange) => void] {
  const { filter = "" } = page.useSearch();
  const setSearch = page.useSetSearch();
  return [
    parseFilter(filter),
    (change) => setSearch((newest) => ({ ...changedParameter(newest, change), by: undefined }), { replace: true }),
  ];
}

/** Shows the choice of the list and, of vendors one by one, their filters. */
function VendorChips() {
  const { t } = useLingui();
  const { by } = page.useSearch();
  const setSearch = page.useSetSearch();
  const [filter, setFilter] = useVendorFilter();
  const { data: all = [] } = useQuery(vendorsQuery);
  const choice = (
    <Segments
      label={t`List`}
      value={by ?? "grid"}
      options={[
        { value: "grid", label: t`Grid`, icon: Table },
        { value: "category", label: t`By category`, icon: Tags },
        { value: "names", label: t`Names`, icon: WholeWord },
      ]}
      onChange={(value) =>
        setSearch({ by: value === "grid" ? undefined : value, filter: undefined }, { replace: true })
      }
    />
  );
  if (by || all.length === 0) return choice;
  return (
    <FilterRow fields={vendorFields(all)} filter={filter} onFilter={setFilter} command="vendors.filter">
      {choice}
    </FilterRow>
  );
}

/** Shows the verb that makes a file of the vendors that are shown. */
function VendorExport() {
  const [filter] = useVendorFilter();
  const { data: all = [] } = useQuery(vendorsQuery);
  if (all.length === 0) return null;
  return (
    <ExportMenu
      address={(format) =>
        `/api/v1/turbolens/vendors/export?${new URLSearchParams({ format, ...exportParameters(filter) })}`
      }
    />
  );
}

function Vendors() {
  const { t } = useLingui();
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const [filter, setFilter] = useVendorFilter();
  const showCategory = (name: string) => setFilter(toggledValue(NO_FILTER, "category", name));
  const go = useGo();
  const peek = usePeek();
  const togglePeek = useTogglePeek();
  const isPhone = useIsPhone();
  const seesCosts = useMay("costs.view");
  const rowHeight = heightOf(useDensity());
  const [room, width] = useWidth<HTMLDivElement>();
  const { data: all, error, refetch } = useQuery(vendorsQuery);
  const now = new Date();
  const from = new Date(Date.UTC(now.getFullYear(), now.getMonth() - 3));
  const axis = axisBetween(from, new Date(Date.UTC(now.getFullYear() + AXIS.years, 0)), AXIS.width);
  const sort = search.sort ?? (seesCosts ? "-cost" : "-cards");
  const items = sorted(
    (all ?? []).filter((vendor) => matches(vendor, filter)),
    sort,
  );
  const categories = categoriesOf(all ?? []);
  const most = Math.max(0, ...items.map(({ total_cost }) => total_cost));
  const columns = vendorColumns({ axis, rowHeight, most, seesCosts, isNarrow: width < WIDE, isPhone });
  const endAt = columns.findIndex(({ key }) => key === "end");
  const after = columns.slice(endAt).reduce((sum, { width: own = 0 }) => sum + own, 0);
  const soon = items.filter(({ contract_end: end }) => end && endsSoon(end)).length;
  return (
    <>
      <div className="grid-room" ref={room}>
        {error && !all ? (
          <Failed error={error} retry={refetch} />
        ) : !all ? (
          <LoadingRows rows={12} />
        ) : all.length === 0 ? (
          <Never type="vendor_analysis" verb={t`Sort into categories`} start={analyse}>
            <Trans>Each vendor is placed in a category by its name, its description and what it supplies.</Trans>
          </Never>
        ) : width === 0 ? null : search.by === "category" ? (
          <Grid
            label={t`Categories`}
            columns={categoryColumns(Math.max(0, ...categories.map(({ cost }) => cost)), seesCosts, isPhone)}
            total={categories.length}
            rowAt={(at) => categories[at]}
            idOf={({ name }) => name}
            onOpen={({ name }) => showCategory(name)}
            peeksOnPress
            onPeek={({ name }) => showCategory(name)}
          />
        ) : items.length === 0 ? (
          <Empty
            title={t`No vendor matches`}
            actions={
              <Button look="line" onPress={() => setFilter(NO_FILTER)}>
                <Trans>Show all</Trans>
              </Button>
            }
          >
            <Trans>The filters above leave nothing over.</Trans>
          </Empty>
        ) : (
          <Grid
            label={t`Vendors`}
            columns={columns}
            total={items.length}
            rowAt={(at) => items[at]}
            idOf={({ id }) => id}
            sorting={sortingOf(sort)}
            onSort={(next) => setSearch({ sort: sortingText(next) }, { replace: true })}
            {...(peek !== undefined && { current: items.find(({ provider_id: id }) => id === peek)?.id ?? "" })}
            peeksOnPress={isPhone || peek !== undefined}
            onOpen={({ provider_id: id }) => id && go({ to: "/cards/$id", params: { id } })}
            onPeek={({ provider_id: id }) => id && togglePeek(id)}
          >
            {endAt >= 0 && <AxisLines axis={axis} left={`calc(100% - ${after}px)`} />}
          </Grid>
        )}
      </div>
      <Foot>
        {all && (
          <>
            <span>
              <Plural value={items.length} one="# vendor" other="# vendors" />
            </span>
            <span>
              <Plural value={categories.length} one="# category" other="# categories" />
            </span>
            {soon > 0 && (
              <Press className="lk" onPress={() => setFilter(withCondition(filter, endingSoon()))}>
                <Plural
                  value={soon}
                  one="# contract ends within nine months"
                  other="# contracts end within nine months"
                />
              </Press>
            )}
          </>
        )}
        <span className="sp" />
        <span className="desk-only">
          <KeyHint keys={["space"]}>
            <Trans>peek</Trans>
          </KeyHint>
          <KeyHint keys={["enter"]}>
            <Trans>open</Trans>
          </KeyHint>
        </span>
      </Foot>
    </>
  );
}

function Names() {
  const { t } = useLingui();
  const isPhone = useIsPhone();
  const [room, width] = useWidth<HTMLDivElement>();
  const { data: all, error, refetch } = useQuery(vendorNamesQuery);
  const byId = new Map(all?.map((row) => [row.id, row.canonical_name]));
  const merged = all?.filter(({ aliases }) => (aliases?.length ?? 0) > 1).length ?? 0;
  return (
    <>
      <div className="grid-room" ref={room}>
        {error && !all ? (
          <Failed error={error} retry={refetch} />
        ) : !all ? (
          <LoadingRows rows={12} />
        ) : all.length === 0 ? (
          <Never type="vendor_resolution" verb={t`Compare the names`} start={resolve}>
            <Trans>
              Names are compared by their spelling and by known companies, to find those that mean the same vendor.
            </Trans>
          </Never>
        ) : (
          width > 0 && (
            <Grid
              label={t`Names of vendors`}
              columns={nameColumns(({ parent_id: id }) => (id ? byId.get(id) : undefined), isPhone)}
              total={all.length}
              rowAt={(at) => all[at]}
              idOf={({ id }) => id}
            />
          )
        )}
      </div>
      <Foot>
        {all && (
          <>
            <span>
              <Plural value={all.length} one="# vendor" other="# vendors" />
            </span>
            <span>
              <Trans>
                <b>{number(merged)}</b> with several names
              </Trans>
            </span>
          </>
        )}
      </Foot>
    </>
  );
}

type NeverProps = { type: string; verb: string; start: () => unknown; children: ReactNode };

/** Shows that an analysis has found nothing yet, with the verb that runs it. */
function Never({ type, verb, start, children }: NeverProps) {
  const { t } = useLingui();
  const mayRun = useMay("turbolens.manage");
  const isRunning = useLatestRun(type)?.status === "running";
  return (
    <Empty
      title={t`Nothing was analysed yet`}
      {...(mayRun &&
        !isRunning && {
          actions: (
            <Button look="line" icon={Play} onPress={() => void start()}>
              {verb}
            </Button>
          ),
        })}
    >
      {children}
    </Empty>
  );
}
