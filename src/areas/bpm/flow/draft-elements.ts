/** The elements of a version, and what its approval links them to. */
import { transaction } from "../../../../db";
import type { ElementLinks } from "../../../../db/schema/bpm";
import type { Actor } from "../../../core/access/actor";
import { invalid } from "../../../http/errors";
import { MAX_FLOW_ELEMENTS } from "../bpmn/elements";
import { readStored } from "../bpmn/read";
import { cardsOf, LINK_FIELDS, namesOf, parseLinks, requireLinkable, storedLinks } from "../elements/links";
import { requireProcessFor } from "./capabilities";
import type { DraftElement, LinkChanges } from "./model";
import { requireStatus, requireVersionRow, textsOf, updateVersion } from "./versions";

/**
 * Lists the elements of a version in the order of its document, with what its approval links them to.
 * @throws Problem 404, 403, 422 naming line and reason when its BPMN can't be read
 */
export function listDraftElements(actor: Actor, processId: string, versionId: string): DraftElement[] {
  requireProcessFor(actor, "can_view_drafts", processId);
  const version = requireVersionRow(processId, versionId);
  const links = parseLinks(version.draft_element_links);
  const names = namesOf(cardsOf(links));
  /** Returns the name of a linked card; empty when the card is gone. */
  const nameOf = (id: string | undefined) => (id === undefined ? null : (names.get(id) ?? ""));
  return readStored(textsOf(version).bpmn_xml).map((element) => {
    const {
      application_id,
      data_object_id,
      it_component_id,
      custom_fields = null,
    } = links.get(element.bpmn_element_id) ?? {};
    return {
      ...element,
      application_id: application_id ?? null,
      application_name: nameOf(application_id),
      data_object_id: data_object_id ?? null,
      data_object_name: nameOf(data_object_id),
      it_component_id: it_component_id ?? null,
      it_component_name: nameOf(it_component_id),
      custom_fields,
    };
  });
}

/** Returns an entry with what is given of it; what is given as null or as an empty text is taken out. */
function entryAfter(before: ElementLinks, changes: LinkChanges): ElementLinks {
  const after = { ...before };
  for (const field of [...LINK_FIELDS, "custom_fields"] as const) {
    if (changes[field] === undefined) continue;
    delete after[field];
    if (changes[field]) Object.assign(after, { [field]: changes[field] });
  }
  return after;
}

/** Refuses links of one element too many. @throws Problem 422 */
function requireRoom(known: number): void {
  if (known >= MAX_FLOW_ELEMENTS)
    throw invalid(
      ["path", "bpmn_element_id"],
      `must be one of the ${MAX_FLOW_ELEMENTS} elements that are linked already`,
    );
}

/**
 * Updates what the approval of a version links an element to, as far as it is given.
 * @throws Problem 404, 403, 400 when it is neither a draft nor pending, 422 for a card that is of another type or unknown
 */
export function updateDraftElement(
  actor: Actor,
  processId: string,
  versionId: string,
  bpmnId: string,
  changes: LinkChanges,
): void {
  transaction(() => {
    requireProcessFor(actor, "can_edit_draft", processId);
    const version = requireVersionRow(processId, versionId);
    requireStatus(version, "draft", "pending");
    requireLinkable(changes);
    const links = new Map(parseLinks(version.draft_element_links));
    if (!links.has(bpmnId)) requireRoom(links.size);
    const entry = entryAfter(links.get(bpmnId) ?? {}, changes);
    if (Object.keys(entry).length > 0) links.set(bpmnId, entry);
    else links.delete(bpmnId);
    updateVersion(versionId, { draft_element_links: storedLinks(links) });
  });
}
