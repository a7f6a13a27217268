/** What of the journal somebody may see: nothing of a thing they may not read, and no costs that are hidden from them. */
import { type Actor, may, mayOnCard } from "../../core/access/actor";
import { hiddenCostKeys, withoutCosts } from "../../core/cards/costs";
import { findCard, parsed } from "../../core/cards/rows";
import type { JournalEntry, Sight } from "../../core/events/stream";
import { allCostKeys } from "../../core/metamodel/types";

const VIEW = { app: "inventory.view", card: "card.view" };

/** First word of an event's name → the permission that its subject needs; what is not here needs `admin.events`. */
const subjects: Record<string, string> = {
  card: "inventory.view",
  relation: "relations.view",
  stakeholder: "stakeholders.view",
  comment: "comments.view",
  document: "documents.view",
  file: "documents.view",
  risk: "risks.view",
  risk_mitigation_task: "risks.view",
  process_diagram: "bpm.view",
  process_flow: "bpm.view",
  soaw: "soaw.view",
  adr: "adr.view",
};

/** Subjects that anybody who is logged in may read. */
const open = new Set(["metamodel", "tag_group", "tag", "calculation"]);

function mayRead(actor: Actor, entry: JournalEntry): boolean {
  const subject = entry.event_type.split(".")[0] ?? "";
  if (subject === "notification") return parsed(entry.data)["user_id"] === actor.userId;
  if (open.has(subject)) return true;
  const permission = subjects[subject] ?? "admin.events";
  if (may(actor, permission)) return true;
  return subject === "card" && entry.card_id !== null && mayOnCard(actor, VIEW, entry.card_id);
}

/** The keys of costs that the actor may not see in an event about a card; of a card that is gone, all keys there are. */
export function hiddenKeysOf(actor: Actor, cardId: string | null): readonly string[] {
  if (may(actor, "costs.view")) return [];
  const card = cardId === null ? null : findCard(cardId);
  return card ? hiddenCostKeys(actor, card) : allCostKeys();
}

/** Looks at the journal with the eyes of whoever `actor` gives at that moment. */
export const sightOf =
  (actor: () => Actor): Sight =>
  (entry) => {
    const viewer = actor();
    if (!mayRead(viewer, entry)) return null;
    const hidden = entry.data.includes('"changes"') ? hiddenKeysOf(viewer, entry.card_id) : [];
    return hidden.length === 0 ? entry.data : JSON.stringify(withoutCosts(parsed(entry.data), hidden));
  };
