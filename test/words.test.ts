/**
 * The glossary of CONTRIBUTING.md, and its rules for comments and test names, hold over the whole repository.
 * `bun test test/words.test.ts` prints what offends.
 */
import { expect, test } from "bun:test";
import {
  commentsOf,
  declaredNamesOf,
  filesOf,
  functionCommentsOf,
  linesOfPages,
  messagesOf,
  type Passage,
  testNamesOf,
} from "./support/source-words";

const FOLDERS = ["src", "db", "test", "bench", "scripts"];

/** The words that the glossary replaces, as they occur in comments and test names, with what is said instead. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(beside|aside)\b/i, "background; next to, in addition to"],
  [/\b(take|takes|taken|took|taking) up\b/i, "claim"],
  [/\b(leave|leaves|left|leaving) off\b/i, "cancel"],
  [/\b(give|gives|given|gave|giving) up\b/i, "cancel, discard"],
  [/\b(carry|carries|carried|carrying) (out|on)\b/i, "execute, continue"],
  [/\b(go|goes|going|gone|went) on\b/i, "continue"],
  [/\bkept\b/i, "cached, stored, retained"],
  [/\b(dear|dearer|dearest)\b/i, "expensive"],
  [/\b(tell|tells|told|hear|hears|heard)\b/i, "show, report, notify"],
  [/\bput(s|ting)? (right|back)\b/i, "repair, restore"],
  [/\bby hand\b/i, "manual"],
];

/** Words that test names may not use in addition, because they claim nothing that can be looked at. */
const VAGUE_IN_TESTS = /\b(says?|said)\b/i;

/** The words of the glossary that no name in the code has as a part. */
const NAME_WORDS = /^(beside|aside|kept|told|heard|dear|dearest|extent|erase|erased)$/;

/** Names that are fixed elsewhere → why. */
const FIXED_NAMES: Record<string, string> = {};

/** Types are nouns: none of these alone, and nothing else that ends in -ed. */
const PARTICIPLES =
  /^([A-Z][a-z]+ed|Kept|Found|Told|Sent|Shown|Given|Written|Chosen|Taken|Known|Held|Made|Broken|Stored|Gone|Due|Unanswered)$/;

/** Files are named after what they hold. */
const FILE_NAMES = /(^|-)(beside|aside|kept|by-hand)(-|$)|^(ending|stage|answers|extent|places|parts|ends)$/;

/** Verbs that an exported function doesn't begin with, because the project has another word for it. */
const FUNCTION_VERBS = /^(insert|add|remove|drop|erase|get)[A-Z]/;

/** Exported functions whose first word is meant as it stands → why. */
const MEANT_VERBS: Record<string, string> = {};

/** Beginnings of clauses that lack their main clause: a comment doesn't begin with them, nor does a sentence in it. */
const HEADLESS = new RegExp(
  `(?:^|[.:] )(?:${[
    "What|Whatever|Whether|How|Who|Whoever|Whose|Whom|Why|Which|Not|Since when|As \\x60",
    "That (?:a|an|the|some|no|it|there)|Those (?:that|who|of)",
    "(?:To|By|Of|In|From|For|With|On|At) (?:which|whom|what)",
  ].join("|")})\\b`,
);
/** A clause of time or place is a sentence only with what follows its comma. */
const SUBORDINATE =
  /^(When|Where|While|If|Unless|Because|As long as) [^,]*(, (and|or|by|in|at|as|on|through|which) [^,]*)*\.?$/;

/** Returns where the sentences of a comment end; its tags (`@param` and the like) have a form of their own. */
const sentencesOf = (comment: string) => comment.split(/ ?@(?:param|returns|throws)\b/)[0]!.trim();

const isDirective = (comment: string) => /^(biome-ignore|@ts-|#!)/.test(comment);

/** Verbs by their stems; a test's full name has one of them in some form. Add what is missing. */
const VERBS = new Set(
  `accept act add admit agree allow allot answer appear apply approve archive arrive ascend ask assess assign authenticate average bear become
  begin belong bind block book borrow bound break bring build calculate call can cancel carry change check choose claim clear
  close collect come commit compare compile complete compute concern confirm connect consist contain continue copy correct cost
  count cover create cross cut date decide declare decline decrypt delay delete deny depend derive describe detect determine
  differ die disappear discard distinguish do download draw drop echo edit empty encode encrypt end enter equal escape examine
  exceed execute exist expire explain export extend fail fall fetch fill filter find finish fit fix flow follow force forget
  form free freeze get give go grant grow guess hand handle hang happen have gain head hide hinder hold identify ignore import impose
  include increase index inherit install interrupt invalidate invite join jump keep know lack land last lead leave let
  lie lift limit link list live load lock log look lose lower make manage map mark match mean measure merge migrate mirror miss
  move name narrow need note notify number obey observe offer omit open order outlive override own pair parse part pass pause permit
  pick place point precede prefer preserve prevent print proceed produce propose protect publish pull push put raise ratify reach read
  receive recognise recompute record recover redirect reduce refer refresh refuse register reject relate release remain remember
  remove rename renew repair repeat replace reply report request require reset resolve respond restore restrict retire return revert
  reveal revise revoke rise roll round run satisfy save scale scan score search see seed select send separate serve set settle
  share show shrink sign skip sort speak split spread stand start state stay step stop store stream substitute succeed suffice
  suggest sum supply support survive switch synchronise take terminate touch treat trigger truncate turn undo update upgrade upload
  use validate vanish vary verify view violate wait wake walk want warn weigh win withdraw work wrap write yield`.split(
    /\s+/,
  ),
);
const AUXILIARIES =
  /\b(is|are|was|were|be|been|has|have|had|can|cannot|may|must|does|do|did|will|would|should|made|became|sent|left|held|kept|found|gave|took|\w+n't)\b/i;

/** Returns the stems that a word may be a form of: `tries` → try, `stopped` → stop, `changes` → change. */
const stemsOf = (word: string): string[] => [
  word,
  word.replace(/s$/, ""),
  word.replace(/es$/, ""),
  word.replace(/ies$/, "y"),
  word.replace(/ed$/, ""),
  word.replace(/d$/, ""),
  word.replace(/ied$/, "y"),
  word.replace(/(.)\1ed$/, "$1"),
];

const hasVerb = (name: string): boolean =>
  AUXILIARIES.test(name) ||
  name
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => stemsOf(word).some((stem) => VERBS.has(stem)));

/** Returns the words in a text that the glossary replaces, with what is said instead. */
const faultsOfText = (text: string): string[] =>
  PHRASES.filter(([phrase]) => phrase.test(text)).map(([phrase, instead]) => `${phrase.exec(text)![0]} → ${instead}`);

/** A phrase that names a thing; a function is what it does. */
const NOUN_PHRASE =
  /^(the|an?|all|every|everything|each|one|some|any|those|this|its|both|two|no|nothing|true|false|number|where|for|of|from|between|at most)\b/i;
/** The parts of a sentence that say nothing of its subject. */
const FURTHER =
  /[.;:,]| (?:that|which|who|whose|whom|where|when|whether|what|as|unless|if|while|until|how|because|so|by which|of which) /;
/** Verbs that stand in the main clause of a sentence whose subject isn't the function. */
const FINITE =
  /\b(is|are|was|were|be|has|have|had|can|cannot|may|must|does|do|will|would|comes?|goes|follows?|stays?|allows?|begins?|multiplies|means?|no longer|know|shows|stand|\w+n't)\b/i;

/** Judges a comment, as sentences. */
function faultsOfComment(text: string): string[] {
  if (isDirective(text)) return [];
  const sentences = sentencesOf(text);
  return [
    ...faultsOfText(text),
    ...(HEADLESS.test(sentences) || SUBORDINATE.test(sentences) ? ["a clause without its main clause"] : []),
  ];
}

/** Judges whether the comment of a function is a sentence: it begins with the function's verb, or has a subject and a verb of its own. */
const faultsOfFunctionComment = (text: string): string[] =>
  NOUN_PHRASE.test(text) && !FINITE.test(text.split(FURTHER)[0]!) ? ["begin with the function's verb"] : [];

/** Judges the full name of a test, as a sentence. */
function faultsOfTestName(text: string): string[] {
  return [
    ...faultsOfText(text),
    ...(VAGUE_IN_TESTS.test(text) ? ["says → has, shows, reports, names"] : []),
    ...(text.split(/\s+/).length < 3 ? ["fewer than three words"] : []),
    ...(hasVerb(text) ? [] : ["no verb"]),
    ...(/^(what|whether|how|who|where|when|why|which|that)\b/i.test(text)
      ? ["begins with a clause, not a subject"]
      : []),
  ];
}

/** Judges a test's own name, which a report may print without its groups. */
function faultsOfOwnName(own: string): string[] {
  const words = own.replaceAll(/%[a-z#]|\$\w+|…/g, "");
  return [
    ...(/[a-z]{2}/i.test(words) ? [] : ["nothing but data"]),
    ...(/^(that|who|whose|whom|which)\b/i.test(own) ? ["a clause about its group"] : []),
  ];
}

/** Returns the words of a name: `keptCards` → kept, cards. */
const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split("_");

/** Judges the names that a file declares, and with its own. */
function faultsOfNames(file: string): string[] {
  const base = file
    .split("/")
    .at(-1)!
    .replace(/(\.test|\.macro)?\.tsx?$/, "");
  const named = declaredNamesOf(file).flatMap(({ line, text, kind, exported }) => {
    if (text in FIXED_NAMES) return [];
    const faults = wordsOf(text).filter((word) => NAME_WORDS.test(word));
    if (kind === "type" && PARTICIPLES.test(text)) faults.push("a type is a noun");
    if (/^MOST_/.test(text)) faults.push("MOST_ → MAX_");
    if (kind === "function" && exported && FUNCTION_VERBS.test(text) && !(text in MEANT_VERBS))
      faults.push("create, delete, find, require or list");
    return faults.map((fault) => `${file}:${line} ${text}: ${fault}`);
  });
  return FILE_NAMES.test(base) ? [...named, `${file}: the file's name doesn't say what it holds`] : named;
}

const check = (passages: readonly Passage[], faultsOf: (text: string) => string[]): string[] =>
  passages.flatMap(({ file, line, text }) => faultsOf(text).map((fault) => `${file}:${line} ${fault}: ${text}`));

/** Texts that are compared with texts in files of earlier versions, and must stay as they are. */
const STORED_TEXTS = ["It is among the dearest quarter of its type, and nothing says that it fits its purpose well"];

/** The content of the demo landscape has the words of the people in it. */
const isDemo = (file: string) => file.startsWith("db/seed/demo/");
/** The table of the glossary has the words that it replaces. */
const isGlossary = ({ file, text }: Passage) => file === "CONTRIBUTING.md" && text.startsWith("|");

/** The words of the glossary stand in this file and in what reads it, because they look for them. */
const isJudged = (file: string) => file !== "test/words.test.ts";

/** Prints what offends in a folder, and expects nothing of it. */
function expectNone(rule: string, folder: string, offences: readonly string[]): void {
  if (offences.length > 0) console.log(`${rule} of ${folder}: ${offences.length}\n  ${offences.join("\n  ")}`);
  expect(offences.length).toBe(0);
}

test.each(FOLDERS)("the comments of %s are plain sentences in the words of the glossary", (folder) => {
  const comments = filesOf(folder).filter(isJudged).flatMap(commentsOf);
  expect(comments.length).toBeGreaterThan(20);
  expectNone("comments", folder, check(comments, faultsOfComment));
});

test.each(FOLDERS)("the comments of functions in %s are sentences that begin with their verb", (folder) => {
  const comments = filesOf(folder).filter(isJudged).flatMap(functionCommentsOf);
  expect(comments.length).toBeGreaterThan(10);
  expectNone("comments of functions", folder, check(comments, faultsOfFunctionComment));
});

test.each(FOLDERS)("the names in %s are those of the glossary", (folder) => {
  expectNone("names", folder, filesOf(folder).filter(isJudged).flatMap(faultsOfNames));
});

test.each(["src", "db"])("the messages and descriptions of %s use the words of the glossary", (folder) => {
  const messages = filesOf(folder)
    .filter((file) => !isDemo(file))
    .flatMap(messagesOf)
    .filter(({ text }) => !STORED_TEXTS.includes(text));
  expect(messages.length).toBeGreaterThan(400);
  expectNone("messages", folder, check(messages, faultsOfText));
});

test("the pages use the words of the glossary", () => {
  const lines = linesOfPages().filter((line) => !isGlossary(line));
  expect(lines.length).toBeGreaterThan(1_000);
  expectNone("pages", "the repository", check(lines, faultsOfText));
});

test("the full name of every test is a statement of at least three words", () => {
  const names = filesOf("test").filter(isJudged).flatMap(testNamesOf);
  expect(names.length).toBeGreaterThan(2_000);
  expectNone("tests", "test", check(names, faultsOfTestName));
});

test("no test is named by its data alone, or by a clause about its group", () => {
  const offences = filesOf("test")
    .filter(isJudged)
    .flatMap(testNamesOf)
    .flatMap(({ file, line, text, own }) => faultsOfOwnName(own).map((fault) => `${file}:${line} ${fault}: ${text}`));
  expectNone("own names", "test", offences);
});

test("the rules find what they are for, and nothing else", () => {
  expect(faultsOfComment("What is staged of what a source reads.")).toHaveLength(1);
  expect(faultsOfComment("How often it is tried.")).toHaveLength(1);
  expect(faultsOfComment("When it ends.")).toHaveLength(1);
  expect(faultsOfComment("When it ends, its lease is deleted. @returns whether it ended")).toEqual([]);
  expect(faultsOfComment("The longest reason of a failed run.")).toEqual([]);
  expect(faultsOfComment("Work beside the requests.")).toHaveLength(1);
  expect(faultsOfFunctionComment("The terms by name.")).toHaveLength(1);
  expect(faultsOfFunctionComment("True when the lease has ended.")).toHaveLength(1);
  expect(faultsOfFunctionComment("Returns the terms by name.")).toEqual([]);
  expect(faultsOfFunctionComment("Two active cards must not have one name.")).toEqual([]);
  expect(faultsOfTestName("that is good the second time counts")).toHaveLength(1);
  expect(faultsOfTestName("is told")).not.toEqual([]);
  expect(faultsOfOwnName("that is good the second time counts")).toHaveLength(1);
  expect(faultsOfOwnName("%s: %j")).toHaveLength(1);
  expect(faultsOfOwnName("is refused with %s")).toEqual([]);
  expect(faultsOfTestName("a draft flow that names an archived card is refused with 422")).toEqual([]);
});
