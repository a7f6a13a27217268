/** Who is told when a card changes: those who have a part in it. */
import { inList, listOf, statement } from "../../../db";
import { permissionsOf, type Stakeholder, stakeholderGrants } from "../../core/access/actor";
import { grants } from "../../core/access/permissions";
import { on, type Published } from "../../core/journal/journal";
import { type Notice, notify } from "../../core/notify/notify";

type CardEvent = Published<
  "card.updated" | "card.approval_status.approve" | "card.approval_status.reject" | "card.approval_status.reset"
>;
type Holder = Stakeholder & { card_id: string; card_name: string; user_id: string; user_role: string };

const mayRead = (holder: Holder) =>
  grants(permissionsOf(holder.user_role), "inventory.view") || stakeholderGrants(holder, "card.view");

/** Those who have parts in the cards and may read them, each once for each card. */
function holdersOf(cardIds: readonly string[]): Map<string, Holder[]> {
  const parts = statement<Holder, [string]>(
    `SELECT s.card_id, c.name AS card_name, c.type, s.role, s.user_id, u.role AS user_role
     FROM stakeholders s JOIN cards c ON c.id = s.card_id JOIN users u ON u.id = s.user_id
     WHERE ${inList("s.card_id")}`,
  ).all(listOf(cardIds));
  const holders = new Map(parts.filter(mayRead).map((part) => [`${part.card_id} ${part.user_id}`, part]));
  return Map.groupBy(holders.values(), (holder) => holder.card_id);
}

const nameOf = (userId: string | null) =>
  statement<{ display_name: string }, [string]>("SELECT display_name FROM users WHERE id = ?").get(userId ?? "")
    ?.display_name ?? "Somebody";

const verbs: Record<string, [title: string, did: string]> = {
  approve: ["Approved", "approved"],
  reject: ["Rejected", "rejected"],
  reset: ["Reset", "reset"],
};

/** What an event says to the holders of parts in its card. */
function wording(
  { type, data }: CardEvent,
  actor: string,
  card: string,
): Pick<Notice, "type" | "title" | "message" | "data"> {
  if (type === "card.updated") {
    const fields = Object.keys((data["changes"] ?? {}) as object);
    return {
      type: "card_updated",
      title: `${card} Updated`,
      message: `${actor} updated "${card}" (${fields.join(", ")})`,
      data: { changes: fields },
    };
  }
  const action = type.split(".").at(-1) ?? "";
  const [title, did] = verbs[action] ?? ["Changed", "changed"];
  return {
    type: "approval_status_changed",
    title: `Approval Status ${title}`,
    message: `${actor} ${did} the approval status on "${card}"`,
    data: { approval_status: data["approval_status"], action },
  };
}

function notifyStakeholders(events: readonly CardEvent[]): void {
  // What the program does by itself follows from what people did or set; nobody has to hear of it.
  const concerned = events.filter((event) => event.cardId !== null && event.author.userId !== null);
  const holders = holdersOf([...new Set(concerned.map((event) => event.cardId as string))]);
  if (holders.size === 0) return;
  for (const [author, ofAuthor] of Map.groupBy(concerned, (event) => event.author)) {
    const actor = nameOf(author.userId);
    const notices = ofAuthor.flatMap((event) =>
      (holders.get(event.cardId as string) ?? []).map((holder) => ({
        userId: holder.user_id,
        link: `/cards/${event.cardId}`,
        cardId: event.cardId as string,
        actorId: author.userId ?? undefined,
        ...wording(event, actor, holder.card_name),
      })),
    );
    notify(author, notices);
  }
}

/** Notifies the stakeholders of a card of its changes and of its approval. */
export const cardNotices = on<CardEvent["type"]>(
  ["card.updated", "card.approval_status.approve", "card.approval_status.reject", "card.approval_status.reset"],
  notifyStakeholders,
);
