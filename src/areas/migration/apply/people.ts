/** Applies subscriptions, and comments with their authors. */

import { allValues, inList, listOf } from "../../../../db";
import { checked } from "../../../http/validation";
import { now } from "../../../platform/clock";
import { importComment, NewComment } from "../../comments";
import { createStakeholder } from "../../stakeholders";
import { cardsOf, type Pass, skipped, usersOf } from "./pass";

export const subscriptionPass: Pass<"subscription"> = {
  conflict: "conflicts",
  begin(application, records) {
    const { actor } = application;
    const cards = cardsOf(application, records);
    const users = usersOf(
      application,
      records.map(({ payload }) => payload.email),
    );
    const present = new Set(
      allValues<string>(
        `SELECT card_id || ' ' || user_id || ' ' || role AS part FROM stakeholders WHERE ${inList("card_id")}`,
        listOf([...cards.values()]),
      ),
    );
    return {
      apply({ payload: { entity, email, role } }) {
        const cardId = cards.get(entity);
        const userId = users.get(email);
        if (cardId === undefined || userId === undefined) return skipped("The card or the user was not migrated");
        const part = `${cardId} ${userId} ${role}`;
        if (present.has(part)) return skipped();
        const { id } = createStakeholder(actor, cardId, { user_id: userId, role });
        present.add(part);
        return { outcome: "created", targetId: id };
      },
    };
  },
};

export const commentPass: Pass<"comment"> = {
  conflict: "skipped",
  begin(application, records) {
    const { actor } = application;
    const cards = cardsOf(application, records);
    const users = usersOf(
      application,
      records.map(({ payload }) => payload.author),
    );
    return {
      apply({ action, target_id: targetId, payload: { entity, author, body, createdAt } }) {
        if (action === "skip") return { outcome: "skipped", targetId };
        const card_id = cards.get(entity);
        const user_id = users.get(author);
        if (card_id === undefined || user_id === undefined) return skipped("The card or the author was not migrated");
        const { content } = checked(NewComment, { content: body });
        const id = importComment(actor, { card_id, user_id, content, created_at: createdAt ?? now() });
        return { outcome: "created", targetId: id };
      },
    };
  },
};
