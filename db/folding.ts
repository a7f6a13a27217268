/** The folding of letters by the search index: their case and most of their accents make no difference. */
import { Database } from "bun:sqlite";

/** Returns the tokenizer of the search index (see the migrations), asked in an index of its own in memory. */
function openTokenizer() {
  const sqlite = new Database(":memory:");
  sqlite.run("CREATE VIRTUAL TABLE letters USING fts5(letter, tokenize='trigram remove_diacritics 1')");
  sqlite.run("CREATE VIRTUAL TABLE terms USING fts5vocab(letters, 'row')");
  const add = sqlite.query("INSERT INTO letters (letter) VALUES (?)");
  const terms = sqlite.query<{ term: string }, []>("SELECT term FROM terms");
  const remove = sqlite.query("DELETE FROM letters");
  return (letter: string): string => {
    add.run(letter.repeat(3));
    const found = terms.get();
    remove.run();
    return found ? ([...found.term][0] as string) : "";
  };
}

let tokenizer: ReturnType<typeof openTokenizer> | undefined;
/** Letters beyond ASCII and their folded forms; a combining mark is folded to nothing. */
const known = new Map<string, string>();

function foldLetter(letter: string): string {
  let folded = known.get(letter);
  if (folded === undefined) {
    tokenizer ??= openTokenizer();
    folded = tokenizer(letter);
    known.set(letter, folded);
  }
  return folded;
}

const BEYOND_ASCII = /[^\0-\x7f]/;

/** Returns a text as the search index sees it: one text is found by another when it holds it, both folded. */
export const fold = (text: string): string =>
  BEYOND_ASCII.test(text) ? Array.from(text.toWellFormed(), foldLetterOrAscii).join("") : text.toLowerCase();

const foldLetterOrAscii = (letter: string) => (letter < "\u0080" ? letter.toLowerCase() : foldLetter(letter));

/** Returns the form of a name in which siblings' names are compared (`name_key`): trimmed, in lower case. */
export const nameKeyOf = (name: string): string => name.trim().toLowerCase();
