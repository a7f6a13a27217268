/** The inverses that undo events of stakeholders. */
import { statement } from "../../../db";
import { done, type Inverses, inverse, type Subject, type SubjectStep, unchanged } from "../../core/undo";
import { changedCards } from "../cards";

const subject: Subject = { idField: "card_id", table: "cards" };

export const undo = {
  remove_stakeholder: inverse<{ stakeholderId: string }>({
    subject,
    permission: { card: "card.manage_stakeholders", onAnyOf: (step: SubjectStep) => [step.subject] },
    read: ({ payload }) =>
      typeof payload["stakeholder_id"] === "string"
        ? { stakeholderId: payload["stakeholder_id"] }
        : "The event doesn't name who was given a part",
    undo({ collected }, { subject, data }) {
      const { changes } = statement("DELETE FROM stakeholders WHERE id = ?").run(data.stakeholderId);
      if (changes === 0) return unchanged("already_removed");
      collected(changedCards).ids.add(subject);
      return done;
    },
  }),
} as const satisfies Inverses;
