/** The flows between domains as a list: those of the chosen domain, or the strongest of all. */
import { Plural, useLingui } from "@lingui/react/macro";
import { number } from "../../language/format";
import { Section } from "../../ui/section";
import { flowKey, keyOf } from "./domains";
import type { Domain, DomainFlow, DomainFlows } from "./queries";

/** Flows of a list at most. */
const MOST = 40;

type ListProps = {
  report: DomainFlows;
  chosen: string | undefined;
  onChoose: (key: string | undefined) => void;
  /** The name of the domain of the systems in none. */
  none: string;
};

/** Shows the list, each flow with how many interfaces carry it. */
export function DomainList({ report: { domains, flows }, chosen, onChoose, none }: ListProps) {
  const { t } = useLingui();
  const names = new Map(domains.map(({ id, name }) => [keyOf(id), name ?? none]));
  const nameOf = (id: string | null) => names.get(keyOf(id)) ?? none;
  const row = (key: string, other: string | null, words: string, { count }: DomainFlow) => (
    <button key={key} type="button" className="rel rel-button" onClick={() => onChoose(keyOf(other))}>
      <span className="trunc" title={words}>
        {words}
      </span>
      <span className="e num">{number(count)}</span>
    </button>
  );
  const own = domains.find(({ id }) => keyOf(id) === chosen);
  if (!own)
    return (
      <Section title={t`Most flows`} count={flows.length}>
        {flows.slice(0, MOST).map((flow) => {
          const sign = flow.is_unknown ? "–" : "→";
          const words = `${nameOf(flow.source_id)} ${sign} ${nameOf(flow.target_id)}`;
          return row(flowKey(flow), flow.source_id, words, flow);
        })}
      </Section>
    );
  const parts = partsOf(own, flows);
  return (
    <>
      <Section title={own.name ?? none}>
        <p className="c2 t12">
          <Plural value={own.systems} one="# system" other="# systems" />
          {" · "}
          <Plural value={own.within} one="# interface inside" other="# interfaces inside" />
        </p>
      </Section>
      {(
        [
          [t`Goes to`, parts.out],
          [t`Comes from`, parts.in],
          [t`Direction unknown`, parts.unknown],
        ] as const
      ).map(
        ([title, listed]) =>
          listed.length > 0 && (
            <Section key={title} title={title} count={listed.length}>
              {listed.slice(0, MOST).map(({ flow, other }) => row(flowKey(flow), other, nameOf(other), flow))}
            </Section>
          ),
      )}
    </>
  );
}

/** Returns the flows of a domain by their direction, each with the other domain. */
function partsOf({ id }: Domain, flows: readonly DomainFlow[]) {
  const own = keyOf(id);
  const touching = flows.flatMap((flow) =>
    keyOf(flow.source_id) === own
      ? [{ flow, other: flow.target_id, isOut: true }]
      : keyOf(flow.target_id) === own
        ? [{ flow, other: flow.source_id, isOut: false }]
        : [],
  );
  const known = touching.filter(({ flow }) => !flow.is_unknown);
  return {
    out: known.filter(({ isOut }) => isOut),
    in: known.filter(({ isOut }) => !isOut),
    unknown: touching.filter(({ flow }) => flow.is_unknown),
  };
}
