/** The relations that `$expand` adds to the entries of a feed. */
import { type Actor, may } from "../../../core/access/actor";
import { invalid } from "../../../http/errors";
import { hiddenCardTypes, metamodel } from "../../metamodel";
import { parseNames } from "./expressions";
import { shownTypes } from "./properties";
import { relationKeysOf, type Selection, showsAll } from "./selection";

/**
 * Returns the relation types that the entries of a feed can be expanded by: those of its columns, or of a view without
 * columns all that its cards may have. Nobody expands relations who may not see them.
 * @param types keys of the card types that the view names; none for all
 */
export function expandableKeys(actor: Actor, selection: Selection, types: readonly string[]): string[] {
  if (!may(actor, "relations.view")) return [];
  if (!showsAll(selection)) return relationKeysOf(selection);
  const shown = new Set(shownTypes(types).map(({ key }) => key));
  const hidden = new Set(hiddenCardTypes());
  return [...metamodel().relationTypes.values()]
    .filter(({ is_hidden, source_type_key: source, target_type_key: target }) => {
      const isShown = (shown.has(source) && !hidden.has(target)) || (shown.has(target) && !hidden.has(source));
      return isShown && !is_hidden;
    })
    .map(({ key }) => key);
}

/**
 * Returns the relation types of an `$expand`, each once.
 * @param expandable keys of those that it may name
 * @throws Problem 422 for others, and for what is more than a name
 */
export function expandedKeys($expand: string | undefined, expandable: readonly string[]): string[] {
  if ($expand === undefined) return [];
  const names = parseNames($expand) ?? expandable;
  const unknown = names.find((name) => !expandable.includes(name));
  if (unknown !== undefined)
    throw invalid(["query", "$expand"], "names a relation that the feed doesn't have", "value_error", unknown);
  return [...new Set(names)];
}
