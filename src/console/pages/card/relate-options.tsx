/** The options of the line that relates: relations to choose from, or cards with the relation that each would have. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { ListBox, ListBoxItem, ListBoxSection } from "react-aria-components";
import { relationsQuery } from "../../cards/queries";
import { relatedGroups } from "../../cards/related";
import { relationTypesQuery } from "../../metamodel/fields";
import { labelOf, useTypes } from "../../metamodel/queries";
import { answered, api } from "../../server/client";
import { query } from "../../server/queries";
import { Icon, TypeIcon } from "../../ui/icon";
import { Keys } from "../../ui/keys";
import { Marked } from "../../ui/marked";
import { type PossibleRelation, type RelateChoice, relationFor } from "./relations-of-type";

/** Rows of cards, and of cards that are related already. */
const MOST = 8;
const MAX_RELATED = 2;

/** Returns cards that a card can be related to and isn't yet. */
const relatableQuery = (card_id: string, q: string) =>
  query(["cards", "relatable", card_id, q], ["card.", "relation."], ({ signal }) =>
    answered(
      api.GET("/api/v1/cards/{card_id}/relatable-cards", { signal, params: { path: { card_id }, query: { q } } }),
    ),
  );

type OptionsProps = {
  card: { id: string };
  text: string;
  possible: readonly PossibleRelation[];
  chosen: PossibleRelation | undefined;
  isChoosing: boolean;
  mayMake: boolean;
  /** @param key undefined for any relation */
  choose: (key?: string) => void;
  take: (choice: RelateChoice) => void;
};

/** Shows the relations, or the cards. */
export function RelateOptions(props: OptionsProps) {
  return props.isChoosing ? <RelationRows {...props} /> : <CardRows {...props} />;
}

const holds = (name: string, text: string) => name.toLocaleLowerCase().includes(text.toLocaleLowerCase());

function RelationRows({ text, possible, choose }: OptionsProps) {
  const { t } = useLingui();
  const types = useTypes();
  const shown = possible.filter(
    ({ reading, otherType }) => holds(reading, text) || holds(types.get(otherType)?.label ?? "", text),
  );
  return (
    <ListBox aria-label={t`Relations`} className="relate-options scroll">
      <ListBoxItem id="any" textValue={t`any relation`} className="relate-option" onAction={() => choose()}>
        <span className="relate-reading" />
        <span className="c2">{t`any relation`}</span>
      </ListBoxItem>
      {shown.map(({ key, reading, otherType }) => (
        <ListBoxItem key={key} id={key} textValue={reading} className="relate-option" onAction={() => choose(key)}>
          <span className="relate-reading">{reading}</span>
          <TypeIcon type={types.get(otherType)} />
          <span className="trunc">{typeLabel(types.get(otherType), otherType)}</span>
        </ListBoxItem>
      ))}
    </ListBox>
  );
}

const typeLabel = (type: Parameters<typeof labelOf>[0] | undefined, key: string) => (type ? labelOf(type) : key);

function CardRows({ card, text, possible, chosen, mayMake, take }: OptionsProps) {
  const { t } = useLingui();
  const types = useTypes();
  const related = useRelated(card.id, text, chosen);
  const { data: found = [], isFetching } = useQuery({
    ...relatableQuery(card.id, text),
    placeholderData: (before) => before,
  });
  const choices = found
    .flatMap((other) =>
      other.relations.map(({ relation_type, side }) => ({
        other,
        relation: relationFor(possible, relation_type, side),
      })),
    )
    .filter(({ relation }) => relation && (!chosen || relation.key === chosen.key))
    .slice(0, MOST);
  const made = chosen ?? choices[0]?.relation ?? possible[0];
  return (
    <ListBox
      aria-label={t`Cards`}
      className="relate-options scroll"
      renderEmptyState={() =>
        isFetching ? null : <p className="c3 relate-none">{t`No card of this name can be related to it`}</p>
      }
    >
      <ListBoxSection id="cards" aria-label={t`Cards`}>
        {related.map(({ key, label, name, type }) => (
          <ListBoxItem key={key} id={key} textValue={name} className="relate-option dimm" isDisabled>
            <span className="relate-reading">{label}</span>
            <TypeIcon type={types.get(type)} />
            <span className="trunc">{name}</span>
            <span className="sp" />
            <span className="t12">{t`related already`}</span>
          </ListBoxItem>
        ))}
        {choices.map(({ other, relation }) => (
          <ListBoxItem
            key={`${other.id} ${relation?.key}`}
            id={`${other.id} ${relation?.key}`}
            textValue={other.name}
            className="relate-option"
            onAction={() => relation && take({ kind: "card", card: other, relation })}
          >
            <span className="relate-reading">{relation?.reading}</span>
            <TypeIcon type={types.get(other.type)} />
            <span className="trunc">
              <Marked text={other.name} part={text} />
            </span>
            <span className="sp" />
            <span className="c3 t12">{typeLabel(types.get(other.type), other.type)}</span>
          </ListBoxItem>
        ))}
      </ListBoxSection>
      {mayMake && made && !isFetching && (
        <ListBoxSection id="make" aria-label={t`New card`} className="relate-new">
          <ListBoxItem
            id="make it"
            textValue={text}
            className="relate-option relate-make"
            onAction={() => take({ kind: "make", name: text, relation: made })}
          >
            <span className="relate-reading">{made.reading}</span>
            <Icon of={Plus} size={14} />
            <span className="trunc">
              <Trans>
                Make <b>“{text}”</b> and relate it
              </Trans>
            </span>
            <span className="sp" />
            <span className="c3 t12">{typeLabel(types.get(made.otherType), made.otherType)}</span>
            <Keys of="mod+enter" />
          </ListBoxItem>
        </ListBoxSection>
      )}
    </ListBox>
  );
}

/** Gives the cards of this name that are related already. */
function useRelated(cardId: string, text: string, chosen: PossibleRelation | undefined) {
  const { data: relations = [] } = useQuery(relationsQuery(cardId));
  const { data: relationTypes = [] } = useQuery(relationTypesQuery);
  return relatedGroups(cardId, relations, relationTypes)
    .filter(({ key }) => !chosen || key === chosen.key)
    .flatMap(({ label, members }) =>
      members
        .filter(({ name }) => holds(name, text))
        .map(({ relation, name, type }) => ({ key: relation.id, label, name, type })),
    )
    .slice(0, MAX_RELATED);
}
