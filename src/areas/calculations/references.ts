/** Counting the calculations that refer to a field, an option or a type. */
import { statement } from "../../../db";
import { type Formula, FormulaError, readsChildren, referencedFields } from "../../formula";
import type { DeletionTarget } from "../metamodel";
import { needsOf, readFormula } from "./plan";
import { visibleRelationTypes } from "./scope";

type Row = { target_type_key: string; target_field_key: string; formula: string };

const listRows = () => statement<Row>("SELECT target_type_key, target_field_key, formula FROM calculations").all();

const mentions = (text: string, word: string) => new RegExp(`(?<!\\w)${RegExp.escape(word)}(?!\\w)`).test(text);

/** Returns the relation types through which a formula for cards of a type reads other cards. */
const relationsRead = (formula: Formula | FormulaError, typeKey: string) =>
  visibleRelationTypes(typeKey, needsOf([formula]).relationTypes);

/** Checks whether a formula for cards of one type reads cards of another, as related cards or children. */
function readsCardsOf(formula: Formula, typeKey: string, otherKey: string): boolean {
  if (readsChildren(formula)) return true;
  return relationsRead(formula, typeKey).some(
    ({ source_type_key: source, target_type_key: target }) =>
      (source === typeKey && target === otherKey) || (target === typeKey && source === otherKey),
  );
}

/**
 * Counts the calculations, active or not, that fill or read a field of a card type, or read an option of it. The fields
 * of related cards are named in texts that a formula may compute, so there a mention of the name counts.
 */
export function countReferences(typeKey: string, fieldKey: string, optionKey?: string): number {
  return listRows().filter(({ target_type_key, target_field_key, formula: text }) => {
    const formula = readFormula(text);
    const isOwn = target_type_key === typeKey;
    const refers =
      (isOwn && target_field_key === fieldKey) ||
      (!(formula instanceof FormulaError) &&
        ((isOwn && referencedFields(formula).includes(fieldKey)) ||
          (mentions(text, fieldKey) && readsCardsOf(formula, target_type_key, typeKey))));
    return refers && (optionKey === undefined || mentions(text, optionKey));
  }).length;
}

/** Counts the calculations, active or not, that are deleted with a type, and the others that read what is deleted. */
export function countDeletionImpact({ kind, key }: DeletionTarget): { removed: number; left: number } {
  const rows = listRows();
  const others = rows.filter((row) => kind !== "card_type" || row.target_type_key !== key);
  const readers = others.filter((row) =>
    relationsRead(readFormula(row.formula), row.target_type_key).some((type) =>
      kind === "relation_type" ? type.key === key : type.source_type_key === key || type.target_type_key === key,
    ),
  );
  return { removed: rows.length - others.length, left: readers.length };
}
