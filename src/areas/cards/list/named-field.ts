/** Attributes that queries name. */
import type { Field } from "../../../../db/schema/metamodel";
import { type Actor, may } from "../../../core/access/actor";
import { forbidden, invalid } from "../../../http/errors";
import { cardType } from "../../metamodel";

/** Begins the name of an attribute where columns can be named too. */
export const ATTRIBUTE = "attributes.";

/**
 * Returns the field of a card type that a query parameter names.
 * @param parameter the name of the query parameter, for the refusal
 * @throws Problem 422 without a type or for a field it doesn't have; 403 for costs that the actor may not see everywhere
 */
export function namedField(actor: Actor, typeKey: string | undefined, key: string, parameter: string): Field {
  const type = typeKey === undefined ? undefined : cardType(typeKey);
  if (!type) throw invalid(["query", parameter], "needs exactly one card type in `type` in addition");
  const field = type.fields.get(key);
  if (!field) throw invalid(["query", parameter], `${type.key} has no field ${JSON.stringify(key.slice(0, 100))}`);
  // Comparisons would reveal the costs.
  if (field.type === "cost" && !may(actor, "costs.view")) throw forbidden();
  return field;
}
