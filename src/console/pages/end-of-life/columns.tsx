/** The columns of the list of ends. */
import { t } from "@lingui/core/macro";
import { LifeCycleBar } from "../../charts/life-cycle";
import type { TimeAxis } from "../../charts/time-axis";
import type { Column } from "../../grid/column";
import { day, fromNow, number } from "../../language/format";
import { type CardType, labelOf } from "../../metamodel/queries";
import { type Ending, endOf } from "../../reports/endings";
import { TypeIcon } from "../../ui/icon";
import { Missing, Status as StatusSign } from "../../ui/signs";
import type { Status } from "./list";

const TONES = { eol: "bad", approaching: "warn", unknown: "mut", supported: "good" } as const;

/** Returns the words of the statuses. */
export const statusWords = (): Record<Status, string> => ({
  eol: t`Out of support`,
  approaching: t`Ends soon`,
  unknown: t`Not known`,
  supported: t`Supported`,
});

/** Shows a status with its shape. */
export const StatusShape = ({ status, isAlone = false }: { status: Status; isAlone?: boolean }) => (
  <StatusSign tone={TONES[status]} {...(isAlone && { title: statusWords()[status] })}>
    {!isAlone && statusWords()[status]}
  </StatusSign>
);

const joined = (things: readonly { name: string }[] = []) => things.map(({ name }) => name).join(", ");

type Context = { types: ReadonlyMap<string, CardType>; axis: TimeAxis; rowHeight: number; isNarrow: boolean };

/** Returns the life of an item as a bar: that of the card, with the days of its product where there is one. */
function lifeOf({ lifecycle, cycle_data }: Ending): Record<string, unknown> {
  const { releaseDate, support, eol } = (cycle_data ?? {}) as Record<string, unknown>;
  const days = { active: releaseDate, phaseOut: support, endOfLife: eol };
  const known = Object.fromEntries(Object.entries(days).filter(([, value]) => typeof value === "string"));
  return { ...((lifecycle as object | null) ?? {}), ...known };
}

/** Returns the columns; on a narrow page some are left out. */
export function endColumns({ types, axis, rowHeight, isNarrow }: Context): Column<Ending>[] {
  const columns: Column<Ending>[] = [
    {
      key: "name",
      label: t`Name`,
      sort: "name",
      className: "nm",
      cell: (item) => (
        <>
          <TypeIcon type={types.get(item.type)} />
          <span className="trunc" title={labelOf(types.get(item.type) ?? { label: item.type })}>
            {item.name}
          </span>
        </>
      ),
      text: ({ name }) => name,
    },
    {
      key: "status",
      label: t`Status`,
      width: 132,
      sort: "status",
      cell: ({ status }) => <StatusShape status={status} />,
      text: ({ status }) => statusWords()[status],
    },
    {
      key: "end",
      label: t`Ends`,
      width: 190,
      sort: "end",
      cell: (item) => <EndCell end={endOf(item)} />,
      text: (item) => endOf(item) ?? "",
    },
    {
      key: "product",
      label: t`Product`,
      width: 150,
      cell: ({ eol_product: product, eol_cycle: cycle }) =>
        product ? (
          <span className="trunc">
            {product} <span className="c3 num">{cycle}</span>
          </span>
        ) : (
          <span className="c3">{t`own dates`}</span>
        ),
      text: ({ eol_product, eol_cycle }) => [eol_product, eol_cycle].filter(Boolean).join(" "),
    },
    {
      key: "life",
      label: t`Life cycle`,
      width: axis.width,
      isFull: true,
      className: "lcc",
      cell: (item) => <LifeCycleBar life={lifeOf(item)} axis={axis} height={rowHeight} />,
    },
    {
      key: "affected",
      label: t`Runs on it`,
      width: 200,
      sort: "affected",
      cell: ({ affected_apps: apps }) =>
        apps.length === 0 ? (
          <span className="c3">–</span>
        ) : (
          <>
            <span className="num">{number(apps.length)}</span>
            <span className="trunc c2" title={joined(apps)}>
              {joined(apps)}
            </span>
          </>
        ),
      text: ({ affected_apps }) => joined(affected_apps),
    },
    {
      key: "successors",
      label: t`Followed by`,
      width: 160,
      cell: ({ successors, status }) =>
        joined(successors) ? (
          <span className="trunc">{joined(successors)}</span>
        ) : (
          (status === "eol" || status === "approaching") && <Missing title={t`No successor`} />
        ),
      text: ({ successors }) => joined(successors),
    },
  ];
  return columns.filter(({ key }) => !isNarrow || !["product", "life"].includes(key));
}

function EndCell({ end }: { end: string | undefined }) {
  if (end === undefined) return <span className="c3">–</span>;
  return (
    <span className="trunc num">
      {day(end)} <span className="c3">{fromNow(end)}</span>
    </span>
  );
}
