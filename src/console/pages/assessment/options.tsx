/** The step that chooses: options next to each other, with what each brings, costs and changes. */
import { useLingui } from "@lingui/react/macro";
import { Minus, Plus } from "lucide-react";
import type { Option } from "../../analysis/sessions";
import { Icon } from "../../ui/icon";
import { KeyValue } from "../../ui/section";
import type { StepProps } from "./step-props";

export function OptionsStep({ session, mayWrite, change }: StepProps) {
  const { t } = useLingui();
  const options = session.archOptions ?? [];
  /** Another option has other gaps. */
  const choose = (id: string) =>
    change({
      selectedOptionId: id,
      ...(id !== session.selectedOptionId &&
        ({
          gapResult: undefined,
          depsResult: undefined,
          capabilityMapping: undefined,
          selectedRecs: [],
          selectedDeps: [],
        } as object)),
    });
  return (
    <div className="assessment-options" role="radiogroup" aria-label={t`Options`}>
      {options.map((option) => (
        <label
          key={option.id}
          className={option.id === session.selectedOptionId ? "assessment-option on" : "assessment-option"}
        >
          <span className="assessment-option-head">
            <input
              type="radio"
              name="option"
              disabled={!mayWrite}
              checked={option.id === session.selectedOptionId}
              onChange={() => choose(option.id)}
            />
            <b className="t15">{option.title}</b>
          </span>
          <OptionFacts option={option} />
        </label>
      ))}
    </div>
  );
}

function OptionFacts({ option }: { option: Option }) {
  const { t } = useLingui();
  const { newComponents = [], modifiedComponents = [], retiredComponents = [] } = option.impactPreview ?? {};
  const names = (components: readonly { name?: string }[]) => components.flatMap(({ name }) => name ?? []).join(", ");
  const facts: [string, string | undefined][] = [
    [t`Approach`, option.approach],
    [t`Cost`, option.estimatedCost],
    [t`Duration`, option.estimatedDuration],
    [t`Complexity`, option.estimatedComplexity],
    [t`New`, names(newComponents)],
    [t`Changed`, names(modifiedComponents)],
    [t`Retired`, names(retiredComponents)],
  ];
  return (
    <>
      <span className="c2">{option.summary}</span>
      <span>
        {facts.map(
          ([of, value]) =>
            value && (
              <KeyValue key={of} of={of}>
                <span className="assessment-value">{value}</span>
              </KeyValue>
            ),
        )}
      </span>
      <ProsAndCons pros={option.pros} cons={option.cons} />
    </>
  );
}

/** Shows what speaks for something and what against it. */
export function ProsAndCons({ pros = [], cons = [] }: { pros?: string[] | undefined; cons?: string[] | undefined }) {
  const { t } = useLingui();
  if (pros.length + cons.length === 0) return null;
  return (
    <span className="assessment-pros">
      {pros.map((one) => (
        <span key={one} title={t`Speaks for it`}>
          <Icon of={Plus} size={12} />
          {one}
        </span>
      ))}
      {cons.map((one) => (
        <span key={one} className="c2" title={t`Speaks against it`}>
          <Icon of={Minus} size={12} />
          {one}
        </span>
      ))}
    </span>
  );
}
