/** Attributes in reports, without the costs that the actor may not see. A part in a card opens no costs here. */
import { type Actor, may } from "../../core/access/actor";
import { costKeysOf, metamodel, relationCostKeysOf } from "../metamodel";
import { pathOf } from "./fields";
import { fragment, type Query } from "./rows";

/** Returns SQL for `attributes` of an alias without the keys of its kind. */
function without(alias: string, kind: string, hidden: [kind: string | number, keys: readonly string[]][]): Query {
  const withKeys = hidden.filter(([, keys]) => keys.length > 0);
  if (withKeys.length === 0) return fragment(`${alias}.attributes`);
  const cases = withKeys.map(([, keys]) => `WHEN ? THEN json_remove(${alias}.attributes${", ?".repeat(keys.length)})`);
  return fragment(
    `CASE ${alias}.${kind} ${cases.join(" ")} ELSE ${alias}.attributes END`,
    ...withKeys.flatMap(([value, keys]) => [value, ...keys.map(pathOf)]),
  );
}

/** Returns SQL for the attributes of cards. @param types the types that they may have; any without it */
export function cardAttributes(actor: Actor, types: Iterable<string> = metamodel().cardTypes.keys()): Query {
  if (may(actor, "costs.view")) return fragment("c.attributes");
  return without(
    "c",
    "type",
    [...types].map((type) => [type, costKeysOf(type)]),
  );
}

/** Returns SQL for the attributes of relations `r`. */
export function relationAttributes(actor: Actor): Query {
  if (may(actor, "costs.view")) return fragment("r.attributes");
  const types = [...metamodel().relationTypes.values()];
  return without(
    "r",
    "type_seq",
    types.map(({ seq, key }) => [seq, relationCostKeysOf(key)]),
  );
}
