/** The dependencies of a card: its bands, or the same relations as a grid. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "react-aria-components";
import "./dependencies.css";
import { useCommands } from "../../commands/command";
import { number } from "../../language/format";
import { optionLabel } from "../../metamodel/fields";
import { useGo } from "../../navigation/link";
import { usePeek, useSetPeek, useTogglePeek } from "../../navigation/peek";
import { useReportFilter } from "../../reports/filter";
import { Legend } from "../../reports/legend";
import { ReportFrame } from "../../reports/report-frame";
import { AtChip } from "../../reports/setting-chip";
import { asRefusal } from "../../server/refusal";
import { useMay } from "../../server/session";
import { useIsPhone } from "../../state/media";
import { Foot, KeyHint } from "../../ui/bars";
import { Segments } from "../../ui/segments";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { CenterChip, CenterField } from "./center";
import { DependencyChart } from "./chart";
import { Everything } from "./everything";
import { DependencyGrid } from "./grid";
import { DependencyList } from "./list";
import { ALL_STEPS, useNeighbourhood } from "./neighbourhood";
import { dependencies as page } from "./page";
import { dependenciesQuery, dependencyParameters, setDirection } from "./queries";
import { DependencyViews } from "./views";

type Step = "1" | "2" | "3" | "6";

/** The steps that the report of relations goes at most. */
const REPORTED_STEPS = 3;

/** The cards that were in the middle, and which of them is now. */
type Visits = { ids: readonly string[]; at: number };

/** Returns the visits with another card in the middle: the one before, the one after, or a new one. */
function visited({ ids, at }: Visits, id: string): Visits {
  if (ids[at - 1] === id) return { ids, at: at - 1 };
  if (ids[at + 1] === id) return { ids, at: at + 1 };
  return { ids: [...ids.slice(0, at + 1), id], at: at + 1 };
}

/** Shows everything, or what is around one card. */
export default function DependenciesPage(): ReactNode {
  return page.useSearch().as === "all" ? <Everything /> : <Around />;
}

/** Shows what is around one card. */
function Around() {
  const { t } = useLingui();
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const setPeek = useSetPeek();
  const togglePeek = useTogglePeek();
  const peek = usePeek();
  const go = useGo();
  const isPhone = useIsPhone();
  const mayRelate = useMay("relations.manage");
  const filtering = useReportFilter(undefined, search, setSearch);
  const id = search.card ?? "";
  const steps = search.steps ?? 1;
  const isGrid = search.as === "grid";
  const { found, error, retry, relationTypes, flowing } = useNeighbourhood({
    center: id,
    steps,
    filter: filtering.filter,
    at: search.at,
  });
  const choice = { center: id, depth: Math.min(steps, REPORTED_STEPS), filter: filtering.filter, at: search.at };
  const grid = useQuery({
    ...dependenciesQuery(choice),
    enabled: id !== "" && isGrid,
    placeholderData: (before) => before,
  });
  const [selected, setSelected] = useState<string>();
  const [visits, setVisits] = useState<Visits>({ ids: [id], at: 0 });
  if (visits.ids[visits.at] !== id) setVisits(visited(visits, id));

  const center = (next: string) => {
    setSelected(undefined);
    setSearch({ card: next });
  };
  const visit = (at: number) => {
    const next = visits.ids[at];
    if (!next) return;
    setSelected(undefined);
    setSearch({ card: next });
  };
  useCommands([
    { id: "dependencies.before", label: t`Card in the middle before`, keys: ["["], run: () => visit(visits.at - 1) },
    { id: "dependencies.after", label: t`Card in the middle after`, keys: ["]"], run: () => visit(visits.at + 1) },
  ]);
  const open = (next: string) => go({ to: "/cards/$id", params: { id: next } });
  const more = () => setSearch({ as: "grid" });

  const name = found?.center.name ?? "";
  const nodes = found?.nodes.filter((node) => node.more === undefined) ?? [];
  const near = (side: number) => nodes.filter(({ column }) => column === side).length;
  const count = (rows: readonly { cards: readonly unknown[] }[]) =>
    rows.reduce((sum, { cards }) => sum + cards.length, 0);
  const relations = found?.edges.filter(({ source, target }) => source === id || target === id).length ?? 0;
  const undocumented = [
    ...new Set(nodes.filter(({ card }) => found?.dataOf(card.id)?.length === 0).map(({ card }) => card.id)),
  ];
  const field = flowing[0]?.attributes_schema.find(
    ({ key, options }) => options?.some((one) => one.key === "forward") && key,
  );
  const wordOf = (column: number) => {
    if (column === 0) return "";
    const isOver = (Math.abs(column) % 2 === 1) !== (found?.isCarrier ?? false);
    return isOver ? t`over` : column < 0 ? t`Comes from` : t`Goes to`;
  };

  return (
    <ReportFrame
      title={t`Dependencies`}
      type="dependencies"
      choice={{
        segments: (
          <span className="desk-only">
            <DependencyViews
              shown={isGrid ? "grid" : "card"}
              onChange={(next) =>
                setSearch({ as: next === "card" ? undefined : next, ...(next === "all" && { filter: undefined }) })
              }
            />
          </span>
        ),
      }}
      settings={
        <>
          <CenterChip name={id === "" ? t`a card` : name} onChoose={center} />
          <AtChip at={search.at} onChange={(at) => setSearch({ at })} />
        </>
      }
      filtering={filtering}
      hasPicture={found !== undefined && !isGrid}
      legend={
        found && (
          <Legend title={name}>
            <span className="c3 legend-word">
              <Plural value={relations} one="# relation" other="# relations" />
            </span>
            <span className="it">
              <svg width="26" height="8" className="dep-key" aria-hidden>
                <path className="wire" d="M0 4h20" />
                <path className="tip" d="M19 .5l6 3.5l-6 3.5z" />
              </svg>
              <Trans>data goes this way</Trans>
            </span>
            <span className="it">
              <svg width="26" height="8" className="dep-key unknown" aria-hidden>
                <path className="wire" d="M0 4h26" />
              </svg>
              <Trans>direction unknown</Trans>
            </span>
            <span className="sp" />
            <span>
              <Trans>Steps</Trans>
            </span>
            <Segments
              label={t`Steps`}
              value={String(steps) as Step}
              options={(["1", "2", "3", "6"] as const).map((value) => ({
                value,
                label: Number(value) === ALL_STEPS ? t`All` : value,
              }))}
              onChange={(next) => setSearch({ steps: next === "1" ? undefined : Number(next) }, { replace: true })}
            />
          </Legend>
        )
      }
      printed={{
        title: t`Dependencies of ${name}`,
        counting: t`Data goes from left to right.`,
        settings: [steps === ALL_STEPS ? t`all steps` : t`steps: ${steps}`],
      }}
      {...(id !== "" && {
        file: (format: "csv" | "xlsx") =>
          `/api/v1/reports/dependencies?${new URLSearchParams({ ...dependencyParameters(choice), format } as never)}`,
      })}
      foot={
        found && (
          <Foot>
            <span>
              <Trans>
                <b>{number(near(-1))}</b> in
              </Trans>
            </span>
            <span>
              <Trans>
                <b>{number(near(1))}</b> out
              </Trans>
            </span>
            <span>
              <Trans>
                <b>{number(count(found.bands.above))}</b> business
              </Trans>
            </span>
            <span>
              <Trans>
                <b>{number(count(found.bands.below))}</b> technical
              </Trans>
            </span>
            {undocumented.length > 0 && (
              <Button className="lk" onPress={() => open(undocumented[0] as string)}>
                <Plural value={undocumented.length} one="# interface without data" other="# interfaces without data" />
              </Button>
            )}
            <span className="sp" />
            <KeyHint keys={["arrowup", "arrowdown", "arrowleft", "arrowright"]}>
              <Trans>along the lines</Trans>
            </KeyHint>
            <KeyHint keys={["space"]}>
              <Trans>peek</Trans>
            </KeyHint>
            <KeyHint keys={["c"]}>
              <Trans>centre</Trans>
            </KeyHint>
            <KeyHint keys={["[", "]"]}>
              <Trans>back and forth</Trans>
            </KeyHint>
          </Foot>
        )
      }
    >
      {id === "" ? (
        <NoCenter choose={center} />
      ) : error && asRefusal(error).status === 404 ? (
        <Empty title={t`The card isn't there`}>
          <Trans>It was archived, isn't alive at the date, or a filter leaves it out.</Trans>
        </Empty>
      ) : error ? (
        <Failed error={error} retry={retry} />
      ) : !found ? (
        <LoadingRows rows={14} />
      ) : isPhone ? (
        <DependencyList name={name} nodes={nodes} bands={found.bands} wordOf={wordOf} onOpen={setPeek} />
      ) : isGrid ? (
        grid.data ? (
          <DependencyGrid
            edges={grid.data.edges}
            cards={new Map(grid.data.nodes.map((node) => [node.id, node]))}
            relationTypes={relationTypes}
            onPeek={togglePeek}
            onOpen={open}
          />
        ) : (
          <LoadingRows rows={14} />
        )
      ) : (
        <>
          {found.nodes.length === 1 && flowing.length > 0 && (
            <p className="dep-none c2">
              <Trans>Nothing is known about what {name} exchanges.</Trans>{" "}
              <button type="button" className="lk" onClick={() => open(id)}>
                <Trans>Relate an interface</Trans>
              </button>
            </p>
          )}
          <DependencyChart
            center={found.center}
            nodes={found.nodes}
            wires={found.wires}
            bands={found.bands}
            dataOf={found.dataOf}
            wordOf={wordOf}
            selected={selected}
            onSelect={(key, card) => {
              setSelected(key);
              if (peek !== undefined) setPeek(card);
            }}
            onPeek={togglePeek}
            onOpen={open}
            onCenter={center}
            onMore={more}
            {...(mayRelate &&
              field && {
                directions: (field.options ?? []).map(({ key }) => ({ value: key, label: optionLabel(field, key) })),
              })}
            onDirection={(edge, value) => field && void setDirection(edge, field.key, value)}
          />
        </>
      )}
    </ReportFrame>
  );
}

/** No card is chosen yet. */
function NoCenter({ choose }: { choose: (id: string) => void }) {
  const { t } = useLingui();
  return (
    <Empty title={t`Which card is to be in the middle?`} actions={<CenterField onChoose={choose} />}>
      <Trans>What stands on it is shown above it, what it stands on below, and its data from left to right.</Trans>
    </Empty>
  );
}
