/** The list on a phone: rows of two lines, each of which opens its card; nothing is edited here. */
import { useLingui } from "@lingui/react/macro";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { OptionValue } from "../../cards/cells";
import { textOfCell } from "../../cards/columns";
import type { CardRows, ListedCard } from "../../cards/list";
import type { ListedField } from "../../cards/listed-fields";
import { LifeCycleBar } from "../../charts/life-cycle";
import { type TimeAxis, timeAxis } from "../../charts/time-axis";
import { FoldButton } from "../../grid/fold-button";
import { day, number } from "../../language/format";
import { stepOf } from "../../metamodel/fields";
import type { CardType } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import type { Schemas } from "../../server/client";
import { Avatar } from "../../ui/avatar";
import { TypeIcon } from "../../ui/icon";
import { qualityMark, Signal, Status } from "../../ui/signs";
import { SortMenu } from "./filter-bar";
import type { useSections } from "./sections";
import type { InventoryState } from "./state";

const HEIGHTS = { card: 60, group: 40 };
const OVERSCAN = 6;
const AXIS = { width: 64, years: 12 };

type PhoneListProps = {
  state: InventoryState;
  rows: CardRows;
  summary: Schemas["CardList"] | undefined;
  types: ReadonlyMap<string, CardType>;
  sections: ReturnType<typeof useSections>;
};

/** The fields that stand in a row: signs and one fact in its second line, and the figure at its right. */
type RowFields = { signs: ListedField | undefined; fact: ListedField | undefined; figure: ListedField | undefined };

/** Returns the fields of the rows: the figure is what the list is sorted by, or else its cost or its quality. */
export function rowFields({ fields, shown, sorting }: InventoryState): RowFields {
  const sorted = fields.find(({ sort }) => sort !== undefined && sort === sorting?.by);
  const figure = sorted ?? shown.find(({ kind }) => kind === "cost") ?? shown.find(({ kind }) => kind === "quality");
  const isSign = ({ field }: ListedField) =>
    field !== undefined && stepOf(field, field.options?.[0]?.key ?? "") !== undefined;
  return {
    figure,
    signs: shown.find(isSign),
    fact:
      shown.find(({ kind }) => kind === "cards") ??
      shown.find((one) => one.kind === "options" && !isSign(one) && one.name !== "type" && one !== figure),
  };
}

/** Returns a value in few letters. */
function shortText(card: ListedCard, field: ListedField): string {
  const text = textOfCell(card, field);
  if (text === "") return "–";
  if (field.kind === "quality") return number(Math.round(Number(text)));
  if (field.kind === "cost" || field.kind === "number")
    return number(Number(text), { notation: "compact", maximumSignificantDigits: 3 });
  return field.kind === "day" ? day(text) : text;
}

/** Shows the list. */
export function PhoneList({ state, rows, summary, types, sections }: PhoneListProps) {
  const { t } = useLingui();
  const scroller = useRef<HTMLDivElement>(null);
  const axis = timeAxis(AXIS.width, AXIS.years);
  const fields = rowFields(state);
  const { sectionAt, foldAt } = sections;
  const list = useVirtualizer({
    count: rows.total,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (sectionAt?.(index) ? HEIGHTS.group : HEIGHTS.card),
    overscan: OVERSCAN,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: heads of groups stand elsewhere in another layout
  useEffect(() => list.measure(), [rows.layout?.total, state.group?.name, list]);
  const items = list.getVirtualItems();
  const { onShow } = rows;
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => onShow(first, last), [first, last, onShow]);
  return (
    <>
      <PhoneHead state={state} summary={summary} axis={axis} figure={fields.figure} />
      <div ref={scroller} className="phone-list">
        <ul aria-label={t`Cards`} style={{ height: list.getTotalSize() }} className="phone-sheet">
          {items.map(({ index, start }) => {
            const section = sectionAt?.(index);
            const fold = foldAt?.(index);
            const card = rows.rowAt(index);
            return (
              <li
                key={index}
                aria-setsize={rows.total}
                aria-posinset={index + 1}
                className={section ? "phone-group" : "phone-row"}
                style={{ transform: `translateY(${start}px)` }}
              >
                {fold && <FoldButton fold={fold} />}
                {section ? (
                  section.title
                ) : card ? (
                  <PhoneRow
                    card={card}
                    type={types.get(card.type)}
                    axis={axis}
                    showsType={!state.typeKey}
                    {...fields}
                  />
                ) : (
                  <span className="sk" />
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
}

/** Shows what the list is sorted by, the ends of the axis, and the sum. */
function PhoneHead({
  state,
  summary,
  axis,
  figure,
}: Pick<PhoneListProps, "state" | "summary"> & { axis: TimeAxis; figure: ListedField | undefined }) {
  const sum =
    figure && (figure.kind === "cost" || figure.kind === "number") ? summary?.totals?.[figure.name]?.sum : undefined;
  const year = (date: Date) => `’${String(date.getUTCFullYear()).slice(2)}`;
  return (
    <div className="phone-head c3 num">
      <SortMenu state={state} />
      <span className="sp" />
      <span className="phone-years" aria-hidden>
        <span>{year(axis.from)}</span>
        <span>{year(axis.to)}</span>
      </span>
      <span className="phone-figure">
        {sum !== undefined && number(sum, { notation: "compact", maximumSignificantDigits: 3 })}
      </span>
    </div>
  );
}

type PhoneRowProps = RowFields & { card: ListedCard; type: CardType | undefined; axis: TimeAxis; showsType: boolean };

function PhoneRow({ card, type, axis, showsType, signs, fact, figure }: PhoneRowProps) {
  const { t } = useLingui();
  const { approval_status: approval } = card;
  const sign = signs?.field && card.attributes?.[signs.field.key];
  const step = signs?.field && typeof sign === "string" ? stepOf(signs.field, sign) : undefined;
  const mark = figure?.kind === "quality" ? qualityMark(card.data_quality) : "";
  return (
    <Link
      to="/cards/$id"
      params={{ id: card.id }}
      className={`phone-card ${card.branch?.matches === false ? "c3" : ""}`}
    >
      <span className="m">
        <span className="phone-name">
          {showsType && <TypeIcon type={type} />}
          <span className="trunc">{card.name}</span>
          {approval === "BROKEN" && <Status tone="warn" title={t`Approval broken`} />}
          {approval === "REJECTED" && <Status tone="bad" title={t`Rejected`} />}
        </span>
        <span className="s">
          {step !== undefined && <Signal step={step} />}
          {fact && <Fact card={card} field={fact} />}
        </span>
      </span>
      <span className="phone-life">
        {card.lifecycle && <LifeCycleBar life={card.lifecycle} axis={axis} height={24} />}
        <span className="todayl" style={{ left: axis.today }} />
      </span>
      <span className={`phone-figure num trunc quality-figure ${mark}`}>
        {figure && <Figure card={card} field={figure} />}
      </span>
    </Link>
  );
}

function Fact({ card, field }: { card: ListedCard; field: ListedField }) {
  const related = card.relations?.[field.name];
  const [first] = related?.items ?? [];
  if (!related || !first) return <span className="trunc">{textOfCell(card, field) || "–"}</span>;
  return (
    <>
      <span className="trunc">{first.name}</span>
      {related.total > 1 && <span className="num">+{number(related.total - 1)}</span>}
    </>
  );
}

function Figure({ card, field }: { card: ListedCard; field: ListedField }) {
  const value = field.field && card.attributes?.[field.field.key];
  if (field.field?.type === "single_select" && typeof value === "string")
    return <OptionValue field={field.field} value={value} isShort />;
  const [person] = field.kind === "people" ? (card.stakeholders_by_role?.[field.name.split(".")[1] ?? ""] ?? []) : [];
  if (person) return <Avatar name={person.user_display_name ?? "?"} />;
  return shortText(card, field);
}
