/** The key facts of a card in one line, changed in their places. */
import { Fact } from "../../cards/fact";
import { useCardRights } from "../../cards/rights";
import { fieldsOf } from "../../metamodel/fields";
import { labelOf } from "../../metamodel/queries";
import type { CardProps } from "./bar";

/** Facts that fit next to each other. */
const MOST = 7;
const SHORT = new Set(["single_select", "number", "cost", "date"]);

/**
 * Shows the first short facts that the card has, in the order of the metamodel; the required ones even when they are
 * missing.
 */
export function FactStrip({ card, type }: CardProps) {
  const mayEdit = useCardRights(card.id)("can_edit");
  const fields = fieldsOf(type)
    .filter(
      ({ type: kind, key, required }) => SHORT.has(kind) && ((card.attributes?.[key] ?? null) !== null || required),
    )
    .slice(0, MOST);
  if (fields.length === 0) return null;
  return (
    <div className="facts-strip">
      {fields.map((field) => (
        <div key={field.key}>
          <span className="k trunc">{labelOf(field)}</span>
          <span className="v">
            <Fact card={card} field={field} mayEdit={mayEdit} />
          </span>
        </div>
      ))}
    </div>
  );
}
