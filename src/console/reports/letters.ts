/** Letters that stand for the options of a field. */
import { type Field, optionLabel } from "../metamodel/fields";

export type Letter = { key: string; label: string; letter: string };

/** Letters that have a meaning everywhere in the console. */
const TAKEN = ["Z"];

/** Returns the options of a field, each with the first letter of its label that is free. */
export function lettersOf(field: Field | undefined): Letter[] {
  const letters = new Set<string>(TAKEN);
  return (field?.options ?? [])
    .filter(({ hidden }) => !hidden)
    .map(({ key }, at) => {
      const label = optionLabel(field, key);
      const letter = [...label.toUpperCase()].find((one) => /\p{L}/u.test(one) && !letters.has(one)) ?? String(at + 1);
      letters.add(letter);
      return { key, label, letter };
    });
}
