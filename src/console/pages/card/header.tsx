/** The name and the description of a card, changed in their places. */
import { Trans } from "@lingui/react/macro";
import { descriptionOf, nameOf } from "../../cards/edited-field";
import { EditedFact } from "../../cards/fact";
import { useCardRights } from "../../cards/rights";
import { subtypeLabel } from "../../metamodel/fields";
import { labelOf } from "../../metamodel/queries";
import { TypeIcon } from "../../ui/icon";
import type { CardProps } from "./bar";
import { DescriptionSuggestion } from "./suggestion";

/** Shows the head of a card. */
export function CardHeader({ card, type }: CardProps) {
  const mayEdit = useCardRights(card.id)("can_edit");
  const kind = card.subtype ? subtypeLabel(type, card.subtype) : type ? labelOf(type) : card.type;
  const hasDescription = (card.description ?? "") !== "";
  return (
    <div className="card-head">
      <span className="tybox-of">
        <TypeIcon type={type} size={16} />
      </span>
      <div className="card-names">
        <div className="card-title">
          <h1 className="t20 w2">
            <EditedFact edited={nameOf(card)} card={card} mayEdit={mayEdit} look="title">
              {card.name}
            </EditedFact>
          </h1>
          <span className="c3 t12">
            {kind}
            {card.external_id && ` · ${card.external_id}`}
          </span>
        </div>
        {(hasDescription || mayEdit) && (
          <div className="c2 card-text">
            <EditedFact edited={descriptionOf(card)} card={card} mayEdit={mayEdit} look="paragraphs">
              {hasDescription ? card.description : <span className="c3">{<Trans>Describe it</Trans>}</span>}
            </EditedFact>
            {mayEdit && <DescriptionSuggestion key={card.id} card={card} />}
          </div>
        )}
      </div>
    </div>
  );
}
