/** Vendors: one by one, by their categories, and the names that mean them. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Play, Table, Tags, WholeWord, X } from "lucide-react";
import type { ReactNode } from "react";
import { startRun } from "../../analysis/changes";
import { vendorNamesQuery, vendorsQuery } from "../../analysis/queries";
import { RunFailure, RunVerb, useLatestRun } from "../../analysis/run";
import { AxisLines } from "../../charts/life-cycle";
import { axisBetween } from "../../charts/time-axis";
import { Grid } from "../../grid/grid";
import { number } from "../../language/format";
import { useGo } from "../../navigation/link";
import { usePeek, useSetPeek } from "../../navigation/peek";
import { api } from "../../server/client";
import { useMay } from "../../server/session";
import { heightOf, useDensity } from "../../state/look";
import { useIsPhone } from "../../state/media";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Segments } from "../../ui/segments";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AreaTrail } from "../../ui/trail";
import { useWidth } from "../../ui/width";
import "../../style/admin.css";
import "../../style/analysis.css";
import "./vendors.css";
import { categoryColumns, endsSoon, nameColumns, vendorColumns } from "./columns";
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
  const setSearch = page.useSetSearch();
  const isNames = by === "names";
  return (
    <PageFrame
      label={t`Vendors`}
      title={<AreaTrail area={t`Analysis`}>{t`Vendors`}</AreaTrail>}
      actions={
        isNames ? (
          <RunVerb type="vendor_resolution" verb={t`Compare the names`} start={resolve} />
        ) : (
          <RunVerb type="vendor_analysis" verb={t`Sort into categories`} start={analyse} />
        )
      }
    >
      <RunFailure type={isNames ? "vendor_resolution" : "vendor_analysis"} />
      <div className="chips">
        <Segments
          label={t`List`}
          value={by ?? "grid"}
          options={[
            { value: "grid", label: t`Grid`, icon: Table },
            { value: "category", label: t`By category`, icon: Tags },
            { value: "names", label: t`Names`, icon: WholeWord },
          ]}
          onChange={(value) =>
            setSearch({ by: value === "grid" ? undefined : value, category: undefined }, { replace: true })
          }
        />
        <ChosenCategory />
      </div>
      {isNames ? <Names /> : <Vendors />}
    </PageFrame>
  );
}

function ChosenCategory() {
  const { category, by } = page.useSearch();
  const setSearch = page.useSetSearch();
  const { t } = useLingui();
  if (!category || by) return null;
  return (
    <Button
      look="line"
      icon={X}
      aria-label={t`All categories`}
      onPress={() => setSearch({ category: undefined }, { replace: true })}
    >
      {category}
    </Button>
  );
}

function Vendors() {
  const { t } = useLingui();
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const go = useGo();
  const peek = usePeek();
  const setPeek = useSetPeek();
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
    (all ?? []).filter(({ category }) => !search.category || category === search.category),
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
            onOpen={({ name }) => setSearch({ by: undefined, category: name })}
            peeksOnPress
            onPeek={({ name }) => setSearch({ by: undefined, category: name })}
          />
        ) : (
          <Grid
            label={t`Vendors`}
            columns={columns}
            total={items.length}
            rowAt={(at) => items[at]}
            idOf={({ id }) => id}
            sorting={{ by: sort.replace(/^-/, ""), isDescending: sort.startsWith("-") }}
            onSort={({ by, isDescending }) => setSearch({ sort: isDescending ? `-${by}` : by }, { replace: true })}
            {...(peek !== undefined && { current: items.find(({ provider_id: id }) => id === peek)?.id ?? "" })}
            peeksOnPress={isPhone || peek !== undefined}
            onOpen={({ provider_id: id }) => id && go({ to: "/cards/$id", params: { id } })}
            onPeek={({ provider_id: id }) => id && setPeek(peek === id ? undefined : id)}
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
              <span>
                <Plural
                  value={soon}
                  one="# contract ends within nine months"
                  other="# contracts end within nine months"
                />
              </span>
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
