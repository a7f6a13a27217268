/** The same costs as a table, with what they add up to. */
import { useLingui } from "@lingui/react/macro";
import { setAttribute } from "../../cards/changes";
import { AttributeEditor } from "../../cards/editors";
import type { Column } from "../../grid/column";
import { Grid } from "../../grid/grid";
import { number } from "../../language/format";
import type { Field } from "../../metamodel/fields";
import { useGo } from "../../navigation/link";
import { useSetPeek } from "../../navigation/peek";
import { useMay } from "../../server/session";
import type { CostItem, Shade } from "./shade";

/** An item with what it and those above it cost. */
type Row = CostItem & { running: number };

const withSums = (items: readonly CostItem[]): Row[] => {
  let running = 0;
  return items.map((item) => {
    running += item.cost;
    return { ...item, running };
  });
};

type CostTableProps = {
  items: readonly CostItem[];
  total: number;
  field: Field;
  shade: Shade;
  isPerUser: boolean;
  chosen: string | undefined;
  choose: (id: string) => void;
};

/** Shows the table; a cost is edited in its cell. */
export function CostTable({ items, total, field, shade, isPerUser, chosen, choose }: CostTableProps) {
  const { t } = useLingui();
  const setPeek = useSetPeek();
  const go = useGo();
  const mayEdit = useMay("inventory.edit");
  const rows = withSums(items);
  const most = items[0]?.cost ?? 0;
  const columns: Column<Row>[] = [
    {
      key: "name",
      label: t`Name`,
      cell: ({ name }) => <span className="trunc">{name}</span>,
      text: ({ name }) => name,
    },
    {
      key: "bar",
      label: t`Share`,
      width: 64,
      cell: ({ cost }) => (
        <span className="cost-bar">
          <i style={{ width: `${most > 0 ? (100 * cost) / most : 0}%` }} />
        </span>
      ),
    },
    {
      key: "cost",
      label: t`Cost a year`,
      width: 104,
      isFigure: true,
      cell: ({ cost }) => <span className="num">{number(cost)}</span>,
      text: ({ cost }) => String(cost),
      editor: (row, { close }) =>
        mayEdit && !field.readonly ? (
          <AttributeEditor
            label={t`Cost a year`}
            field={field}
            value={row.attributes?.[field.key]}
            save={(value) => void setAttribute(row, field, value)}
            close={close}
          />
        ) : undefined,
    },
    {
      key: "sum",
      label: t`Sum`,
      width: 60,
      isFigure: true,
      cell: ({ running }) => (
        <span className="num">{total > 0 ? number(running / total, { style: "percent" }) : "–"}</span>
      ),
    },
    {
      key: "figure",
      label: isPerUser ? t`Per user` : t`Years left`,
      width: 80,
      isFigure: true,
      cell(row) {
        const figure = shade.figureOf(row);
        return (
          <span className="num">
            {figure === undefined ? "–" : number(figure, { maximumFractionDigits: isPerUser ? 0 : 1 })}
          </span>
        );
      },
    },
  ];
  return (
    <Grid
      label={t`Costs`}
      columns={columns}
      total={rows.length}
      rowAt={(at) => rows[at]}
      idOf={({ id }) => id}
      {...(chosen && { current: chosen })}
      onCursor={({ at }) => {
        const row = rows[at.row];
        if (row) choose(row.id);
      }}
      onPeek={({ id }) => setPeek(id)}
      onOpen={({ id }) => go({ to: "/cards/$id", params: { id } })}
    />
  );
}
