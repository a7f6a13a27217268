/** English nouns, as far as the paths of the API need them. */

/** Returns the words of a text between anything but letters and digits. */
export const words = (text: string): string[] => text.split(/[^a-zA-Z0-9]+/).filter(Boolean);

/** Returns a word with a capital at its beginning. */
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Words that end like a plural and are none. */
const unchanging = /(ss|us|is|wbs|lens)$/;

/** Returns the singular of a plural: `categories` → `category`, `processes` → `process`; a word that is none stays. */
export function singular(noun: string): string {
  if (unchanging.test(noun)) return noun;
  if (noun.endsWith("ies")) return `${noun.slice(0, -3)}y`;
  if (/(ss|x|ch)es$/.test(noun)) return noun.slice(0, -2);
  return noun.replace(/s$/, "");
}

/** Returns the plural of a singular: `adr` → `adrs`; a word that is one already stays. */
export const plural = (noun: string): string => (noun.endsWith("s") ? noun : `${noun}s`);
