/** The filters of a list as chips: each shows its field, its operator and its values, and is changed or taken away in place. */
import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { Button, DialogTrigger, Popover } from "react-aria-components";
import { number } from "../language/format";
import { Icon } from "../ui/icon";
import type { Condition } from "./condition";

/** The words of a condition. */
export type Words = { field: string; values: (value: string) => string };

/** Gives a condition in words. */
export function useOperator(): (condition: Condition) => string {
  const { t } = useLingui();
  return ({ kind, isNegated, ...rest }) => {
    if (kind === "empty") return isNegated ? t`is set` : t`is missing`;
    if (kind === "range") return isNegated ? t`is outside` : t`is`;
    const isOne = "values" in rest && rest.values.length === 1;
    return isNegated ? t`is not` : isOne ? t`is` : t`is any of`;
  };
}

const bound = (text: string, words: Words) => (/^\d+(\.\d+)?$/.test(text) ? number(Number(text)) : words.values(text));

/** Returns the values of a condition in words. */
export function valuesIn(condition: Condition, words: Words): string {
  if (condition.kind === "empty") return "";
  if (condition.kind === "values") return condition.values.map(words.values).join(", ");
  if (condition.to === "") return `≥ ${bound(condition.from, words)}`;
  return condition.from === ""
    ? `≤ ${bound(condition.to, words)}`
    : `${bound(condition.from, words)} – ${bound(condition.to, words)}`;
}

type ChipProps = { condition: Condition; words: Words; onRemove: () => void; picker?: React.ReactNode };

/** Shows a filter. @param picker what a press on its values opens */
export function Chip({ condition, words, onRemove, picker }: ChipProps) {
  const { t } = useLingui();
  const operator = useOperator()(condition);
  const values = valuesIn(condition, words);
  return (
    <span className="chip">
      <span className="k">{words.field}</span>
      <span className="o">{operator}</span>
      {values !== "" && (
        <DialogTrigger>
          <Button className="chip-values" aria-label={t`Change ${words.field}: ${values}`}>
            <span className="trunc">{values}</span>
          </Button>
          <Popover className="pop" offset={4} placement="bottom start">
            {picker}
          </Popover>
        </DialogTrigger>
      )}
      <Button className="x" aria-label={t`Remove the filter ${words.field}`} onPress={onRemove}>
        <Icon of={X} size={12} />
      </Button>
    </span>
  );
}

/** Shows the text that names are searched for. */
export function SearchChip({ text, onRemove }: { text: string; onRemove: () => void }) {
  const { t } = useLingui();
  return (
    <span className="chip">
      <span className="k">
        <Trans>Name</Trans>
      </span>
      <span className="o">
        <Trans>contains</Trans>
      </span>
      <span>{text}</span>
      <Button className="x" aria-label={t`Remove the search`} onPress={onRemove}>
        <Icon of={X} size={12} />
      </Button>
    </span>
  );
}
