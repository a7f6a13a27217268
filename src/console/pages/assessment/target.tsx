/** The step with the target architecture: cards that are reused or new, and the relations between them. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { Mapping, ProposedCard } from "../../analysis/sessions";
import { relationTypesQuery } from "../../metamodel/fields";
import { labelOf, useTypes } from "../../metamodel/queries";
import { useSetPeek } from "../../navigation/peek";
import { EditedLine } from "../../ui/edited-line";
import { TypeIcon } from "../../ui/icon";
import { Section } from "../../ui/section";
import type { StepProps } from "./step-props";

/** Returns the names in a proposal by their ids. */
const namesIn = ({ proposedCards, capabilities }: Mapping, renamed: Readonly<Record<string, string>>) =>
  new Map([...capabilities, ...proposedCards].map(({ id, name }) => [id, renamed[id] ?? name]));

export function TargetStep({ session, mayWrite, change }: StepProps) {
  const { t } = useLingui();
  const mapping = session.capabilityMapping;
  const { data: relationTypes = [] } = useQuery(relationTypesQuery);
  if (!mapping) return null;
  const { leftOutCards = [], leftOutRelations = [], renamedCards = {} } = session;
  const names = namesIn(mapping, renamedCards);
  const isNew = (card: ProposedCard) => card.isNew;
  const toggled = <T,>(list: readonly T[], one: T, isIn: boolean) =>
    isIn ? list.filter((other) => other !== one) : [...list, one];
  return (
    <>
      <Section title={t`New cards`} count={mapping.proposedCards.filter(isNew).length}>
        <ul className="assessment-cards">
          {mapping.proposedCards.filter(isNew).map((card) => (
            <li key={card.id}>
              <CardLine
                card={card}
                name={renamedCards[card.id] ?? card.name}
                isChosen={!leftOutCards.includes(card.id)}
                mayWrite={mayWrite}
                toggle={(isIn) => change({ leftOutCards: toggled(leftOutCards, card.id, isIn) })}
                rename={(name) => change({ renamedCards: { ...renamedCards, [card.id]: name } })}
              />
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t`Cards that are there`} count={mapping.proposedCards.filter((card) => !card.isNew).length}>
        <ul className="assessment-cards">
          {mapping.proposedCards
            .filter((card) => !card.isNew)
            .map((card) => (
              <li key={card.id}>
                <ExistingLine card={card} />
              </li>
            ))}
        </ul>
      </Section>
      <Section title={t`Capabilities`} count={mapping.capabilities.length}>
        <p>
          {mapping.capabilities
            .map(({ name, isNew: isProposed }) => (isProposed ? t`${name} (new)` : name))
            .join(", ") || "–"}
        </p>
      </Section>
      <Section title={t`Relations`} count={mapping.proposedRelations.length}>
        <ul className="assessment-cards">
          {mapping.proposedRelations.map(({ sourceId, targetId, relationType, label }, at) => {
            const type = relationTypes.find(({ key }) => key === relationType);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a relation is its place, by which it is committed
              <li key={at}>
                <label className="assessment-line">
                  <input
                    type="checkbox"
                    disabled={!mayWrite}
                    checked={!leftOutRelations.includes(at)}
                    onChange={({ target }) =>
                      change({ leftOutRelations: toggled(leftOutRelations, at, target.checked) })
                    }
                  />
                  <span>
                    {names.get(sourceId) ?? sourceId}{" "}
                    <span className="c3">{type ? labelOf(type) : (label ?? relationType)}</span>{" "}
                    {names.get(targetId) ?? targetId}
                  </span>
                </label>
              </li>
            );
          })}
        </ul>
      </Section>
      <p className="pad c3 t12">
        <Plural
          value={leftOutCards.length + leftOutRelations.length}
          _0="Everything is committed with the next step."
          one="# is left out."
          other="# are left out."
        />{" "}
        <Trans>Nothing is written before that.</Trans>
      </p>
    </>
  );
}

type LineProps = {
  card: ProposedCard;
  name: string;
  isChosen: boolean;
  mayWrite: boolean;
  toggle: (isIn: boolean) => void;
  rename: (name: string) => void;
};

function CardLine({ card, name, isChosen, mayWrite, toggle, rename }: LineProps) {
  const { t } = useLingui();
  const type = useTypes().get(card.cardTypeKey);
  return (
    <span className="assessment-line">
      <input
        type="checkbox"
        aria-label={t`Create ${name}`}
        disabled={!mayWrite}
        checked={isChosen}
        onChange={({ target }) => toggle(target.checked)}
      />
      <TypeIcon type={type} />
      {mayWrite ? (
        <EditedLine
          label={t`Name of ${name}`}
          value={name}
          isNeeded
          className="inp bare assessment-name"
          save={rename}
        />
      ) : (
        <b>{name}</b>
      )}
      <span className="c3 t12">{labelOf(type ?? { label: card.cardTypeKey })}</span>
      <span className="c2 trunc">{card.rationale}</span>
    </span>
  );
}

function ExistingLine({ card }: { card: ProposedCard }) {
  const type = useTypes().get(card.cardTypeKey);
  const setPeek = useSetPeek();
  return (
    <span className="assessment-line">
      <TypeIcon type={type} />
      <button type="button" className="lk" onClick={() => setPeek(card.existingCardId)}>
        {card.name}
      </button>
      <span className="c3 t12">{labelOf(type ?? { label: card.cardTypeKey })}</span>
      <span className="c2 trunc">{card.rationale}</span>
    </span>
  );
}
