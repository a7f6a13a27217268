/** The filters of a list in words, as its chips have them. */
import { useLingui } from "@lingui/react/macro";
import { useOperator, valuesIn, type Words } from "../filters/chips";
import type { Filter } from "../filters/condition";
import type { Schemas } from "../server/client";
import { useMe } from "../server/session";
import { choicesOf } from "./choices";
import type { ListedField } from "./listed-fields";

/** Gives the words of fields and of their values. */
export function useFieldWords(
  summary: Schemas["CardList"] | undefined,
): (field: ListedField | undefined, name: string) => Words {
  const { t } = useLingui();
  const me = useMe();
  return (field, name) => {
    const choices = field ? choicesOf(field, summary) : [];
    return {
      field: field?.label ?? name,
      values: (value) =>
        value === "me" || value === me.id ? t`me` : (choices.find((one) => one.value === value)?.label ?? value),
    };
  };
}

/** Gives each condition of a filter in words. */
export function useFilterWords(
  fields: readonly ListedField[],
  { conditions, search }: Filter,
  summary: Schemas["CardList"] | undefined,
): string[] {
  const { t } = useLingui();
  const wordsOf = useFieldWords(summary);
  const operatorOf = useOperator();
  const all = conditions.map((condition) => {
    const words = wordsOf(
      fields.find((one) => one.condition === condition.field),
      condition.field,
    );
    return [words.field, operatorOf(condition), valuesIn(condition, words)].filter(Boolean).join(" ");
  });
  return search === "" ? all : [...all, t`name contains “${search}”`];
}
