/** Applies relations. */

import { FreeObject } from "../../../http/schemas";
import { checked } from "../../../http/validation";
import { concludeChanges, importAttributes, importRelation, type RelationChange } from "../../relations";
import { fitRelation } from "../fitting";
import { findIdentities } from "../identities";
import { messageOf } from "../messages";
import { type Pass, skipped } from "./pass";

export const relationPass: Pass<"relation"> = {
  conflict: "conflicts",
  begin({ actor, migration }, records) {
    const cards = findIdentities(
      migration,
      "card",
      records.flatMap(({ payload }) => [payload.source, payload.target]),
    );
    const changes: RelationChange[] = [];
    return {
      apply({ action, card_type_key, target_id: targetId, payload }) {
        const type = card_type_key ?? "";
        const source_id = cards.get(payload.source);
        const target_id = cards.get(payload.target);
        if (source_id === undefined || target_id === undefined) return skipped("A card at an end was not migrated");
        const fitted = fitRelation(type, checked(FreeObject, payload.attributes));
        const message = messageOf(fitted.objections);
        if (action === "skip") return { outcome: "skipped", targetId, message };
        const change =
          action === "update"
            ? importAttributes(targetId ?? "", fitted.attributes)
            : importRelation({ type, source_id, target_id, attributes: fitted.attributes });
        changes.push(change);
        return { outcome: action === "update" ? "updated" : "created", targetId: change.relation.id, message };
      },
      conclude: () => concludeChanges(actor, changes),
    };
  },
};
