/** The portfolio: cells of two judgements next to the grid of the same cards, with one selection. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Button } from "react-aria-components";
import "./portfolio.css";
import { number, shortMoney } from "../../language/format";
import { type Field, optionLabel } from "../../metamodel/fields";
import { labelOf } from "../../metamodel/queries";
import { useGo } from "../../navigation/link";
import { useSetPeek } from "../../navigation/peek";
import { ChartAndGrid, ChartOrGrid } from "../../reports/chart-and-grid";
import { useReportFilter } from "../../reports/filter";
import type { Step } from "../../reports/legend";
import { lettersOf } from "../../reports/letters";
import { NoSubject } from "../../reports/no-subject";
import { ReportFrame } from "../../reports/report-frame";
import { AtChip } from "../../reports/setting-chip";
import { toneAt } from "../../reports/steps";
import { settingsQuery } from "../../server/session";
import { useIsPhone } from "../../state/media";
import { Foot, KeyHint } from "../../ui/bars";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { type Bubble, cellKey, cellsOf, sumOf } from "./cells";
import { PortfolioChart } from "./chart";
import { figuresOf, useInsights } from "./insights";
import { PortfolioLegend } from "./legend";
import { portfolio as page } from "./page";
import { ChartLoading, Corner, NothingAssessed } from "./placeholders";
import { type PortfolioItem, portfolioParameters, portfolioQuery } from "./queries";
import { PortfolioSettings } from "./settings";
import { type ScaleStep, type Subject, scaleOf, upperHalf, usePortfolioSubject } from "./subject";
import { PortfolioTable } from "./table";

/** The step of cards that have no value of the shade. */
const NOTHING = "k0";
const GRID_WIDTH = 524;

export default function PortfolioPage() {
  const { t } = useLingui();
  const subject = usePortfolioSubject(page.useSearch());
  if (subject) return <Portfolio subject={subject} />;
  return (
    <NoSubject title={t`Portfolio`}>
      <Empty title={t`Nothing can be assessed`}>
        <Trans>A portfolio needs a type with two fields that are a choice of steps.</Trans>
      </Empty>
    </NoSubject>
  );
}

/** Returns the steps of the shade with how many cards each has. */
function stepsOf(field: Field, items: readonly PortfolioItem[], nothing: string): Step[] {
  const scale = scaleOf(field);
  const counts = Map.groupBy(items, ({ color }) => (scale.some(({ key }) => key === color) ? String(color) : NOTHING));
  const own = scale.map(({ key, label }, at) => ({ key, tone: toneAt(at, scale.length), label }));
  return [...own, { key: NOTHING, tone: NOTHING, label: nothing } as const]
    .map((step) => ({ ...step, count: counts.get(step.key)?.length ?? 0 }))
    .filter(({ key, count }) => key !== NOTHING || count > 0);
}

/** Returns the sums of the four corners of the chart. */
function cornersOf(bubbles: readonly Bubble[], x: readonly ScaleStep[], y: readonly ScaleStep[]) {
  const [across, up] = [upperHalf(x), upperHalf(y)];
  return Map.groupBy(
    bubbles,
    ({ item }) => `${Number(across.has(String(item.x)))}${Number(up.has(String(item.y)))}` as "11" | "10" | "01" | "00",
  );
}

function Portfolio({ subject }: { subject: Subject }) {
  const { t } = useLingui();
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const setPeek = useSetPeek();
  const go = useGo();
  const isPhone = useIsPhone();
  const { currency } = useSuspenseQuery(settingsQuery).data;
  const { type, x, y, size, shade, letter } = subject;
  const filtering = useReportFilter(type.key, search, setSearch);
  const choice = {
    type: type.key,
    x: x.key,
    y: y.key,
    size: size?.key,
    shade: shade.key,
    letter: letter?.key,
    filter: filtering.filter,
    at: search.at,
  };
  const { data, error, refetch } = useQuery({ ...portfolioQuery(choice), placeholderData: (before) => before });

  const all = data?.items ?? [];
  const steps = stepsOf(shade, all, t`not set`);
  const stepOf = ({ color }: PortfolioItem) => steps.find(({ key }) => key === color)?.key ?? NOTHING;
  const isShown = (item: PortfolioItem) => search.step === undefined || stepOf(item) === search.step;
  const scales = { x: scaleOf(x), y: scaleOf(y) };
  const cells = cellsOf(all, scales, size !== undefined);
  const shown = (bubbles: readonly Bubble[]) => bubbles.filter(({ item }) => isShown(item));
  const assessed = [...cells.byKey.values()].flat();
  const cell = search.cell !== undefined && cells.byKey.has(search.cell) ? search.cell : undefined;
  const inCell = cell === undefined ? undefined : shown(cells.byKey.get(cell) ?? []);
  const unassessed = shown(cells.unassessed);
  const others = shown(assessed.filter(({ item }) => cellKey(item.x, item.y) !== cell));
  const label = labelOf(type);
  const letters = letter && lettersOf(letter);
  const isCost = size?.type === "cost";
  const amountOf = (value: number) => (isCost ? shortMoney(value, currency) : number(value, { notation: "compact" }));
  const sumText = (bubbles: readonly Bubble[]) => {
    const sum = sumOf(bubbles);
    return size ? `${number(sum.count)} · ${amountOf(sum.size)}` : number(sum.count);
  };
  const set = (changes: Parameters<typeof setSearch>[0]) => setSearch(changes, { replace: true });
  const choose = (card: string) => set({ card });
  const open = (id: string) => go({ to: "/cards/$id", params: { id } });
  const cellWords = (key: string) => {
    const [across, up] = key.split("~");
    return `${optionLabel(x, across ?? "")} × ${optionLabel(y, up ?? "")}`;
  };
  const total = sumOf([...assessed, ...cells.unassessed]).size;
  const corners = cornersOf(assessed, scales.x, scales.y);
  const [xLabel, yLabel] = [labelOf(x), labelOf(y)];
  const figures = data && (
    <>
      <Plural value={all.length} one="# card" other="# cards" />
      {size && " · "}
      {size && (isCost ? <Trans>{amountOf(total)} a year</Trans> : amountOf(total))}
    </>
  );

  const insights = useInsights(type.key, () => figuresOf(all, { x, y, shade }, filtering.filter));

  return (
    <ReportFrame
      title={t`Portfolio`}
      type="portfolio"
      choice={{
        segments: (
          <ChartOrGrid
            shown={search.as ?? "chart"}
            onChange={(next) => setSearch({ as: next === "grid" ? next : undefined })}
          />
        ),
      }}
      settings={
        <>
          <PortfolioSettings subject={subject} onChange={setSearch} />
          <AtChip at={search.at} onChange={(at) => setSearch({ at })} />
        </>
      }
      filtering={filtering}
      actions={insights.button}
      hasPicture={data !== undefined && search.as !== "grid" && !isPhone}
      figures={figures}
      printed={{
        title: t`Portfolio: ${label} by ${xLabel} and ${yLabel}`,
        counting: t`Positions inside a cell mean nothing.`,
        settings: size ? [t`area: ${labelOf(size)}`] : [],
      }}
      file={(format) =>
        `/api/v1/reports/portfolio?${new URLSearchParams({ format, ...portfolioParameters(choice) } as Record<string, string>)}`
      }
    >
      {error ? (
        <Failed error={error} retry={refetch} />
      ) : data && all.length === 0 ? (
        <Empty title={t`No card matches`}>
          <Trans>Take a filter away, or choose another type.</Trans>
        </Empty>
      ) : data && assessed.length === 0 && !isPhone ? (
        <NothingAssessed subject={subject} count={all.length} />
      ) : (
        <div className="work">
          <ChartAndGrid
            shown={search.as ?? "chart"}
            width={GRID_WIDTH}
            isCrowded={Boolean(insights.panel)}
            chart={
              data ? (
                <>
                  <PortfolioChart
                    x={{ label: xLabel, steps: scales.x }}
                    y={{ label: yLabel, steps: scales.y }}
                    cells={cells}
                    lookOf={({ item, size: value }) => {
                      const own = steps.find(({ key }) => key === stepOf(item));
                      const chosen = letters?.find(({ key }) => key === item.letter);
                      const amount = size ? amountOf(value) : "";
                      return {
                        tone: own?.tone ?? NOTHING,
                        letter: chosen?.letter ?? "",
                        amount,
                        words: [own?.label, chosen?.label].filter(Boolean).join(" · "),
                        isOff: !isShown(item),
                      };
                    }}
                    cell={cell}
                    card={search.card}
                    onCell={(next) => set({ cell: next })}
                    onCard={(next, id) => set({ cell: next, card: id })}
                    onPeek={setPeek}
                    onOpen={open}
                    legend={(radiusOf) => (
                      <PortfolioLegend
                        title={labelOf(shade)}
                        steps={steps}
                        step={search.step}
                        onStep={(step) => set({ step })}
                        size={
                          size && { label: labelOf(size), largest: Math.max(1, ...assessed.map((one) => one.size)) }
                        }
                        radiusOf={radiusOf}
                        letters={
                          letter && letters && { label: labelOf(letter), letters: letters.map((one) => one.letter) }
                        }
                      />
                    )}
                  />
                  <div className="pf-sums">
                    <Corner words={t`Both high`} sum={sumText(corners.get("11") ?? [])} />
                    <Corner words={t`Only ${xLabel}`} sum={sumText(corners.get("10") ?? [])} />
                    <Corner words={t`Only ${yLabel}`} sum={sumText(corners.get("01") ?? [])} />
                    <Corner words={t`Neither`} sum={sumText(corners.get("00") ?? [])} />
                  </div>
                  <Foot>
                    <span>
                      <Trans>
                        <b>{number(assessed.length)}</b> assessed
                      </Trans>
                    </span>
                    {cells.unassessed.length > 0 && (
                      <Button className="lk" onPress={() => setSearch({ as: "grid", cell: undefined })}>
                        <Trans>{number(cells.unassessed.length)} not assessed</Trans>
                      </Button>
                    )}
                    <span className="sp" />
                    <KeyHint keys={["arrowup", "arrowdown", "arrowleft", "arrowright"]}>
                      <Trans>cell</Trans>
                    </KeyHint>
                    <KeyHint keys={["tab"]}>
                      <Trans>next card</Trans>
                    </KeyHint>
                    <KeyHint keys={["g"]}>
                      <Trans>grid alone</Trans>
                    </KeyHint>
                  </Foot>
                </>
              ) : (
                <ChartLoading />
              )
            }
            grid={
              data ? (
                <>
                  <div className="pf-head">
                    <b className="trunc">{cell === undefined ? t`All` : cellWords(cell)}</b>
                    <span className="c3 num">{number(inCell?.length ?? unassessed.length + others.length)}</span>
                    <span className="sp" />
                    {cell !== undefined && (
                      <Button className="lk" onPress={() => set({ cell: undefined })}>
                        <Trans>All {number(assessed.length)}</Trans> <kbd>Esc</kbd>
                      </Button>
                    )}
                  </div>
                  <PortfolioTable
                    subject={subject}
                    chosen={inCell}
                    unassessed={unassessed}
                    others={others}
                    card={search.card}
                    onCard={choose}
                    onPeek={setPeek}
                    onOpen={open}
                  />
                  <Foot>
                    <span>
                      <Trans>
                        <b>{number(inCell?.length ?? all.filter(isShown).length)}</b> of {number(all.length)}
                      </Trans>
                    </span>
                    {size && (
                      <span>
                        <Trans>
                          <b>{amountOf(sumOf(inCell ?? [...unassessed, ...others]).size)}</b> of {amountOf(total)}
                        </Trans>
                      </span>
                    )}
                    <span className="sp" />
                    <KeyHint keys={["space"]}>
                      <Trans>peek</Trans>
                    </KeyHint>
                  </Foot>
                </>
              ) : (
                <LoadingRows rows={20} />
              )
            }
          />
          {insights.panel}
        </div>
      )}
    </ReportFrame>
  );
}
