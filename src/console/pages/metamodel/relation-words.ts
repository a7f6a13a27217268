/** The words of a relation type, which reads from either end. */
import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { textIn, withText } from "../../metamodel/names";
import { updateRelationType } from "./changes";
import type { RelationType } from "./queries";

/** The end that a relation is read from. */
export type End = "source" | "target";

const propertyOf = (end: End) => (end === "source" ? "label" : "reverse_label");

/** Returns the words of a relation, read from one of its ends. */
export const relationLabel = (relation: RelationType, end: End): string =>
  textIn(relation, propertyOf(end), i18n.locale) ||
  textIn(relation, propertyOf(end), "en") ||
  textIn(relation, "label", i18n.locale) ||
  relation.label;

/** Gives a relation other words, read from one of its ends. */
export const renameRelation = (relation: RelationType, end: End, text: string, language = i18n.locale) => {
  const { label, reverse_label, translations } = relation;
  const former = relationLabel(relation, end);
  return updateRelationType(relation.key, {
    sentence: t`“${former}” is called “${text}” now`,
    edit: (before) => withText(before, propertyOf(end), text, language),
    back: (before) => ({ ...before, label, reverse_label, translations }),
  });
};
