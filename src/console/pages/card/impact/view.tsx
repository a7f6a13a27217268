/** The impact of a card: what breaks if it fails, or what it relies on, as a list and as a graph. */
import { useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { useCommands } from "../../../commands/command";
import { useTypes } from "../../../metamodel/queries";
import { Link } from "../../../navigation/link";
import { AtChip, SettingChip } from "../../../reports/setting-chip";
import { settingsQuery } from "../../../server/session";
import { useFoldedRail } from "../../../state/look";
import { useMedia } from "../../../state/media";
import { Segments } from "../../../ui/segments";
import { Empty, Failed, LoadingRows } from "../../../ui/states";
import { card as page } from "../page";
import { ImpactFoot } from "./foot";
import { ImpactGraphView } from "./graph-view";
import "./impact.css";
import { ImpactList } from "./list";
import { type Direction, impactQuery, STEPS } from "./query";
import { GRAVEST, gravityOf, isUnowned, ranked } from "./rank";

/** Gives the state of the tab from the address. */
function useImpact(id: string) {
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const isNarrow = useMedia("(max-width: 1100px)");
  const direction: Direction = search.direction ?? "downstream";
  const steps = search.steps ?? STEPS;
  const asked = { direction, steps, at: search.at };
  const wanted = search.as ?? "both";
  const as = isNarrow && wanted === "both" ? "list" : wanted;
  const reading = useQuery({ ...impactQuery(id, asked), placeholderData: (before) => before });
  const set: typeof setSearch = (changes) => setSearch(changes, { replace: true });
  return { ...reading, search, set, asked, as, isNarrow };
}

export default function ImpactTab({ id }: { id: string }) {
  const { t } = useLingui();
  const { data, error, refetch, search, set, asked, as, isNarrow } = useImpact(id);
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const types = useTypes();
  useFoldedRail();
  const turn = (direction: Direction) => set({ direction, node: undefined, open: undefined });
  useCommands([
    { id: "impact.turn", label: t`Turn the direction`, keys: ["d"], run: () => turn(other(asked.direction)) },
  ]);

  const all = ranked(data?.items ?? [], types);
  const near = all.filter(({ depth }) => depth <= asked.steps);
  const listed = search.only === "unowned" ? near.filter((item) => isUnowned(item, types.get(item.type))) : near;
  const beyond = all.filter(({ depth }) => depth > asked.steps);
  const next = {
    depth: asked.steps + 1,
    count: beyond.length,
    grave: beyond.filter((item) => gravityOf(item, types.get(item.type)) === GRAVEST).length,
  };
  const select = (node: string) => {
    if (node.includes(":")) set({ open: [...openOf(search.open), node].join(",") });
    else set({ node: node === id ? undefined : node });
  };

  return (
    <>
      <h1 className="aloud">{t`Impact`}</h1>
      <div className="chips">
        <Segments
          label={t`Direction`}
          value={asked.direction}
          onChange={turn}
          options={[
            { value: "downstream", label: t`What breaks if it fails`, icon: ArrowRight },
            { value: "upstream", label: t`What it relies on`, icon: ArrowLeft },
          ]}
        />
        <SettingChip
          name={t`Steps up to`}
          value={String(asked.steps)}
          options={["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((value) => ({ value, label: value }))}
          onChange={(steps) => set({ steps: Number(steps) })}
        />
        <AtChip at={search.at} onChange={(at) => set({ at })} />
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
                    onNext={() => set({ steps: asked.steps + 1 })}
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
                  near={near}
                  only={search.only}
                  onOnly={(only) => set({ only })}
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
                items={all}
                asked={asked}
                open={new Set(openOf(search.open))}
                selected={search.node}
                onSelect={select}
                onBeyond={() => set({ steps: Math.min(9, asked.steps + 1) })}
                currency={settings.currency}
              />
            )}
          </>
        )}
      </div>
    </>
  );
}

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
