/** Blocks of cells as text, as spreadsheets write it to the clipboard. */

const quoted = (text: string) => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Returns rows of values as text between tabs and line breaks. */
export const toText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(quoted).join("\t")).join("\n");

/**
 * Returns the values of a text that a spreadsheet wrote: cells between tabs, in quotes where they hold tabs or line breaks.
 */
export function fromText(text: string): string[][] {
  const rows: string[][] = [[""]];
  let isQuoted = false;
  const add = (letter: string) => {
    const row = rows[rows.length - 1] as string[];
    row[row.length - 1] += letter;
  };
  const isAtStart = () => rows.at(-1)?.at(-1) === "";
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string;
    if (isQuoted && letter === '"' && text[at + 1] === '"') add(text[++at] as string);
    else if (letter === '"' && (isQuoted || isAtStart())) isQuoted = !isQuoted;
    else if (!isQuoted && letter === "\t") rows.at(-1)?.push("");
    else if (!isQuoted && letter === "\n") rows.push([""]);
    else if (letter !== "\r" || isQuoted) add(letter);
  }
  if (rows.length > 1 && rows.at(-1)?.join("") === "") rows.pop();
  return rows;
}
