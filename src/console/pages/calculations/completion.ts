/** Completions of a formula: names of the data of the card, functions and words of the language. */

import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { fieldsOf, type RelationType } from "../../metamodel/fields";
import { type CardType, labelOf } from "../../metamodel/queries";
import type { FormulaFunction } from "./queries";

/** A word that completes what is being typed. */
export type Completion = {
  /** The text that is written. */
  text: string;
  /** The number of characters from its end at which the caret is then. */
  back: number;
  label: string;
  remark?: string | MessageDescriptor;
};

/** The names and functions that complete a formula of a type. */
export type Vocabulary = {
  type: CardType | undefined;
  relations: readonly RelationType[];
  functions: readonly FormulaFunction[];
};

const MOST = 10;
const OWN = ["name", "description", "status", "approval_status", "subtype", "lifecycle"];
const PHASES = ["plan", "phaseIn", "active", "phaseOut", "endOfLife"];
const NAMES: Readonly<Record<string, MessageDescriptor>> = {
  data: msg`the fields of the card`,
  relations: msg`the related cards, by relation`,
  relation_count: msg`how many there are, by relation`,
  children: msg`the cards below it`,
  children_count: msg`how many there are`,
};
const WORDS = ["None", "True", "False", "and", "or", "not", "if", "else", "for", "in"];

const plain = (text: string, remark?: Completion["remark"]): Completion => ({
  text,
  back: 0,
  label: text,
  ...(remark !== undefined && { remark }),
});

/** Returns a function with its parameters; those with a default stand in brackets. */
function ofFunction({ name, parameters, required }: FormulaFunction): Completion {
  const words = parameters.map((word, at) => (at < required || word === "…" ? word : `[${word}]`));
  return { text: `${name}()`, back: parameters.length > 0 ? 1 : 0, label: name, remark: `(${words.join(", ")})` };
}

const ofRelation = (type: CardType | undefined, relation: RelationType): Completion =>
  plain(
    relation.key,
    relation.source_type_key === type?.key ? relation.label : (relation.reverse_label ?? relation.label),
  );

/** Returns everything that may follow a path such as `data.`; the names, functions and words without one. */
function candidates(path: string, { type, relations, functions }: Vocabulary): Completion[] {
  if (path === "data.")
    return [...fieldsOf(type).map((field) => plain(field.key, labelOf(field))), ...OWN.map((key) => plain(key))];
  if (path === "data.lifecycle.") return PHASES.map((key) => plain(key));
  if (path === "relations." || path === "relation_count.")
    return relations
      .filter((one) => one.source_type_key === type?.key || one.target_type_key === type?.key)
      .map((one) => ofRelation(type, one));
  if (path !== "") return [];
  return [
    ...Object.entries(NAMES).map(([name, meaning]) => plain(name, meaning)),
    ...functions.map(ofFunction),
    ...WORDS.map((word) => plain(word)),
  ];
}

/**
 * Returns what completes the word before the caret, the best first.
 * @param before the text before the caret
 * @param isAsked true to list what may stand there when no letter is typed yet
 */
export function completionsOf(
  before: string,
  vocabulary: Vocabulary,
  isAsked: boolean,
): { word: string; list: Completion[] } {
  const [, path = "", word = ""] = /((?:[A-Za-z_]\w*\.)*)([A-Za-z_]\w*)?$/.exec(before) ?? [];
  if (path === "" && word === "" && !isAsked) return { word, list: [] };
  const sought = word.toLowerCase();
  const found = candidates(path, vocabulary).filter(({ label, remark }) =>
    [label, typeof remark === "string" ? remark : ""].some((text) => text.toLowerCase().includes(sought)),
  );
  const rank = ({ label }: Completion) => (label.toLowerCase().startsWith(sought) ? 0 : 1);
  const list = found.sort((one, other) => rank(one) - rank(other)).slice(0, MOST);
  // A whole word needs no list.
  return { word, list: list.length === 1 && list[0]?.text === word ? [] : list };
}
