/** The library: cards that are found by their names, and those that are related to what is selected. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { type RefObject, useDeferredValue, useState } from "react";
import { relationsQuery } from "../../cards/queries";
import { type RelatedCard, type RelatedGroup, relatedGroups } from "../../cards/related";
import type { Item } from "../../diagrams/board";
import { cardLines } from "../../diagrams/relate";
import { relationTypesQuery } from "../../metamodel/fields";
import { useTypes } from "../../metamodel/queries";
import { searchQuery } from "../../search/queries";
import { Icon, TypeIcon } from "../../ui/icon";
import { Failed } from "../../ui/states";

/** A card that can be placed. */
export type PlaceableCard = { id: string; name: string; type: string };

/** Related cards that are shown before one asks for more. */
const SHOWN = 12;

type LibraryProps = {
  items: readonly Item[];
  /** The card that is selected. */
  selected: Item | undefined;
  field: RefObject<HTMLInputElement | null>;
  /** Places a card; with a relation, also the line to what is selected. */
  place: (card: PlaceableCard, related?: { group: RelatedGroup; card: RelatedCard }) => void;
};

/** Shows the library. A press places a card, and so does dragging it. */
export function Library({ items, selected, field, place }: LibraryProps) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text.trim());
  const types = useTypes();
  const {
    data: found = [],
    error,
    refetch,
  } = useQuery({
    ...searchQuery(wanted, ["card"]),
    enabled: wanted !== "",
    placeholderData: (before) => before,
  });
  const drawn = new Set(items.flatMap(({ cardId }) => cardId ?? []));
  return (
    <>
      <div className="library-search">
        <Icon of={Search} size={14} className="c3" />
        <input
          ref={field}
          className="inp"
          type="search"
          aria-label={t`Find a card to place`}
          placeholder={t`Find a card to place`}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={({ key }) => {
            const [first] = found;
            if (key === "Enter" && first) place({ id: first.id, name: first.name, type: first.card_type ?? "" });
          }}
        />
      </div>
      {error && <Failed error={error} retry={refetch} />}
      {wanted !== "" &&
        found.map(({ id, name, card_type }) => (
          <CardRow
            key={id}
            card={{ id, name, type: card_type ?? "" }}
            sign={types.get(card_type ?? "")}
            remark={drawn.has(id) ? t`drawn` : ""}
            place={place}
          />
        ))}
      {wanted !== "" && found.length === 0 && <p className="c3 library-none">{t`Nothing is called “${wanted}”`}</p>}
      {wanted === "" && selected?.cardId && (
        <Neighbours key={selected.cardId} of={selected} items={items} drawn={drawn} place={place} />
      )}
    </>
  );
}

type NeighboursProps = { of: Item; items: readonly Item[]; drawn: ReadonlySet<string>; place: LibraryProps["place"] };

/** Shows the cards that are related to the one that is selected. */
function Neighbours({ of, items, drawn, place }: NeighboursProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const types = useTypes();
  const { data: relations = [] } = useQuery(relationsQuery(of.cardId as string));
  const { data: relationTypes = [] } = useQuery(relationTypesQuery);
  const rows = relatedGroups(of.cardId as string, relations, relationTypes).flatMap((group) =>
    group.members.map((card) => ({ group, card })),
  );
  const ordered = rows.toSorted((one, other) => Number(drawn.has(other.card.id)) - Number(drawn.has(one.card.id)));
  const linked = new Set(
    cardLines(items).flatMap(({ from, to }) =>
      from.cardId === of.cardId ? to.cardId : to.cardId === of.cardId ? from.cardId : [],
    ),
  );
  return (
    <>
      <h2 className="side-title">
        <Trans>Next to {of.label}</Trans> <span className="n num">{rows.length}</span>
      </h2>
      {ordered.slice(0, isOpen ? undefined : SHOWN).map((one) => (
        <CardRow
          key={one.card.relation.id}
          card={one.card}
          sign={types.get(one.card.type)}
          remark={linked.has(one.card.id) ? t`${one.group.label}, drawn` : one.group.label}
          isOffered={drawn.has(one.card.id) && !linked.has(one.card.id)}
          place={(card) => place(card, one)}
        />
      ))}
      {rows.length > SHOWN && !isOpen && (
        <button type="button" className="lk library-more" onClick={() => setOpen(true)}>
          <Trans>{rows.length - SHOWN} more</Trans>
        </button>
      )}
    </>
  );
}

type CardRowProps = {
  card: PlaceableCard;
  sign: { icon: string; color: string } | undefined;
  remark: string;
  /** True for one whose line to what is selected isn't drawn. */
  isOffered?: boolean;
  place: (card: PlaceableCard) => void;
};

function CardRow({ card, sign, remark, isOffered = false, place }: CardRowProps) {
  const { id, name, type } = card;
  return (
    <button
      type="button"
      className="rel rel-button"
      draggable
      onDragStart={({ dataTransfer }) =>
        dataTransfer.setData("text/plain", JSON.stringify({ card: { id, name, type } }))
      }
      onClick={() => place(card)}
      title={name}
    >
      <TypeIcon type={sign} />
      <span className="trunc">{name}</span>
      {remark && <span className={isOffered ? "e lk" : "e"}>{remark.toLocaleLowerCase()}</span>}
    </button>
  );
}
