/** The costs of the cards of a type. */
import type { Actor } from "../../core/access/actor";
import { columns } from "../../http/tables";
import { costFieldsOf, finite, mostExpensive, sumOf, totalCost } from "./fields";
import { type Filters, populationOf, selectCards } from "./population";
import { fragment, listed, members, rowsOf, scalar } from "./rows";
import { parsed, type Report } from "./table";

/** Returns the cards of a type by the sum of their costs. */
export function costs(actor: Actor, { type, ...filters }: Filters & { type: string }): Report {
  const sum = sumOf(costFieldsOf(type));
  const rows = rowsOf<[number, number, string]>(
    selectCards(
      populationOf(actor, type, filters),
      fragment(`${sum.sql}, ${members({ id: scalar("c.id"), name: scalar("c.name") })}`, ...sum.values),
    ),
  );
  const items = mostExpensive(rows.map(([, cost, text]) => ({ cost: finite(cost), text })));
  const texts = items.map(({ cost, text }) => `{${text},"cost":${cost}}`);
  return {
    name: "cost",
    json: () => listed(texts, '{"items":', `,"total":${totalCost(items)}}`),
    columns: columns("id", "name", "cost"),
    rows: () => parsed(texts),
  };
}
