/** The dependencies of a card as a list of levels, where there is no room for columns. */
import { Trans } from "@lingui/react/macro";
import { labelOf, useTypes } from "../../metamodel/queries";
import { TypeIcon } from "../../ui/icon";
import { Section } from "../../ui/section";
import type { BandName, BandRow } from "./bands";
import type { FlowNode } from "./flows";
import type { DependencyNode } from "./queries";

type ListProps = {
  /** The name of the card in the middle. */
  name: string;
  nodes: readonly FlowNode[];
  bands: Record<BandName, readonly BandRow[]>;
  wordOf: (column: number) => string;
  onOpen: (id: string) => void;
};

/** Shows the list: from where data comes, to where it goes, then what is related by type. */
export function DependencyList({ name, nodes, bands, wordOf, onOpen }: ListProps) {
  const types = useTypes();
  const sides = [
    nodes.filter(({ column }) => column < 0).toSorted((one, other) => other.column - one.column),
    nodes.filter(({ column }) => column > 0),
  ];
  const line = (key: string, card: DependencyNode, remark?: string) => (
    <button key={key} type="button" className="rel rel-button" onClick={() => onOpen(card.id)}>
      <TypeIcon type={types.get(card.type)} />
      <span className="trunc">{card.name}</span>
      {remark && <span className="e">{remark}</span>}
    </button>
  );
  const [sources = [], targets = []] = sides;
  return (
    <div className="scroll grow">
      <h2 className="aloud">{name}</h2>
      {sources.length > 0 && (
        <Section title={<Trans>Comes from</Trans>} count={sources.length}>
          {sources.map(({ key, card, column }) => line(key, card, wordOf(column)))}
        </Section>
      )}
      {targets.length > 0 && (
        <Section title={<Trans>Goes to</Trans>} count={targets.length}>
          {targets.map(({ key, card, column }) => line(key, card, wordOf(column)))}
        </Section>
      )}
      {[...bands.above, ...bands.own, ...bands.below].map(({ type, cards }) => {
        const known = types.get(type);
        return (
          <Section key={type} title={known ? labelOf(known) : type} count={cards.length}>
            {cards.map((card) => line(card.id, card))}
          </Section>
        );
      })}
    </div>
  );
}
