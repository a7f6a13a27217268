/** Calculations that refer to a field of a card type: who is about to remove the field is told how many there are. */
import { statement } from "../../../db/client";
import { onReferencesAsked } from "../metamodel/changes";
import { FormulaError, readsChildren, referencedFields } from "./formula";
import { needsOf, readFormula } from "./plan";
import { visibleRelationTypes } from "./scope";

type Row = { target_type_key: string; target_field_key: string; formula: string };

const mentions = (text: string, word: string) => new RegExp(`(?<!\\w)${RegExp.escape(word)}(?!\\w)`).test(text);

/** Whether a formula for cards of one type sees cards of another, as relations or children. */
function sees(formula: ReturnType<typeof readFormula>, typeKey: string, otherKey: string): boolean {
  if (formula instanceof FormulaError) return false;
  if (readsChildren(formula)) return true;
  return visibleRelationTypes(typeKey, needsOf([formula]).relationTypes).some(
    ({ sourceTypeKey: source, targetTypeKey: target }) =>
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

onReferencesAsked("calculations", countReferences);
