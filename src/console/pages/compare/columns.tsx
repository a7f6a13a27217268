/** The columns of the cards that differ. */
import { t } from "@lingui/core/macro";
import { BeforeAfter } from "../../cards/change";
import type { Difference } from "../../cards/history-words";
import type { Column } from "../../grid/column";
import { shortMoney } from "../../language/format";
import type { CardType } from "../../metamodel/queries";
import { TypeIcon } from "../../ui/icon";
import type { ComparedCard } from "./queries";
import { relationsText, tellingChanges, WaySign, wayWords } from "./words";

/** Fields that are shown in a row. */
const SHOWN = 3;

type Context = {
  types: ReadonlyMap<string, CardType>;
  differenceOf: (change: ComparedCard["changes"][number]) => Difference;
  currency: string;
  hasCosts: boolean;
  isPhone: boolean;
  isNarrow: boolean;
};

const signed = (text: string, value: number) => (value > 0 ? `+${text}` : text);

/** Shows the first fields that differ, before and after. */
function Fields({ card, differenceOf }: Pick<Context, "differenceOf"> & { card: ComparedCard }) {
  const changes = tellingChanges(card);
  return (
    <span className="trunc">
      {changes.slice(0, SHOWN).map((one, at) => {
        const difference = differenceOf(one);
        return (
          <span key={one.field} className="compare-field">
            {at > 0 && <span className="c3"> · </span>}
            <span className="c3">{difference.label}</span> <BeforeAfter {...difference} />
          </span>
        );
      })}
      {changes.length > SHOWN && <span className="c3"> {t`and ${changes.length - SHOWN} more`}</span>}
    </span>
  );
}

/** Returns the columns. */
export function comparedColumns(context: Context): Column<ComparedCard>[] {
  const { types, differenceOf, currency, hasCosts, isPhone, isNarrow } = context;
  const textOf = (change: ComparedCard["changes"][number]) => {
    const { label, before, after } = differenceOf(change);
    return `${label}: ${before} → ${after}`;
  };
  const columns: Column<ComparedCard>[] = [
    {
      key: "name",
      label: t`Card`,
      ...(!isPhone && { width: isNarrow ? 200 : 260 }),
      className: "nm",
      cell: ({ type, name }) => (
        <>
          <TypeIcon type={types.get(type)} />
          <span className="trunc">{name}</span>
        </>
      ),
      text: ({ name }) => name,
    },
    {
      key: "change",
      label: t`Change`,
      width: 132,
      cell: ({ change }) => <WaySign way={change} />,
      text: ({ change }) => wayWords()[change],
    },
    {
      key: "fields",
      label: t`What has changed`,
      cell: (card) =>
        card.change !== "added" && card.change !== "deleted" && <Fields card={card} differenceOf={differenceOf} />,
      text: ({ changes }) => changes.map(textOf).join("; "),
    },
    {
      key: "relations",
      label: t`Relations`,
      width: 92,
      isFigure: true,
      cell: (card) => <span className="num">{relationsText(card)}</span>,
      text: relationsText,
    },
  ];
  const costs: Column<ComparedCard> = {
    key: "costs",
    label: t`Costs`,
    width: 100,
    isFigure: true,
    cell: ({ costs: sums }) =>
      sums &&
      sums.difference !== 0 && (
        <span className="num">{signed(shortMoney(sums.difference, currency), sums.difference)}</span>
      ),
    text: ({ costs: sums }) => String(sums?.difference ?? ""),
  };
  const all = hasCosts ? [...columns, costs] : columns;
  return all.filter(({ key }) => !isPhone || key === "name" || key === "change");
}
