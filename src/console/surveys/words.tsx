/** Surveys in words and signs: their status, their questions, and values of answers. */
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { AttributeValue } from "../cards/cells";
import { number } from "../language/format";
import { type Field, fieldOf } from "../metamodel/fields";
import { labelOf, useTypes } from "../metamodel/queries";
import { Status } from "../ui/signs";
import type { Survey, SurveyField } from "./queries";

const KINDS: Record<string, ReturnType<typeof msg>> = {
  text: msg`Text`,
  number: msg`Number`,
  cost: msg`Cost`,
  boolean: msg`Yes or no`,
  date: msg`Day`,
  url: msg`Address`,
  single_select: msg`One of several`,
  multiple_select: msg`Any of several`,
  relation: msg`Cards`,
};

/** Gives the kind of a field in words. */
export function useKind(): (field: SurveyField) => string {
  const { i18n } = useLingui();
  return (field) => {
    const kind = KINDS[isRelation(field) ? "relation" : (field.type ?? "text")];
    return kind ? i18n._(kind) : (field.type ?? "");
  };
}

/** Checks whether a field asks for related cards. */
export const isRelation = ({ kind }: SurveyField): boolean => kind === "relation";

/** Returns the field of the metamodel that an attribute of a survey is. */
export const fieldFor = (field: SurveyField): Field =>
  ({ ...field, type: field.type ?? "text", options: field.options ?? [] }) as unknown as Field;

/** Gives a function that fills the gaps of a survey's field from the type of its cards: its options and its translations. */
export function useLive(typeKey: string): <F extends SurveyField>(field: F) => F {
  const type = useTypes().get(typeKey);
  return (field) => {
    const live = fieldOf(type, field.key);
    return {
      ...field,
      options: field.options ?? (live?.options as typeof field.options),
      translations: field.translations ?? live?.translations,
    };
  };
}

/** Returns the name of a field, in the language of the page. */
export const nameOf = (field: SurveyField): string => labelOf({ ...field, label: field.label || field.key });

/** Checks whether there is a value. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** Shows a value of a field: an attribute, or cards by their names. */
export function Value({ field, value }: { field: SurveyField; value: unknown }) {
  if (isRelation(field) && Array.isArray(value) && value.length > 0)
    return <span>{value.map((one: { name?: string }) => one?.name ?? "").join(", ")}</span>;
  return <AttributeValue field={fieldFor(field)} value={value} />;
}

/** Shows the status of a survey; one that is closed is the rule. */
export function SurveyStatus({ status }: { status: Survey["status"] }) {
  if (status === "draft")
    return (
      <Status tone="mut">
        <Trans>Draft</Trans>
      </Status>
    );
  if (status === "active")
    return (
      <Status tone="info">
        <Trans>Running</Trans>
      </Status>
    );
  return (
    <span className="c2">
      <Trans>Closed</Trans>
    </span>
  );
}

/** Shows how many have answered, as a bar and figures. */
export function Progress({ done, total }: { done: number; total: number }) {
  return (
    <>
      <span className="survey-bar" aria-hidden>
        <i style={{ width: `${total > 0 ? (done / total) * 100 : 0}%` }} />
      </span>
      <span className="num">
        <Trans>
          {number(done)} of {number(total)}
        </Trans>
      </span>
    </>
  );
}
