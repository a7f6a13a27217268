/** The filter of an impact, as its page has it: by type, criticality, phase, who is responsible, and words of the name. */
import { invalid } from "../../http/errors";
import { conditionsOf, valuesIn } from "../../http/where";
import { cardType } from "../metamodel";

/** An affected card, as far as it can be filtered by. */
type Filterable = {
  name: string;
  type: string;
  criticality: string | null;
  phase: string | null;
  owners: readonly { display_name: string }[];
};
type Predicate = (item: Filterable) => boolean;

/** The gravest step of criticality; the mildest is 1. */
const GRAVEST = 4;

/** Fields whose options are steps, from the gravest down. */
const ORDINALS = /criticality|importance|priority/i;

/** Returns the step of criticality of a card, by the order of its type's options; none without one. */
function stepsOf({ type, criticality }: Filterable): string[] {
  const ordinals = [...(cardType(type)?.fields.values() ?? [])].filter(({ key }) => ORDINALS.test(key));
  const places = ordinals.map(({ options = [] }) =>
    options.length < 3 ? -1 : options.findIndex(({ key }) => key === criticality),
  );
  const place = places.find((at) => at >= 0);
  return place === undefined ? [] : [String(Math.max(1, GRAVEST - place))];
}

const FIELDS: Record<string, (item: Filterable) => string[]> = {
  type: ({ type }) => [type],
  criticality: stepsOf,
  phase: ({ phase }) => (phase ? [phase] : []),
  responsible: ({ owners }) => owners.map(({ display_name }) => display_name),
};

/** Checks whether somebody is to be responsible for a card. */
const wantsResponsible = ({ type }: Filterable): boolean =>
  cardType(type)?.stakeholder_roles.some(({ key }) => key === "responsible") ?? false;

/** Returns the condition of a field. @throws Problem 422 for one that there is not */
function conditionOn(name: string, text: string): Predicate {
  const read = FIELDS[name];
  if (!read)
    throw invalid(["query", "where"], `compares one of ${Object.keys(FIELDS).join(", ")}`, "value_error", name);
  const isEmpty: Predicate = (item) => read(item).length === 0 && (name !== "responsible" || wantsResponsible(item));
  if (text === "empty") return isEmpty;
  if (text === "set") return (item) => !isEmpty(item);
  const wanted = new Set(valuesIn(name, text));
  return (item) => read(item).some((value) => wanted.has(value));
}

/** Describes `where` of an impact. */
export const IMPACT_WHERE =
  "Only items that meet these conditions, between semicolons, each of them `key:value`, `key:a|b` (one of them), `key:empty` or `key:set`; `!` before one negates it. A key is one of type, criticality (the step, from 1 to 4, of which 4 is the gravest), phase, responsible (the name); a backslash takes the next character as it is";

/**
 * Returns a check whether an item meets a filter; nobody need be responsible for what lacks nobody.
 * @throws Problem 422 for what can't be parsed
 */
export function impactFilter({
  where = "",
  search = "",
}: {
  where?: string | undefined;
  search?: string | undefined;
}): Predicate {
  const conditions = conditionsOf<Predicate>(where, conditionOn, (condition) => (item) => !condition(item));
  const part = search.toLowerCase();
  return (item) => item.name.toLowerCase().includes(part) && conditions.every((meets) => meets(item));
}
