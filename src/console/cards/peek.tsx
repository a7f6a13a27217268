/** A card in the peek. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { labelOf, useTypes } from "../metamodel/queries";
import { IconButton } from "../ui/button";
import { TypeIcon } from "../ui/icon";
import { Failed, LoadingRows } from "../ui/states";
import { cardQuery } from "./queries";

/** The most wanted facts of a card, next to what one is reading. */
export function CardPeek({ id, close }: { id: string; close: () => void }) {
  const { t } = useLingui();
  const { data: card, error, refetch } = useQuery(cardQuery(id));
  const type = useTypes().get(card?.type ?? "");
  return (
    <aside className="peek" aria-label={card?.name ?? t`Card`}>
      <div className="ph">
        <TypeIcon type={type} />
        <span className="c3 t12 peek-kind">{type ? labelOf(type) : card?.type}</span>
        <span className="sp" />
        <IconButton icon={X} label={t`Close`} keys="escape" onPress={close} />
      </div>
      <div className="pb scroll">
        {error && <Failed error={error} retry={refetch} />}
        {!card && !error && <LoadingRows rows={4} />}
        {card && (
          <div className="pad">
            <h2 className="t20">{card.name}</h2>
            <p className="c2">{card.description}</p>
          </div>
        )}
      </div>
    </aside>
  );
}
