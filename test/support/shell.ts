/**
 * Runs the commands of the documentation without a shell: words, quotes, variables and comments as in sh, and of curl the options
 * that the pages use, as requests of this process. So the pages are tested on machines that have neither.
 */

/** A command of a page, with the variables that its words name. */
export type Command = { words: Word[]; line: string };
/** A word as pieces of text; `variable` pieces stand for values. */
type Word = { text: string; variable?: true }[];

/** Returns the code blocks of a page that are commands. */
export const commandBlocks = (page: string): string[] =>
  [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block as string);

const PIECE = /\\\n|'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\.)*)"|(?<plain>[^\s'"#\\]+|#|\\.)|(?<space>\s+)/gsy;

/** Returns text with `$NAME` in it, as pieces. */
const pieces = (text: string): Word =>
  text.split(/(\$[A-Z][A-Z0-9_]*)/).flatMap((part) => {
    if (part === "") return [];
    return [/^\$[A-Z][A-Z0-9_]*$/.test(part) ? { text: part.slice(1), variable: true as const } : { text: part }];
  });

function wordsOf(line: string): Word[] {
  const words: Word[] = [];
  let current: Word | undefined;
  const extend = (more: Word) => (current ??= []).push(...more);
  const end = () => {
    if (current) words.push(current);
    current = undefined;
  };
  for (const { groups = {} } of line.matchAll(PIECE)) {
    const { single, double, plain, space } = groups;
    if (plain === "#" && !current) break;
    if (space !== undefined) end();
    else if (single !== undefined) extend([{ text: single }]);
    else if (double !== undefined) extend(pieces(double.replaceAll(/\\(.)/g, "$1")));
    else if (plain !== undefined) extend(pieces(plain));
  }
  end();
  return words;
}

/** Returns the commands of a block; those that `&&` joins are several. */
export function commandsOf(block: string): Command[] {
  // A line ends where no quote is open.
  const lines = block.match(/(?:\\\n|'[^']*'|"(?:[^"\\]|\\.)*"|#[^\n]*|[^\n'"#]|(?<=\S)#)+/g) ?? [];
  return lines.flatMap((line) => {
    const parts: Word[][] = [[]];
    for (const word of wordsOf(line))
      if (word.length === 1 && word[0]?.text === "&&") parts.push([]);
      else parts.at(-1)?.push(word);
    return parts.filter(({ length }) => length > 0).map((words) => ({ words, line: line.trim() }));
  });
}

/** Returns the words of a command as text. @param valueFor the value of a variable */
export const expand = async (
  { words }: Command,
  valueFor: (variable: string) => string | Promise<string>,
): Promise<string[]> =>
  Promise.all(
    words.map(async (word) =>
      (await Promise.all(word.map(({ text, variable }) => (variable ? valueFor(text) : text)))).join(""),
    ),
  );

/** A request that a curl command makes. */
export type CurlRequest = { url: string; init: RequestInit; savedAs: string | undefined; endless: boolean };

const authorization = (login: string) => `Basic ${Buffer.from(login).toString("base64")}`;

/**
 * Returns the request of a curl command.
 * @param args its words after `curl`
 * @param file the content of a file that it uploads
 * @throws Error for an option that no page has used yet
 */
export function curlRequest(args: readonly string[], file: (name: string) => Blob): CurlRequest {
  const headers = new Headers();
  const [data, form]: [string[], FormData] = [[], new FormData()];
  let [url, method, savedAs]: (string | undefined)[] = [];
  const flags = new Set<string>();
  const options: Record<string, (value: string) => void> = {
    "-X": (value) => (method = value),
    "-H": (value) => headers.append(...(value.split(/:\s*(.*)/s).slice(0, 2) as [string, string])),
    "-d": (value) => data.push(value),
    "-F": (value) => {
      const [name = "", content = ""] = value.split(/=(.*)/s);
      if (content.startsWith("@")) form.append(name, file(content.slice(1)), content.slice(1));
      else form.append(name, content);
    },
    "-o": (value) => (savedAs = value),
    ">": (value) => (savedAs = value),
    "-u": (value) => headers.set("authorization", authorization(value)),
  };
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] as string;
    const option = options[argument];
    if (option) option(args[++at] as string);
    else if (["-G", "-N"].includes(argument)) flags.add(argument);
    else if (argument.startsWith("-") || url !== undefined)
      throw new Error(`No page has used this of curl: ${argument}`);
    else url = argument;
  }
  const isForm = [...form.keys()].length > 0;
  const body = isForm ? form : data.length > 0 && !flags.has("-G") ? data.join("&") : undefined;
  const query = flags.has("-G") ? `?${data.join("&")}` : "";
  return {
    url: `http://${url?.replace(/^http:\/\//, "")}${query}`,
    init: { method: method ?? (body === undefined ? "GET" : "POST"), headers, body },
    savedAs,
    endless: flags.has("-N"),
  };
}
