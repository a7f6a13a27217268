/** Applies relations. */

import { FreeObject } from "../../../http/schemas";
import { checked } from "../../../http/validation";
import { type Change, concludeChanges, importAttributes, importRelation } from "../../relations";
import { findIdentities } from "../identities";
import { type Pass, skipped } from "./pass";

export const relationPass: Pass<"relation"> = {
  conflict: "conflicts",
  begin({ actor, migration }, records) {
    const cards = findIdentities(
      migration,
      "card",
      records.flatMap(({ payload }) => [payload.source, payload.target]),
    );
    const changes: Change[] = [];
    return {
      apply({ action, card_type_key: type, target_id: targetId, payload }) {
        const source_id = cards.get(payload.source);
        const target_id = cards.get(payload.target);
        if (source_id === undefined || target_id === undefined) return skipped("A card at an end was not migrated");
        if (action === "skip") return { outcome: "skipped", targetId };
        const attributes = checked(FreeObject, payload.attributes);
        const change =
          action === "update"
            ? importAttributes(targetId ?? "", attributes)
            : importRelation({ type: type ?? "", source_id, target_id, attributes });
        changes.push(change);
        return { outcome: action === "update" ? "updated" : "created", targetId: change.relation.id };
      },
      conclude: () => concludeChanges(actor, changes),
    };
  },
};
