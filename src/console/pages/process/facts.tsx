/** The facts of a process in one line, changed in their places. */
import { Fact } from "../../cards/fact";
import { useCardRights } from "../../cards/rights";
import { fieldOf } from "../../metamodel/fields";
import { labelOf, useTypes } from "../../metamodel/queries";
import type { Schemas } from "../../server/client";

const FACTS = ["processType", "maturity", "automationLevel", "riskLevel", "frequency", "regulatoryRelevance"];

/** Shows what the metamodel has of the facts that processes have at first. */
export function FactStrip({ card }: { card: Schemas["Card"] }) {
  const mayEdit = useCardRights(card.id)("can_edit");
  const type = useTypes().get(card.type);
  const fields = FACTS.flatMap((key) => fieldOf(type, key) ?? []);
  if (fields.length === 0) return null;
  return (
    <div className="facts-strip process-facts">
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
