/** Cards by four of their attributes. */
import { type Actor, require } from "../../core/access/actor";
import { refused } from "../../http/errors";
import { columns } from "../../http/tables";
import { lifecycleColumns } from "../cards";
import { cardType } from "../metamodel";
import { isSafeKey, pathOf } from "./fields";
import { type Filters, phaseMember, populationOf, selectCards } from "./population";
import { fragment, list, members, rowsOf, scalar, stored } from "./rows";
import { parsed, phaseColumn, type Report } from "./table";

const axes = ["x_axis", "y_axis", "size_field", "color_field"] as const;
type PortfolioQuery = Filters & { type: string } & Record<(typeof axes)[number], string>;

/** @throws Problem 400 for what can't be a field, or is none of the type; 403 for costs that the actor may not see */
function requireAxes(actor: Actor, query: PortfolioQuery): void {
  const fields = cardType(query.type)?.fields;
  for (const axis of axes) {
    const key = query[axis];
    if (!isSafeKey(key)) throw refused(`Invalid ${axis}: '${key}'`);
    if (fields && fields.size > 0 && !fields.has(key)) throw refused(`Unknown field '${key}' for type '${query.type}'`);
  }
  const costs = cardType(query.type)?.costKeys ?? [];
  if (axes.some((axis) => costs.includes(query[axis]))) require(actor, "costs.view");
}

/** SQL for the JSON text of an attribute; its parameter is the path. */
const ATTRIBUTE = "c.attributes -> ?";

/**
 * The portfolio of a card type.
 * @throws Problem 400 for a field that the type doesn't have, 403 for costs that the actor may not see
 */
export function portfolio(actor: Actor, query: PortfolioQuery): Report {
  requireAxes(actor, query);
  const { type, x_axis, y_axis, size_field, color_field, ...filters } = query;
  const phase = phaseMember(filters.at);
  const text = members({
    id: scalar("c.id"),
    name: scalar("c.name"),
    x: stored(ATTRIBUTE),
    y: stored(ATTRIBUTE),
    size: `coalesce(${ATTRIBUTE}, '0')`,
    color: stored(ATTRIBUTE),
    lifecycle: stored("c.lifecycle"),
  });
  const paths = [x_axis, y_axis, size_field, color_field].map(pathOf);
  const items = rowsOf<[number, string]>(
    selectCards(
      populationOf(actor, type, filters),
      fragment(`'{' || ${text} || ${phase.sql} || '}'`, ...paths, ...phase.values),
    ),
  ).map(([, item]) => item);
  const named = (header: string, key: string) => ({ header, value: (row: Record<string, unknown>) => row[key] });
  return {
    name: "portfolio",
    json: () => `{"items":${list(items)},"x_axis":${JSON.stringify(x_axis)},"y_axis":${JSON.stringify(y_axis)}}`,
    columns: [
      ...columns("id", "name"),
      ...[named(x_axis, "x"), named(y_axis, "y"), named(size_field, "size"), named(color_field, "color")],
      ...lifecycleColumns,
      ...phaseColumn(filters.at),
    ],
    rows: () => parsed(items),
  };
}
