/** The columns of vendors, of their categories and of their names. */
import { t } from "@lingui/core/macro";
import { Engine } from "../../analysis/engine";
import type { Vendor, VendorNames } from "../../analysis/queries";
import { AxisHead } from "../../charts/life-cycle";
import type { TimeAxis } from "../../charts/time-axis";
import type { Condition } from "../../filters/condition";
import type { Column } from "../../grid/column";
import { month, number } from "../../language/format";
import { Missing } from "../../ui/signs";
import type { Category } from "./list";

/** Days before the end of a contract from which it is marked: nine months. */
const SOON = 270 * 86_400_000;

/** Checks whether a contract ends soon, or has ended. */
export const endsSoon = (end: string): boolean => Date.parse(end) - Date.now() < SOON;

/** Returns the condition of contracts that end soon, or have ended. */
export const endingSoon = (): Condition => ({
  ...{ field: "contract_end", isNegated: false, kind: "range", from: "" },
  to: new Date(Date.now() + SOON).toISOString().slice(0, 10),
});

/** Shows the end of a contract on the axis. */
function ContractEnd({ end, axis, height }: { end: string; axis: TimeAxis; height: number }) {
  const [today, x] = [axis.today, axis.x(end)];
  const middle = height / 2;
  return (
    <svg className="lc" width={axis.width} height={height} role="img" aria-label={month(end)}>
      <title>{month(end)}</title>
      <line className="contract" x1={Math.min(today, x)} x2={x} y1={middle} y2={middle} />
      <line
        className={endsSoon(end) ? "contract-end soon" : "contract-end"}
        x1={x}
        x2={x}
        y1={middle - 6}
        y2={middle + 6}
      />
    </svg>
  );
}

/** Shows a cost as a bar and a figure. */
function CostCell({ cost, most }: { cost: number; most: number }) {
  if (cost === 0) return <span className="c3">–</span>;
  return (
    <>
      <span className="vendor-bar" aria-hidden>
        <i style={{ width: `${(100 * cost) / Math.max(1, most)}%` }} />
      </span>
      <span className="num">{number(Math.round(cost))}</span>
    </>
  );
}

type Context = {
  axis: TimeAxis;
  rowHeight: number;
  most: number;
  seesCosts: boolean;
  isNarrow: boolean;
  isPhone: boolean;
};

const costColumn = <R extends { total_cost: number } | { cost: number }>(most: number): Column<R> => ({
  key: "cost",
  label: t`Cost a year`,
  width: 190,
  sort: "cost",
  isFigure: true,
  cell: (row) => <CostCell cost={"cost" in row ? row.cost : row.total_cost} most={most} />,
  text: (row) => String("cost" in row ? row.cost : row.total_cost),
});

/** Returns the columns of vendors. */
export function vendorColumns({ axis, rowHeight, most, seesCosts, isNarrow, isPhone }: Context): Column<Vendor>[] {
  const columns: Column<Vendor>[] = [
    {
      key: "name",
      label: t`Vendor`,
      sort: "name",
      className: "nm",
      cell: ({ vendor_name: name, provider_id: provider }) => (
        <>
          <span className="trunc">{name}</span>
          {!provider && <Missing title={t`No card of a provider has this name`} />}
        </>
      ),
      text: ({ vendor_name }) => vendor_name,
    },
    {
      key: "category",
      label: t`Category`,
      width: 200,
      sort: "category",
      cell: ({ category, sub_category: sub, reasoning }) => (
        <span className="trunc c2" title={reasoning}>
          {category}
          {sub && <span className="c3"> {sub}</span>}
        </span>
      ),
      text: ({ category }) => category,
    },
    {
      key: "why",
      label: t`Why`,
      width: 220,
      cell: ({ reasoning, engine }) => (
        <>
          <span className="trunc c3" title={reasoning}>
            {reasoning}
          </span>
          <Engine engine={engine} isQuiet />
        </>
      ),
      text: ({ reasoning }) => reasoning,
    },
    {
      key: "end",
      label: t`Contract ends`,
      width: axis.width,
      sort: "end",
      spread: <AxisHead axis={axis} />,
      isFull: true,
      className: "lcc",
      cell: ({ contract_end: end }) => end && <ContractEnd end={end} axis={axis} height={rowHeight} />,
      text: ({ contract_end }) => contract_end ?? "",
    },
    {
      key: "cards",
      label: t`Cards`,
      width: 72,
      sort: "cards",
      isFigure: true,
      cell: ({ app_count: count, app_list: list }) => (
        <span className="num" title={list?.join(", ")}>
          {number(count)}
        </span>
      ),
      text: ({ app_count }) => String(app_count),
    },
    ...(seesCosts ? [costColumn<Vendor>(most)] : []),
  ];
  if (isPhone) return columns.filter(({ key }) => key === "name" || key === (seesCosts ? "cost" : "cards"));
  return columns.filter(({ key }) => !isNarrow || key !== "why");
}

/** Returns the columns of categories. */
export const categoryColumns = (most: number, seesCosts: boolean, isPhone: boolean): Column<Category>[] => [
  {
    key: "name",
    label: t`Category`,
    className: "nm",
    cell: ({ name }) => <span className="trunc">{name}</span>,
    text: ({ name }) => name,
  },
  ...(isPhone
    ? []
    : [
        {
          key: "vendors",
          label: t`Vendors`,
          width: 90,
          isFigure: true,
          cell: ({ vendors }: Category) => <span className="num">{number(vendors)}</span>,
          text: ({ vendors }: Category) => String(vendors),
        },
      ]),
  {
    key: "cards",
    label: t`Cards`,
    width: 90,
    isFigure: true,
    cell: ({ cards }) => <span className="num">{number(cards)}</span>,
    text: ({ cards }) => String(cards),
  },
  ...(seesCosts && !isPhone
    ? [{ ...costColumn<Category>(most), sort: undefined }].map(({ sort: _, ...rest }) => rest)
    : []),
];

const kindWords = (): Record<string, string> => ({
  vendor: t`Vendor`,
  product: t`Product`,
  platform: t`Platform`,
  module: t`Module`,
  unknown: t`Not known`,
});

/** Returns the columns of names that mean the same vendor. */
export function nameColumns(
  parentOf: (row: VendorNames) => string | undefined,
  isPhone: boolean,
): Column<VendorNames>[] {
  const columns: Column<VendorNames>[] = [
    {
      key: "name",
      label: t`Vendor`,
      className: "nm",
      cell: (row) => (
        <>
          <span className="trunc">{row.canonical_name}</span>
          <Engine engine={row.engine} isQuiet />
        </>
      ),
      text: ({ canonical_name }) => canonical_name,
    },
    {
      key: "aliases",
      label: t`Names that mean it`,
      width: isPhone ? 150 : 320,
      cell: ({ aliases }) =>
        aliases && aliases.length > 0 ? (
          <span className="trunc" title={aliases.join(", ")}>
            {aliases.join(", ")}
          </span>
        ) : (
          <span className="c3">–</span>
        ),
      text: ({ aliases }) => aliases?.join("; ") ?? "",
    },
    {
      key: "kind",
      label: t`Kind`,
      width: 104,
      cell: ({ vendor_type: kind }) => <span className="c2">{kindWords()[kind] ?? kind}</span>,
      text: ({ vendor_type }) => vendor_type,
    },
    {
      key: "parent",
      label: t`Part of`,
      width: 170,
      cell: (row) => <span className="trunc c2">{parentOf(row) ?? "–"}</span>,
      text: (row) => parentOf(row) ?? "",
    },
    {
      key: "sure",
      label: t`How sure`,
      width: 84,
      isFigure: true,
      cell: ({ confidence }) => confidence !== null && <span className="num">{Math.round(confidence * 100)} %</span>,
      text: ({ confidence }) => (confidence === null ? "" : String(Math.round(confidence * 100))),
    },
    {
      key: "cards",
      label: t`Cards`,
      width: 72,
      isFigure: true,
      cell: ({ app_count: apps, itc_count: components }) => <span className="num">{number(apps + components)}</span>,
      text: ({ app_count, itc_count }) => String(app_count + itc_count),
    },
  ];
  return isPhone ? columns.filter(({ key }) => key === "name" || key === "aliases") : columns;
}
