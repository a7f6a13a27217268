/** Notifications of a card's stakeholders when the card or its approval changes. */
import { among, statement } from "../../../db";
import { displayNameOf } from "../../core/access/accounts";
import { permissionsOf, type Stakeholder, stakeholderGrants } from "../../core/access/actor";
import { grants } from "../../core/access/permissions";
import { on, type PublishedEvent } from "../../core/journal/journal";
import { type Notice, notify } from "../../core/notify/notify";

const approvals = {
  "card.approval_status.approve": { action: "approve", title: "Approved", verb: "approved" },
  "card.approval_status.reject": { action: "reject", title: "Rejected", verb: "rejected" },
  "card.approval_status.reset": { action: "reset", title: "Reset", verb: "reset" },
};
type CardEvent = PublishedEvent<"card.updated" | keyof typeof approvals>;
type Recipient = Stakeholder & { card_id: string; card_name: string; user_id: string; user_role: string };

const mayRead = (stakeholder: Recipient) =>
  grants(permissionsOf(stakeholder.user_role), "inventory.view") || stakeholderGrants(stakeholder, "card.view");

/** Maps card id → the stakeholders who may read the card, each user once. */
export function readingStakeholders(cardIds: readonly string[]): Map<string, Recipient[]> {
  const { sql, parameter } = among("s.card_id", cardIds);
  const rows = statement<Recipient>(
    `SELECT s.card_id, c.name AS card_name, c.type, s.role, s.user_id, u.role AS user_role
     FROM stakeholders s JOIN cards c ON c.id = s.card_id JOIN users u ON u.id = s.user_id
     WHERE ${sql}`,
  ).all(parameter);
  const distinct = new Map(rows.filter(mayRead).map((row) => [`${row.card_id} ${row.user_id}`, row]));
  return Map.groupBy(distinct.values(), (row) => row.card_id);
}

const nameOf = (userId: string | null) => displayNameOf(userId ?? "") ?? "Somebody";

/** Returns type, texts and data of the notification of an event. */
function describe(event: CardEvent, actor: string, card: string): Pick<Notice, "type" | "title" | "message" | "data"> {
  if (event.type === "card.updated") {
    const fields = Object.keys(event.data["changes"] ?? {});
    return {
      type: "card_updated",
      title: `${card} Updated`,
      message: `${actor} updated "${card}" (${fields.join(", ")})`,
      data: { changes: fields },
    };
  }
  const { action, title, verb } = approvals[event.type];
  return {
    type: "approval_status_changed",
    title: `Approval Status ${title}`,
    message: `${actor} ${verb} the approval status on "${card}"`,
    data: { approval_status: event.data["approval_status"], action },
  };
}

/** Checks whether a change has broken the approval of its card. */
const breaksApproval = ({ type, undo }: CardEvent): boolean =>
  type === "card.updated" && undo?.["approval_status"] === "APPROVED";

/** Returns everything that an event of a card is notified of. */
function describeAll(event: CardEvent, actor: string, card: string): ReturnType<typeof describe>[] {
  const described = describe(event, actor, card);
  if (!breaksApproval(event)) return [described];
  const broken = {
    type: "approval_broken" as const,
    title: `Approval Broken: ${card}`,
    message: `${actor} changed "${card}" after its approval`,
    data: described.data ?? {},
  };
  return [described, broken];
}

function notifyStakeholders(events: readonly CardEvent[]): void {
  // Events without a user follow from events of users, which have been notified already.
  const byUsers = events.flatMap(({ cardId, author, ...event }) =>
    cardId !== null && author.userId !== null ? [{ ...event, cardId, author } as CardEvent & { cardId: string }] : [],
  );
  const stakeholders = readingStakeholders([...new Set(byUsers.map((event) => event.cardId))]);
  if (stakeholders.size === 0) return;
  for (const [author, ofAuthor] of Map.groupBy(byUsers, (event) => event.author)) {
    const actor = nameOf(author.userId);
    const notices = ofAuthor.flatMap((event) =>
      (stakeholders.get(event.cardId) ?? []).flatMap((stakeholder) =>
        describeAll(event, actor, stakeholder.card_name).map((described) => ({
          userId: stakeholder.user_id,
          link: `/cards/${event.cardId}`,
          cardId: event.cardId,
          actorId: author.userId ?? undefined,
          ...described,
        })),
      ),
    );
    notify(author, notices);
  }
}

/** Listens to changes and approvals of cards. */
export const cardChanges = on<CardEvent["type"]>(
  ["card.updated", "card.approval_status.approve", "card.approval_status.reject", "card.approval_status.reset"],
  notifyStakeholders,
);
