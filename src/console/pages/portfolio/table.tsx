/** The cards of a portfolio as a grid: the chosen cell first, then what isn't assessed, then the others. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Column, Sorting } from "../../grid/column";
import { Grid } from "../../grid/grid";
import { number } from "../../language/format";
import { type Field, optionLabel, toneOf } from "../../metamodel/fields";
import { labelOf } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { useIsPhone } from "../../state/media";
import { Missing, Status } from "../../ui/signs";
import type { Bubble } from "./cells";
import type { PortfolioItem } from "./queries";
import type { Subject } from "./subject";

type Row = { kind: "card"; item: PortfolioItem; place: number } | { kind: "unassessed" | "others"; count: number };

type TableProps = {
  subject: Subject;
  /** The cards of the chosen cell; undefined while none is chosen. */
  chosen: readonly Bubble[] | undefined;
  unassessed: readonly Bubble[];
  others: readonly Bubble[];
  card: string | undefined;
  onCard: (id: string) => void;
  onPeek: (id: string) => void;
  onOpen: (id: string) => void;
};

const ORDER: Sorting = { by: "size", isDescending: true };

/** Returns cards in an order; those without a value come last. */
function ordered(bubbles: readonly Bubble[], { by, isDescending }: Sorting): Bubble[] {
  const sortedBy = ({ item, size }: Bubble) => (by === "size" ? size : by === "name" ? item.name : item[by as "x"]);
  const text = (value: unknown) => (value === null || value === undefined ? undefined : String(value));
  const sign = isDescending ? -1 : 1;
  return bubbles.toSorted((one, other) => {
    const [left, right] = [sortedBy(one), sortedBy(other)];
    if (typeof left === "number" && typeof right === "number") return sign * (left - right);
    const [from, to] = [text(left), text(right)];
    if (from === undefined || to === undefined) return Number(from === undefined) - Number(to === undefined);
    return sign * from.localeCompare(to);
  });
}

/** Returns the short name of a field in a narrow head: its first letter. */
const initial = (field: Field) => labelOf(field).slice(0, 1).toLocaleUpperCase();

/** Shows the grid. */
export function PortfolioTable({ subject, chosen, unassessed, others, card, onCard, onPeek, onOpen }: TableProps) {
  const { t } = useLingui();
  const { x, y, size, letter, type } = subject;
  const [sorting, setSorting] = useState<Sorting>(ORDER);
  const isPhone = useIsPhone();
  const cards = (bubbles: readonly Bubble[], from: number): Row[] =>
    ordered(bubbles, sorting).map(({ item }, at) => ({ kind: "card", item, place: from + at }));
  const first = chosen?.length ?? 0;
  const rows: Row[] = [
    ...cards(chosen ?? [], 1),
    ...(unassessed.length > 0 ? [{ kind: "unassessed" as const, count: unassessed.length }] : []),
    ...cards(unassessed, first + 1),
    ...(first + unassessed.length > 0 && others.length > 0 ? [{ kind: "others" as const, count: others.length }] : []),
    ...cards(others, first + unassessed.length + 1),
  ];
  const ofCard = (show: (item: PortfolioItem) => React.ReactNode) => (row: Row) =>
    row.kind === "card" ? show(row.item) : null;
  const judged = (key: "x" | "y", field: Field): Column<Row> => ({
    key,
    label: labelOf(field),
    short: initial(field),
    width: 36,
    sort: key,
    cell: ofCard((item) => <Judgement field={field} value={item[key]} />),
    text: (row) => (row.kind === "card" ? String(row.item[key] ?? "") : ""),
  });
  const columns: Column<Row>[] = [
    {
      key: "name",
      label: t`Name`,
      className: "nm",
      sort: "name",
      cell: ofCard(({ name }) => <span className="trunc">{name}</span>),
      text: (row) => (row.kind === "card" ? row.item.name : ""),
    },
    judged("x", x),
    judged("y", y),
    ...(letter && !isPhone
      ? [
          {
            key: "letter",
            label: labelOf(letter),
            width: 96,
            sort: "letter",
            cell: ofCard(({ letter: value }) =>
              typeof value === "string" ? (
                <span className="trunc">{optionLabel(letter, value)}</span>
              ) : (
                <Missing title={t`${labelOf(letter)} is missing`} />
              ),
            ),
          } satisfies Column<Row>,
        ]
      : []),
    ...(size
      ? [
          {
            key: "size",
            label: labelOf(size),
            width: 112,
            sort: "size",
            isFigure: true,
            cell: ofCard(({ size: value }) => (
              <span className="num">{typeof value === "number" && value !== 0 ? number(value) : "–"}</span>
            )),
            text: (row: Row) => (row.kind === "card" ? String(row.item.size ?? "") : ""),
          } satisfies Column<Row>,
        ]
      : []),
  ];
  return (
    <Grid
      label={t`Cards of the portfolio`}
      columns={columns}
      total={rows.length}
      rowAt={(at) => rows[at]}
      idOf={(row) => (row.kind === "card" ? row.item.id : row.kind)}
      numberOf={(row) => (row.kind === "card" ? row.place : 0)}
      sectionOf={(row) =>
        row.kind === "card" ? undefined : row.kind === "others" ? (
          <>
            <b>{chosen ? t`The others` : t`Assessed`}</b>
            <span className="c3 num">{number(row.count)}</span>
          </>
        ) : (
          <Unassessed count={row.count} fields={[x, y]} type={type.key} />
        )
      }
      sorting={sorting}
      onSort={setSorting}
      {...(card !== undefined && { current: card })}
      onCursor={({ at }) => {
        const row = rows[at.row];
        if (row?.kind === "card" && row.item.id !== card) onCard(row.item.id);
      }}
      onPeek={(row) => row.kind === "card" && onPeek(row.item.id)}
      onOpen={(row) => row.kind === "card" && onOpen(row.item.id)}
    />
  );
}

/** Shows a judgement by its shape alone; its word where it is neither good nor bad. */
function Judgement({ field, value }: { field: Field; value: unknown }) {
  const { t } = useLingui();
  if (typeof value !== "string") return <Missing title={t`${labelOf(field)} is missing`} />;
  const label = optionLabel(field, value);
  const tone = toneOf(field, value);
  return tone ? <Status tone={tone} title={label} /> : <span className="trunc">{label}</span>;
}

/** Shows how many aren't in the chart, with the grids in which they are assessed. */
function Unassessed({ count, fields, type }: { count: number; fields: readonly Field[]; type: string }) {
  return (
    <>
      <b>
        <Trans>Not assessed</Trans>
      </b>
      <span className="c3 num">{number(count)}</span>
      <span className="c3">
        <Trans>not in the chart</Trans>
      </span>
      <span className="sp" />
      {fields.map((field) => (
        <Link key={field.key} to="/inventory" search={{ type, filter: `${field.key}:empty` }} className="lk trunc">
          <Trans>Set {labelOf(field)}</Trans>
        </Link>
      ))}
    </>
  );
}
