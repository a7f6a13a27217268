/** The impact of a card: what breaks if it fails, or what it relies on, as a list and as a graph. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { useCommands } from "../../../commands/command";
import {
  changedParameter,
  type Filter,
  type FilterChange,
  parseFilter,
  withCondition,
} from "../../../filters/condition";
import { FilterRow } from "../../../filters/filter-row";
import { day, number, shortMoney } from "../../../language/format";
import { useTypes } from "../../../metamodel/queries";
import { Link } from "../../../navigation/link";
import { PrintFoot, PrintHead } from "../../../reports/print";
import { AtChip, SettingChip } from "../../../reports/setting-chip";
import type { Schemas } from "../../../server/client";
import { settingsQuery } from "../../../server/session";
import { useFoldedRail } from "../../../state/look";
import { useMedia } from "../../../state/media";
import { Segments } from "../../../ui/segments";
import { Empty, Failed, LoadingRows } from "../../../ui/states";
import { card as page } from "../page";
import { filtered, impactFields, withCauses } from "./filter";
import { ImpactFoot } from "./foot";
import { ImpactGraphView } from "./graph-view";
import "../../../reports/reports.css";
import "./impact.css";
import { ImpactLegend } from "./legend";
import { ImpactList } from "./list";
import { type Direction, impactQuery, STEPS } from "./query";
import { GRAVEST, gravityOf, ranked } from "./rank";

/** The direction while the address names none. */
const DIRECTION: Direction = "downstream";

/** Gives the state of the tab from the address. */
function useImpact(id: string) {
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const isNarrow = useMedia("(max-width: 1100px)");
  const direction = search.direction ?? DIRECTION;
  const steps = search.steps ?? STEPS;
  const asked = { direction, steps, at: search.at };
  const wanted = search.as ?? "both";
  const as = isNarrow && wanted === "both" ? "list" : wanted;
  const reading = useQuery({ ...impactQuery(id, asked), placeholderData: (before) => before });
  const set: typeof setSearch = (changes) => setSearch(changes, { replace: true });
  return { ...reading, search, set, asked, as, isNarrow };
}

export default function ImpactTab({ card: { id, name } }: { card: Schemas["Card"] }) {
  const { t } = useLingui();
  const { data, error, refetch, search, set, asked, as, isNarrow } = useImpact(id);
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const types = useTypes();
  useFoldedRail();
  const turned = (direction: Direction) => ({ direction, node: undefined, open: undefined });
  useCommands([
    {
      id: "impact.turn",
      label: t`Turn the direction`,
      keys: ["d"],
      run: () => set((newest) => turned(other(newest.direction ?? DIRECTION))),
    },
  ]);

  const all = ranked(data?.items ?? [], types);
  const near = all.filter(({ depth }) => depth <= asked.steps);
  const filter = parseFilter(search.filter ?? "");
  const isFiltered = filter.search !== "" || filter.conditions.length > 0;
  const left = isFiltered ? filtered(all, filter, types) : all;
  const listed = left.filter(({ depth }) => depth <= asked.steps);
  const beyond = left.filter(({ depth }) => depth > asked.steps);
  const onFilter = (change: FilterChange) => set((newest) => changedParameter(newest, change));
  const total = data?.by_depth.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const cost = listed.reduce((sum, item) => sum + (item.cost ?? 0), 0);
  const next = {
    depth: asked.steps + 1,
    count: beyond.length,
    grave: beyond.filter((item) => gravityOf(item, types.get(item.type)) === GRAVEST).length,
  };
  const select = (node: string) => {
    if (node.includes(":")) set((newest) => ({ open: [...openOf(newest.open), node].join(",") }));
    else set({ node: node === id ? undefined : node });
  };
  const further = () => set((newest) => ({ steps: Math.min(MAX_STEPS, (newest.steps ?? STEPS) + 1) }));

  const isDown = asked.direction === "downstream";
  const printed = {
    title: isDown ? t`Impact: what breaks if ${name} fails` : t`Impact: what ${name} relies on`,
    counting: t`The gravest first: by criticality, then by steps, then by cost.`,
    settings: [t`steps up to ${asked.steps}`, ...(search.at ? [t`at ${day(search.at)}`] : [])],
  };

  return (
    <>
      <h1 className="aloud">{t`Impact`}</h1>
      <div className="chips">
        <Segments
          label={t`Direction`}
          value={asked.direction}
          onChange={(direction) => set(turned(direction))}
          options={[
            { value: "downstream", label: t`What breaks if it fails`, icon: ArrowRight },
            { value: "upstream", label: t`What it relies on`, icon: ArrowLeft },
          ]}
        />
        <FilterRow fields={impactFields(near, types)} filter={filter} onFilter={onFilter} command="impact.filter">
          <SettingChip
            name={t`Steps up to`}
            value={String(asked.steps)}
            options={["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((value) => ({ value, label: value }))}
            onChange={(steps) => set({ steps: Number(steps) })}
          />
          <AtChip at={search.at} onChange={(at) => set({ at })} />
        </FilterRow>
        <span className="sp" />
        <Segments
          label={t`View`}
          value={as}
          onChange={(next) => set({ as: next })}
          options={[
            { value: "list", label: t`List` },
            ...(isNarrow ? [] : [{ value: "both" as const, label: t`Both` }]),
            { value: "graph", label: t`Graph` },
          ]}
        />
      </div>
      <section className="report impact" aria-label={t`Impact`}>
        <PrintHead
          printed={printed}
          figures={
            <Trans>
              {number(listed.length)} of {number(total)}
              {data?.total_cost != null && cost > 0 && ` · ${shortMoney(cost, settings.currency)}`}
            </Trans>
          }
        />
        {data && near.length > 0 && <ImpactLegend items={near} filter={filter} onFilter={onFilter} at={data.at} />}
        <div className="work">
          {data?.items.length === 0 ? (
            <NoImpact id={id} direction={asked.direction} />
          ) : (
            <>
              {as !== "graph" && (
                <section className={`impact-list ${as === "both" ? "beside" : ""}`} aria-label={t`List`}>
                  {data ? (
                    <ImpactList
                      items={listed}
                      direction={asked.direction}
                      selected={search.node}
                      onSelect={select}
                      next={next.count > 0 ? next : undefined}
                      onNext={further}
                      showsCosts={data.total_cost !== null}
                    />
                  ) : error ? (
                    as === "list" ? (
                      <Failed error={error} retry={refetch} />
                    ) : (
                      <div className="impact-rest" />
                    )
                  ) : (
                    <LoadingRows rows={12} />
                  )}
                  <ImpactFoot
                    data={data}
                    near={listed}
                    onUnowned={
                      unownedIn(filter)
                        ? undefined
                        : () =>
                            onFilter((newest) =>
                              withCondition(newest, { field: "responsible", isNegated: false, kind: "empty" }),
                            )
                    }
                    currency={settings.currency}
                  />
                </section>
              )}
              {as !== "list" && (
                <ImpactGraphView
                  id={id}
                  data={data}
                  error={error}
                  retry={refetch}
                  items={isFiltered ? withCauses(left, all) : all}
                  asked={asked}
                  open={new Set(openOf(search.open))}
                  selected={search.node}
                  onSelect={select}
                  onBeyond={further}
                  currency={settings.currency}
                />
              )}
            </>
          )}
        </div>
        <PrintFoot printed={printed} filter={filter} />
      </section>
    </>
  );
}

/** Checks whether a filter leaves only what nobody is responsible for. */
const unownedIn = (filter: Filter): boolean =>
  filter.conditions.some(({ field, kind }) => field === "responsible" && kind === "empty");

/** Steps that can be asked for. */
const MAX_STEPS = 9;

const other = (direction: Direction): Direction => (direction === "downstream" ? "upstream" : "downstream");
const openOf = (open: string | undefined): string[] => open?.split(",").filter(Boolean) ?? [];

/** Nothing is affected, as far as relations say. */
function NoImpact({ id, direction }: { id: string; direction: Direction }) {
  const { t } = useLingui();
  return (
    <Empty
      title={
        direction === "downstream"
          ? t`Nothing depends on it, as far as relations say`
          : t`It relies on nothing, as far as relations say`
      }
      actions={
        <Link to="/cards/$id" params={{ id }} className="btn line">
          {t`Relate`}
        </Link>
      }
    >
      {t`What depends on what follows from the relations of cards.`}
    </Empty>
  );
}
