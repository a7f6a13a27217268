/** Drafts of a flow: created from nothing or from another version, changed, and deleted. */
import { eq } from "drizzle-orm";
import { db, statement, tables, transaction } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { sanitizeSvg } from "../../../core/svg";
import { conflict, notFound } from "../../../http/errors";
import { now } from "../../../platform/clock";
import { newId } from "../../../platform/ids";
import { type LinksByElement, linksOfProcess, overlaid, parseLinks, storedLinks } from "../elements/links";
import { requireProcessFor } from "./capabilities";
import type { DraftChanges, NewDraft } from "./model";
import { requireStatus, requireVersionRow, textsOf, updateVersion, type VersionRow } from "./versions";

/** Drafts and versions that wait for their approval, of one process. */
const MAX_DRAFTS = 200;

const pictureOf = (svg: string | null) => (svg === null ? null : sanitizeSvg(svg));

/** Returns the number of the next version. @throws Problem 409 when the process has too many drafts */
function nextRevision(processId: string): number {
  const { highest, drafts } = statement<{ highest: number | null; drafts: number }, [string]>(
    `SELECT max(revision) AS highest, count(*) FILTER (WHERE status IN ('draft', 'pending')) AS drafts
     FROM process_flow_versions WHERE process_id = ?`,
  ).get(processId) as { highest: number | null; drafts: number };
  if (drafts >= MAX_DRAFTS)
    throw conflict(`A process must not have more than ${MAX_DRAFTS} drafts; delete those that nobody needs`);
  return (highest ?? 0) + 1;
}

/** Finds the version that a draft is based on. @throws Problem 404 */
function requireBase(processId: string, id: string): VersionRow {
  try {
    return requireVersionRow(processId, id);
  } catch {
    throw notFound("Base version");
  }
}

/**
 * Returns the links that a draft begins with: those of its base. A published version is linked as its elements are now,
 * whatever its approval has applied.
 */
function linksFrom({ process_id, status, draft_element_links }: VersionRow): LinksByElement {
  const own = parseLinks(draft_element_links);
  if (own.size > 0 && status !== "published") return own;
  return overlaid(own, linksOfProcess(process_id));
}

/** Returns the content that a draft takes from its base. */
function contentFrom(base: VersionRow, { bpmn_xml, svg_thumbnail }: NewDraft) {
  const picture = pictureOf(svg_thumbnail);
  const texts = bpmn_xml ? { bpmn_xml, svg_thumbnail: null } : textsOf(base);
  return {
    bpmn_xml: texts.bpmn_xml,
    svg_thumbnail: picture ?? texts.svg_thumbnail,
    based_on_id: base.id,
    draft_element_links: storedLinks(linksFrom(base)),
  };
}

/**
 * Creates a draft; without BPMN of its own it is a copy of its base.
 * @returns its id
 * @throws Problem 404, also for an unknown base; 403; 409 for one draft too many
 */
export function createDraft(actor: Actor, processId: string, draft: NewDraft): string {
  return transaction(() => {
    requireProcessFor(actor, "can_edit_draft", processId);
    const content = draft.based_on_id
      ? contentFrom(requireBase(processId, draft.based_on_id), draft)
      : { bpmn_xml: draft.bpmn_xml, svg_thumbnail: pictureOf(draft.svg_thumbnail) };
    const id = newId();
    const at = now();
    db.insert(tables.processFlowVersions)
      .values({
        ...content,
        id,
        process_id: processId,
        revision: nextRevision(processId),
        created_by: actor.userId,
        created_at: at,
        updated_at: at,
      })
      .run();
    return id;
  });
}

/**
 * Updates the BPMN and the picture of a draft, as far as they are given and not null.
 * @throws Problem 404, 403, 400 when it is no draft
 */
export function updateDraft(actor: Actor, processId: string, id: string, changes: DraftChanges): void {
  transaction(() => {
    requireProcessFor(actor, "can_edit_draft", processId);
    requireStatus(requireVersionRow(processId, id), "draft");
    const { bpmn_xml, svg_thumbnail } = changes;
    updateVersion(id, {
      ...(bpmn_xml != null && { bpmn_xml }),
      ...(svg_thumbnail != null && { svg_thumbnail: sanitizeSvg(svg_thumbnail) }),
    });
  });
}

/**
 * Deletes a draft; versions that are based on it lose their base.
 * @throws Problem 404, 403, 400 when it is no draft
 */
export function deleteDraft(actor: Actor, processId: string, id: string): void {
  transaction(() => {
    requireProcessFor(actor, "can_edit_draft", processId);
    requireStatus(requireVersionRow(processId, id), "draft");
    db.delete(tables.processFlowVersions).where(eq(tables.processFlowVersions.id, id)).run();
  });
}
