/** The same costs as a table: the amount, its share so far, and for each user. Amounts are changed in their cells. */
import { useLingui } from "@lingui/react/macro";
import { setAttribute } from "../../cards/changes";
import { AttributeEditor } from "../../cards/editors";
import type { Column } from "../../grid/column";
import { Grid } from "../../grid/grid";
import { number } from "../../language/format";
import type { Field } from "../../metamodel/fields";
import { labelOf } from "../../metamodel/queries";
import { costPerUser } from "./lens";
import type { CostItem } from "./queries";

type TableProps = {
  items: readonly CostItem[];
  field: Field;
  users: Field | undefined;
  mayEdit: boolean;
  chosen: string | undefined;
  onChoose: (id: string) => void;
  onPeek: (id: string) => void;
  onOpen: (id: string) => void;
};

type Row = { item: CostItem; share: number; part: number };

/** Returns the cards with their share of the highest cost, and what they make up with all before them. */
function rowsOf(items: readonly CostItem[]): Row[] {
  const total = items.reduce((sum, { cost }) => sum + cost, 0) || 1;
  const highest = Math.max(1, ...items.map(({ cost }) => cost));
  let sum = 0;
  return items.map((item) => {
    sum += item.cost;
    return { item, share: sum / total, part: Math.max(0, item.cost) / highest };
  });
}

/** Shows the table. */
export function CostTable({ items, field, users, mayEdit, chosen, onChoose, onPeek, onOpen }: TableProps) {
  const { t } = useLingui();
  const rows = rowsOf(items);
  const isEdited = mayEdit && field.readonly !== true;
  const columns: Column<Row>[] = [
    { key: "name", label: t`Name`, className: "nm", cell: ({ item }) => <span className="trunc">{item.name}</span> },
    {
      key: "bar",
      label: t`Share`,
      isLabelHidden: true,
      width: 72,
      cell: ({ part }) => (
        <span className="cost-bar" aria-hidden>
          <i style={{ width: `${Math.max(2, 100 * part)}%` }} />
        </span>
      ),
    },
    {
      key: "cost",
      label: labelOf(field),
      width: 96,
      isFigure: true,
      cell: ({ item }) => <span className="num">{number(item.cost)}</span>,
      text: ({ item }) => String(item.cost),
      editor: ({ item }, { close }) =>
        isEdited ? (
          <AttributeEditor
            label={labelOf(field)}
            field={field}
            value={item.cost}
            save={(value) => void setAttribute(item, field, value)}
            close={close}
          />
        ) : undefined,
    },
    {
      key: "sum",
      label: t`Sum`,
      width: 56,
      isFigure: true,
      cell: ({ share }) => <span className="num">{number(share, { style: "percent" })}</span>,
    },
    ...(users
      ? [
          {
            key: "users",
            label: t`Per user`,
            width: 80,
            isFigure: true,
            cell: ({ item }: Row) => {
              const figure = costPerUser(item, users);
              return <span className="num">{figure === undefined ? "–" : number(Math.round(figure))}</span>;
            },
          },
        ]
      : []),
  ];
  return (
    <Grid
      label={t`Costs`}
      columns={columns}
      total={rows.length}
      rowAt={(at) => rows[at]}
      idOf={({ item }) => item.id}
      {...(chosen !== undefined && { current: chosen })}
      onCursor={({ at }) => {
        const id = rows[at.row]?.item.id;
        if (id && id !== chosen) onChoose(id);
      }}
      onPeek={({ item }) => onPeek(item.id)}
      onOpen={({ item }) => onOpen(item.id)}
    />
  );
}
