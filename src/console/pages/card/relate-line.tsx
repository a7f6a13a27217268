/** One line that relates a card: a name, then what the relation would be. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { relate } from "../../cards/changes";
import { readingOf } from "../../cards/related";
import { relationTypesQuery } from "../../metamodel/fields";
import { useTypes } from "../../metamodel/queries";
import { answered, api } from "../../server/client";
import { query } from "../../server/queries";
import { IconButton } from "../../ui/button";
import { TypeIcon } from "../../ui/icon";
import { TypeAhead } from "../../ui/type-ahead";

/** Returns cards that a card can be related to and isn't yet. */
const relatableQuery = (card_id: string, q: string) =>
  query(["cards", "relatable", card_id, q], ["card.", "relation."], ({ signal }) =>
    answered(
      api.GET("/api/v1/cards/{card_id}/relatable-cards", { signal, params: { path: { card_id }, query: { q } } }),
    ),
  );

/** Shows the line. It stays open for the next one. */
export function RelateLine({ card, close }: { card: { id: string; name: string }; close: () => void }) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const types = useTypes();
  const { data: relationTypes = [] } = useQuery(relationTypesQuery);
  const wanted = text.trim();
  const { data: found = [] } = useQuery({
    ...relatableQuery(card.id, wanted),
    enabled: wanted !== "",
    placeholderData: (before) => before,
  });
  const choices = found.flatMap((other) =>
    other.relations.map(({ relation_type, side, label }) => {
      const type = relationTypes.find(({ key }) => key === relation_type);
      return { other, relation_type, side, reading: type ? readingOf(type, side) : label };
    }),
  );
  return (
    <div className="relate-line">
      <TypeAhead
        label={t`Relate to`}
        placeholder={t`Name of a card`}
        autoFocus
        onLeave={close}
        empty={wanted === "" ? t`Type a name` : t`No card of this name can be related to it`}
        suggestions={choices.map(({ other, reading }, at) => ({
          id: String(at),
          label: other.name,
          sign: <TypeIcon type={types.get(other.type)} />,
          remark: reading,
        }))}
        onType={setText}
        onChoose={(at) => {
          const choice = choices[Number(at)];
          if (choice) void relate(card, choice.other, choice.relation_type, choice.side);
        }}
      />
      <IconButton icon={X} label={t`Close the line`} size={14} onPress={close} />
    </div>
  );
}
