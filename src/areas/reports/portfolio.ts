/** Cards by a few of their attributes. */
import { type Actor, require } from "../../core/access/actor";
import { refused } from "../../http/errors";
import { columns } from "../../http/tables";
import { lifecycleColumns } from "../cards";
import { cardType } from "../metamodel";
import { isSafeKey, pathOf } from "./fields";
import { type Filters, phaseMember, populationOf, selectCards } from "./population";
import { fragment, listed, members, rowsOf, scalar, stored } from "./rows";
import { parsed, phaseColumn, type Report } from "./table";

const axes = ["x_axis", "y_axis", "size_field", "color_field", "letter_field"] as const;
type Axes = Record<Exclude<(typeof axes)[number], "letter_field">, string> & { letter_field: string | undefined };
type Fields = ReadonlyMap<string, unknown> | undefined;

/** Returns the field of an axis that is left out: the first, unless the type has only the other. */
const axisOf = (fields: Fields, key: string, builtIn: string) =>
  fields?.has(builtIn) && !fields.has(key) ? builtIn : key;

/** @throws Problem 400 for what can't be a field, or is none of the type; 403 for costs that the actor may not see */
function requireAxes(actor: Actor, type: string, chosen: Axes): void {
  const fields = cardType(type)?.fields;
  for (const axis of axes) {
    const key = chosen[axis];
    if (key === undefined) continue;
    if (!isSafeKey(key)) throw refused(`Invalid ${axis}: '${key}'`);
    if (fields && fields.size > 0 && !fields.has(key)) throw refused(`Unknown field '${key}' for type '${type}'`);
  }
  const costs = cardType(type)?.costKeys ?? [];
  if (axes.some((axis) => costs.includes(chosen[axis] ?? ""))) require(actor, "costs.view");
}

type PortfolioQuery = Filters & {
  type: string;
  x_axis?: string | undefined;
  y_axis?: string | undefined;
  size_field: string;
  color_field: string;
  letter_field?: string | undefined;
};

/** SQL for the JSON text of an attribute; its parameter is the path. */
const ATTRIBUTE = "c.attributes -> ?";

/**
 * Returns the portfolio of a card type.
 * @throws Problem 400 for a field that the type doesn't have, 403 for costs that the actor may not see
 */
export function portfolio(actor: Actor, query: PortfolioQuery): Report {
  const fields = cardType(query.type)?.fields;
  const {
    type,
    x_axis = axisOf(fields, "functionalFit", "functionalSuitability"),
    y_axis = axisOf(fields, "technicalFit", "technicalSuitability"),
    size_field,
    color_field,
    letter_field,
    ...filters
  } = query;
  requireAxes(actor, type, { x_axis, y_axis, size_field, color_field, letter_field });
  const phase = phaseMember(filters.at);
  const text = members({
    id: scalar("c.id"),
    name: scalar("c.name"),
    x: stored(ATTRIBUTE),
    y: stored(ATTRIBUTE),
    size: `coalesce(${ATTRIBUTE}, '0')`,
    color: stored(ATTRIBUTE),
    ...(letter_field !== undefined && { letter: stored(ATTRIBUTE) }),
    lifecycle: stored("c.lifecycle"),
  });
  const shown = { x: x_axis, y: y_axis, size: size_field, color: color_field, letter: letter_field };
  const paths = Object.values(shown).flatMap((key) => (key === undefined ? [] : [pathOf(key)]));
  const items = rowsOf<[number, string]>(
    selectCards(
      populationOf(actor, type, filters),
      fragment(`'{' || ${text} || ${phase.sql} || '}'`, ...paths, ...phase.values),
    ),
  ).map(([, item]) => item);
  // A field that is shown twice is one column.
  const fieldColumns = Object.entries(shown)
    .filter(([, header], at, all) => header !== undefined && all.findIndex(([, other]) => other === header) === at)
    .map(([key, header = ""]) => ({ header, value: (row: Record<string, unknown>) => row[key] }));
  return {
    name: "portfolio",
    json: () => listed(items, '{"items":', `,"x_axis":${JSON.stringify(x_axis)},"y_axis":${JSON.stringify(y_axis)}}`),
    columns: [...columns("id", "name"), ...fieldColumns, ...lifecycleColumns, ...phaseColumn(filters.at)],
    rows: () => parsed(items),
  };
}
