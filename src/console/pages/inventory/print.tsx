/** The list on paper, A4 across: its sentence, the columns of the screen with their heads on each page, and the filters in words. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useSuspenseQueries, useSuspenseQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { cardColumns } from "../../cards/columns";
import { useFilterWords } from "../../cards/filter-words";
import { BLOCK, type CardRows, cardBlockQuery, type ListedCard } from "../../cards/list";
import type { ListedField } from "../../cards/listed-fields";
import { AxisHead, AxisLines } from "../../charts/life-cycle";
import { timeAxis } from "../../charts/time-axis";
import { NO_FILTER } from "../../filters/condition";
import { number, shortMoney } from "../../language/format";
import { type CardType, labelOf } from "../../metamodel/queries";
import { PrintFoot, PrintHead } from "../../reports/print";
import type { Schemas } from "../../server/client";
import { settingsQuery } from "../../server/session";
import { useSortWords } from "./filter-bar";
import { fittingColumns } from "./fitting";
import type { useSections } from "./sections";
import type { InventoryState } from "./state";
import "../../reports/reports.css";
import "./print.css";

/** Rows on paper. */
export const MAX_PRINTED = 1_000;
const ROW = 24;
const AXIS = { width: 140, years: 12 };
/** The width of A4 across within its margins, in px. */
const PAPER = 1_030;

type PrintProps = {
  state: InventoryState;
  rows: CardRows;
  summary: Schemas["CardList"] | undefined;
  types: ReadonlyMap<string, CardType>;
  sections: ReturnType<typeof useSections>;
  /** Is called once it is printed, or isn't. */
  close: () => void;
};

/** Prints the list: reads what isn't read yet, and opens the browser's dialog. */
export function PrintedList({ state, rows, summary, types, sections, close }: PrintProps) {
  const { t } = useLingui();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const count = Math.min(rows.total, MAX_PRINTED);
  const indexes = Array.from({ length: count }, (_, index) => index);
  const places = indexes.flatMap((index) => {
    const row = rows.layout?.rowAt(index);
    return row && "place" in row ? [row.place] : [];
  });
  const blocks = [...new Set(places.map((place) => Math.floor(place / BLOCK)))];
  const lists = useSuspenseQueries({
    queries: blocks.map((block) => cardBlockQuery(state.listing, block, state.folds)),
  });
  const cardAt = (place: number): ListedCard | undefined =>
    lists[blocks.indexOf(Math.floor(place / BLOCK))]?.data.items[place % BLOCK];
  const words = useFilterWords(state.fields, state.filter, summary);
  const order = useSortWords(state);
  const type = types.get(state.typeKey ?? "");
  const axis = timeAxis(AXIS.width, AXIS.years);
  const columns = fittingColumns(
    cardColumns(
      state.shown,
      {
        types,
        axis,
        rowHeight: ROW,
        isNarrow: false,
        mayEdit: false,
        summary: undefined,
        onValue: () => {},
        onSpan: () => {},
      },
      0,
    ),
    PAPER,
    state.further,
  );
  const title = [
    type ? labelOf(type) : t`All cards`,
    state.isTree ? t`as a hierarchy` : state.group && t`by ${state.group.label}`,
    order && t`ordered by ${order}`,
  ]
    .filter(Boolean)
    .join(", ");
  useEffect(() => {
    window.addEventListener("afterprint", close);
    window.print();
    return () => window.removeEventListener("afterprint", close);
  }, [close]);
  return (
    <section className="printed-list print-only" aria-label={t`On paper`}>
      <PrintHead
        printed={{ title }}
        figures={<Figures state={state} rows={rows} summary={summary} currency={settings.currency} />}
      />
      <table>
        <thead>
          <tr>
            {columns.map(({ key, label, width, isFigure }) => (
              <th key={key} style={{ width }} className={isFigure ? "r" : undefined} scope="col">
                {label}
                {key === "lifecycle" && <AxisHead axis={axis} />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {indexes.map((index) => {
            const row = rows.layout?.rowAt(index);
            const section = sections.sectionAt?.(index);
            const card = row && "place" in row ? cardAt(row.place) : undefined;
            const cell = (key: string, at: number, of: (card: ListedCard) => ReactNode) =>
              section ? (at === 0 ? section.title : section.cells?.[key]) : card && of(card);
            return (
              <tr key={index} className={section ? "section" : card?.branch?.matches === false ? "mere" : undefined}>
                {columns.map(({ key, isFigure, className = "", cell: of }, at) => (
                  <td key={key} className={isFigure ? "r num" : undefined}>
                    <div
                      className={className}
                      style={{ paddingLeft: at === 0 ? (card?.branch?.level ?? 0) * 14 : undefined }}
                    >
                      {cell(key, at, of)}
                      {className === "lcc" && <AxisLines axis={axis} left="0px" />}
                    </div>
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {rows.total > count && (
        <p>
          <Trans>
            The first {number(count)} of {number(rows.total)} rows are printed; filter the list to print others.
          </Trans>
        </p>
      )}
      <PrintFoot printed={{ title, settings: words }} filter={NO_FILTER} />
    </section>
  );
}

type FiguresProps = Pick<PrintProps, "state" | "rows" | "summary"> & { currency: string };

/** Shows how many cards there are, and what they add up to. */
function Figures({ state, rows, summary, currency }: FiguresProps) {
  const cost = state.fields.find(({ kind }: ListedField) => kind === "cost")?.name;
  const sum = cost ? summary?.totals?.[cost]?.sum : undefined;
  const quality = summary?.totals?.["data_quality"]?.mean;
  return (
    <>
      <Plural value={rows.matching} one="# card" other="# cards" />
      {sum !== undefined && <Trans>, {shortMoney(sum, currency)} a year</Trans>}
      {typeof quality === "number" && <Trans>, quality {number(Math.round(quality))}</Trans>}
    </>
  );
}
