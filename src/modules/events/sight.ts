/** What of the journal somebody may see: nothing of a thing they may not read, and no costs that are hidden from them. */
import { type Actor, may, mayOnCard, rightOn } from "../../core/access/actor";
import { payloadText } from "../../core/cards/payload";
import { parsed } from "../../core/cards/rows";
import type { Sight } from "../../core/events/stream";

type Readable = { event_type: string; card_id: string | null; data: string | null };

const VIEW = rightOn("card.view");

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

/** Whether somebody may read an entry of the journal. */
export function mayRead(actor: Actor, entry: Readable): boolean {
  const subject = entry.event_type.split(".")[0] ?? "";
  if (subject === "notification") return parsed(entry.data)["user_id"] === actor.userId;
  if (open.has(subject)) return true;
  const permission = subjects[subject] ?? "admin.events";
  if (may(actor, permission)) return true;
  return subject === "card" && entry.card_id !== null && mayOnCard(actor, VIEW, entry.card_id);
}

/** Looks at the journal with the eyes of whoever `actor` gives at that moment. */
export const sightOf =
  (actor: () => Actor): Sight =>
  (entry) => {
    const viewer = actor();
    return mayRead(viewer, entry) ? payloadText(viewer, entry) : null;
  };
