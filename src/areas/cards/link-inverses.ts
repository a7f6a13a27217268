/** The inverses of links between cards and things of other areas. */
import type { CardPermissionKey } from "../../core/access/permissions";
import { notFoundAgain } from "../../core/row-inverses";
import { done, type Inverse, inverse, type Subject, type SubjectStep, skipped, unchanged } from "../../core/undo";
import { findCard } from "./repository";

/** The links of one kind of things. Both functions return whether anything has changed. */
type Links = {
  subject: Subject;
  /** The right that each linked card asks for. */
  card: CardPermissionKey;
  find: (id: string) => unknown;
  createLink: (id: string, cardId: string) => boolean;
  deleteLink: (id: string, cardId: string) => boolean;
};

const cardOf = ({ payload }: Pick<SubjectStep, "payload">) => String(payload["card_id"]);

/** Declares what undoes a link to a card, and the deletion of one. */
export function linkInverses({
  subject,
  card,
  find,
  createLink,
  deleteLink,
}: Links): Record<"link" | "unlink", Inverse> {
  const permission = { card, onAnyOf: (step: SubjectStep) => [cardOf(step)] } as const;
  return {
    unlink: inverse({
      subject,
      permission,
      undo: (_rollback, step) => (deleteLink(step.subject, cardOf(step)) ? done : unchanged("already_unlinked")),
    }),
    link: inverse({
      subject,
      permission,
      undo(_rollback, step) {
        const [id, cardId] = [step.subject, cardOf(step)];
        if (!find(id)) return notFoundAgain({ subject }, id);
        if (!findCard(cardId)) return skipped("card_not_found", { needs: [cardId] });
        return createLink(id, cardId) ? done : unchanged("already_linked");
      },
    }),
  };
}
