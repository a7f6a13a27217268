/** The steps that fill gaps, and that name what the chosen products need: products, of which any are chosen. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { Product } from "../../analysis/sessions";
import { Section } from "../../ui/section";
import { ProsAndCons } from "./options";
import type { StepProps } from "./step-props";

export function GapsStep({ session, mayWrite, change }: StepProps) {
  const groups = (session.gapResult?.gaps ?? []).map(({ capability, impact, urgency, recommendations }) => ({
    title: capability ?? "",
    remark: impact,
    urgency,
    products: recommendations ?? [],
  }));
  return (
    <Groups
      groups={groups}
      chosen={session.selectedRecs ?? []}
      mayWrite={mayWrite}
      choose={(selectedRecs) => change({ selectedRecs })}
    />
  );
}

export function NeedsStep({ session, mayWrite, change }: StepProps) {
  const groups = (session.depsResult?.dependencies ?? []).map(({ need, reason, urgency, options }) => ({
    title: need ?? "",
    remark: reason,
    urgency,
    products: options ?? [],
  }));
  return (
    <Groups
      groups={groups}
      chosen={session.selectedDeps ?? []}
      mayWrite={mayWrite}
      choose={(selectedDeps) => change({ selectedDeps })}
    />
  );
}

type Group = { title: string; remark: string | undefined; urgency: string | undefined; products: readonly Product[] };
type GroupsProps = {
  groups: readonly Group[];
  chosen: readonly string[];
  mayWrite: boolean;
  choose: (chosen: string[]) => void;
};

function Groups({ groups, chosen, mayWrite, choose }: GroupsProps) {
  if (groups.length === 0)
    return (
      <p className="pad c2">
        <Trans>Nothing is lacking here.</Trans>
      </p>
    );
  return groups.map(({ title, remark, urgency, products }, group) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place, by which it is stored
    <Section key={group} title={title} remark={urgency}>
      {remark && <p className="c2 assessment-remark">{remark}</p>}
      <ul className="assessment-products">
        {products.map((product, at) => {
          const place = `${group}:${at}`;
          return (
            <li key={place}>
              <OneProduct
                product={product}
                isChosen={chosen.includes(place)}
                mayWrite={mayWrite}
                toggle={(isChosen) => choose(isChosen ? [...chosen, place] : chosen.filter((one) => one !== place))}
              />
            </li>
          );
        })}
      </ul>
    </Section>
  ));
}

type OneProps = { product: Product; isChosen: boolean; mayWrite: boolean; toggle: (isChosen: boolean) => void };

function OneProduct({ product, isChosen, mayWrite, toggle }: OneProps) {
  const { t } = useLingui();
  const { name, recommendation, vendor, why, estimatedCost: cost, integrationEffort: effort, pros, cons } = product;
  return (
    <label className="assessment-product">
      <input
        type="checkbox"
        disabled={!mayWrite}
        checked={isChosen}
        onChange={({ target }) => toggle(target.checked)}
      />
      <span>
        <b>{recommendation ?? name}</b>
        {vendor && <span className="c3"> {vendor}</span>}
        {product.recommended && <span className="assessment-mark t11">{t`recommended`}</span>}
        <span className="assessment-why c2">{why}</span>
        <ProsAndCons pros={pros} cons={cons} />
      </span>
      <span className="c3 t12 assessment-figures">
        {cost && <span>{t`Cost: ${cost}`}</span>}
        {effort && <span>{t`Effort: ${effort}`}</span>}
      </span>
    </label>
  );
}
