/** Calculations that refer to what somebody is about to remove, a field or a type: they are told how many there are. */
import { statement } from "../../../db";
import { FormulaError, readsChildren, referencedFields } from "../../formula";
import type { DeletionTarget } from "../metamodel";
import { needsOf, readFormula } from "./plan";
import { visibleRelationTypes } from "./scope";

type Row = { target_type_key: string; target_field_key: string; formula: string };

const mentions = (text: string, word: string) => new RegExp(`(?<!\\w)${RegExp.escape(word)}(?!\\w)`).test(text);

/** The relation types through which a formula for cards of a type reads other cards. */
const relationsRead = (formula: ReturnType<typeof readFormula>, typeKey: string) =>
  visibleRelationTypes(typeKey, needsOf([formula]).relationTypes);

/** Whether a formula for cards of one type sees cards of another, as relations or children. */
function sees(formula: ReturnType<typeof readFormula>, typeKey: string, otherKey: string): boolean {
  if (formula instanceof FormulaError) return false;
  if (readsChildren(formula)) return true;
  return relationsRead(formula, typeKey).some(
    ({ source_type_key: source, target_type_key: target }) =>
      (source === typeKey && target === otherKey) || (target === typeKey && source === otherKey),
  );
}

/**
 * How many calculations, active or not, fill or read a field of a type's cards, or read an option of it. Of related
 * cards a formula names fields in texts of its own making, so there a mention of the name counts.
 */
export function countReferences(typeKey: string, fieldKey: string, optionKey?: string): number {
  const all = statement<Row>("SELECT target_type_key, target_field_key, formula FROM calculations").all();
  return all.filter(({ target_type_key, target_field_key, formula: text }) => {
    const formula = readFormula(text);
    const isOwn = target_type_key === typeKey;
    const reads =
      (isOwn && !(formula instanceof FormulaError) && referencedFields(formula).includes(fieldKey)) ||
      (mentions(text, fieldKey) && sees(formula, target_type_key, typeKey));
    if (optionKey !== undefined)
      return (reads || (isOwn && target_field_key === fieldKey)) && mentions(text, optionKey);
    return reads || (isOwn && target_field_key === fieldKey);
  }).length;
}

/** How many calculations, active or not, go with a type, and how many of the others read what goes with it. */
export function countConcerned({ kind, key }: DeletionTarget): { removed: number; left: number } {
  const all = statement<Row>("SELECT target_type_key, target_field_key, formula FROM calculations").all();
  const isRemoved = (row: Row) => kind === "card_type" && row.target_type_key === key;
  const readers = all.filter(
    (row) =>
      !isRemoved(row) &&
      relationsRead(readFormula(row.formula), row.target_type_key).some((type) =>
        kind === "relation_type" ? type.key === key : type.source_type_key === key || type.target_type_key === key,
      ),
  );
  return { removed: all.filter(isRemoved).length, left: readers.length };
}
