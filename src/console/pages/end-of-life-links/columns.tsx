/** The columns of cards that were looked up. */
import { t } from "@lingui/core/macro";
import type { LookedUp } from "../../eol/queries";
import type { Column } from "../../grid/column";
import type { CardType } from "../../metamodel/queries";
import { TypeIcon } from "../../ui/icon";
import { Missing } from "../../ui/signs";
import { type Choice, choiceOf, isLinked } from "./rows";

type Context = {
  types: ReadonlyMap<string, CardType>;
  chosen: ReadonlyMap<string, Choice>;
  isPhone: boolean;
};

/** Returns the columns. */
export function linkColumns({ types, chosen, isPhone }: Context): Column<LookedUp>[] {
  const columns: Column<LookedUp>[] = [
    {
      key: "name",
      label: t`Card`,
      className: "nm",
      cell: ({ card_name: name, card_type: type }) => (
        <>
          <TypeIcon type={types.get(type)} />
          <span className="trunc">{name}</span>
        </>
      ),
      text: ({ card_name }) => card_name,
    },
    {
      key: "now",
      label: t`Linked to`,
      width: 190,
      cell: (row) =>
        isLinked(row) ? (
          <span className="trunc">
            {row.current_eol_product} <span className="c3 num">{row.current_eol_cycle}</span>
          </span>
        ) : (
          <Missing title={t`No link to a product`} />
        ),
      text: ({ current_eol_product, current_eol_cycle }) =>
        `${current_eol_product ?? ""} ${current_eol_cycle ?? ""}`.trim(),
    },
    {
      key: "product",
      label: t`Proposed product`,
      width: 210,
      cell: (row) => {
        const choice = choiceOf(row, chosen);
        return choice ? (
          <span className={chosen.has(row.card_id) ? "trunc w2" : "trunc"}>{choice.product}</span>
        ) : (
          <span className="c3">–</span>
        );
      },
      text: (row) => choiceOf(row, chosen)?.product ?? "",
    },
    {
      key: "cycle",
      label: t`Cycle`,
      width: 110,
      cell: (row) => {
        const choice = choiceOf(row, chosen);
        if (!choice) return null;
        return choice.cycle ? (
          <span className="num">{choice.cycle}</span>
        ) : (
          <span className="inv">
            <span className="ring" />
            {t`to choose`}
          </span>
        );
      },
      text: (row) => choiceOf(row, chosen)?.cycle ?? "",
    },
    {
      key: "score",
      label: t`How sure`,
      width: 84,
      isFigure: true,
      cell: (row) => {
        const score = choiceOf(row, chosen)?.score;
        return score !== undefined && <span className="num">{Math.round(score * 100)} %</span>;
      },
      text: (row) => String(Math.round((choiceOf(row, chosen)?.score ?? 0) * 100)),
    },
  ];
  return isPhone ? columns.filter(({ key }) => key === "name" || key === "cycle") : columns;
}
