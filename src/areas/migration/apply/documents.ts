/** Applies documents. */
import { checked } from "../../../http/validation";
import { createDocument, NewDocument } from "../../documents";
import { cardsOf, type Pass, skipped } from "./pass";

export const documentPass: Pass<"document"> = {
  conflict: "conflicts",
  begin(application, records) {
    const cards = cardsOf(application, records);
    return {
      apply({ action, target_id: targetId, payload: { entity, name, url } }) {
        if (action === "skip") return { outcome: "skipped", targetId };
        const cardId = cards.get(entity);
        if (cardId === undefined) return skipped("The card was not migrated");
        const { id } = createDocument(application.actor, cardId, checked(NewDocument, { name, url }));
        return { outcome: "created", targetId: id };
      },
    };
  },
};
