/** The differences between two versions of a flow. */
import type { Actor } from "../../../core/access/actor";
import type { BpmnElement } from "../bpmn/elements";
import { readStored } from "../bpmn/read";
import {
  cardsOf,
  LINK_FIELDS,
  type LinksByElement,
  linksOfProcess,
  namesOf,
  overlaid,
  parseLinks,
} from "../elements/links";
import { requireProcessFor } from "./capabilities";
import type { FlowDiff } from "./model";
import { requireVersionRow, textsOf, type VersionRow } from "./versions";

/**
 * Returns the links of a version: of the published one those that the elements have, of an archived one those that they
 * had, of any other those that its approval would leave.
 */
function linksOf({ process_id, status, draft_element_links, archived_element_links }: VersionRow): LinksByElement {
  if (status === "archived") return parseLinks(archived_element_links ?? draft_element_links);
  const current = linksOfProcess(process_id);
  return status === "published" ? current : overlaid(current, parseLinks(draft_element_links));
}

type Side = { elements: ReadonlyMap<string, BpmnElement>; links: LinksByElement };

const sideOf = (version: VersionRow): Side => ({
  elements: new Map(readStored(textsOf(version).bpmn_xml).map((element) => [element.bpmn_element_id, element])),
  links: linksOf(version),
});

const described = ({ bpmn_element_id, element_type, name, lane_name }: BpmnElement) => ({
  bpmn_element_id,
  element_type,
  name,
  lane_name,
});

const missingIn = ({ elements }: Side, other: Side) =>
  [...other.elements.values()].filter(({ bpmn_element_id }) => !elements.has(bpmn_element_id)).map(described);

/** Returns the elements on both sides, before and after. */
const pairsOf = (from: Side, to: Side): [BpmnElement, BpmnElement][] =>
  [...to.elements.values()].flatMap((after) => {
    const before = from.elements.get(after.bpmn_element_id);
    return before ? [[before, after]] : [];
  });

/** Returns the elements of which a property differs. */
const changedIn = <K extends "name" | "element_type" | "lane_name">(
  pairs: readonly [BpmnElement, BpmnElement][],
  property: K,
) =>
  pairs
    .filter(([before, after]) => before[property] !== after[property])
    .map(([before, after]) => ({ ...described(after), from: before[property], to: after[property] }));

/** Returns the links that differ, of elements on both sides. */
function relinkedIn(pairs: readonly [BpmnElement, BpmnElement][], from: Side, to: Side): FlowDiff["relinked"] {
  const names = namesOf([...cardsOf(from.links), ...cardsOf(to.links)]);
  const card = (id: string | undefined) => (id === undefined ? null : { id, name: names.get(id) ?? null });
  return pairs.flatMap(([, after]) => {
    const old = from.links.get(after.bpmn_element_id);
    const current = to.links.get(after.bpmn_element_id);
    return LINK_FIELDS.filter((link) => old?.[link] !== current?.[link]).map((link) => ({
      ...described(after),
      link,
      from: card(old?.[link]),
      to: card(current?.[link]),
    }));
  });
}

const headOf = ({ id, revision, status }: VersionRow) => ({ id, revision, status });

/**
 * Returns the differences between two versions of the flow of a process: elements that were added, removed, renamed, of
 * another kind, in another lane or linked to other cards. An element is the same while its BPMN id stays.
 * @throws Problem 404, 403, 422 naming line and reason when the BPMN of one can't be read
 */
export function compareVersions(actor: Actor, processId: string, fromId: string, toId: string): FlowDiff {
  requireProcessFor(actor, "can_view_drafts", processId);
  const before = requireVersionRow(processId, fromId);
  const after = requireVersionRow(processId, toId);
  const from = sideOf(before);
  const to = sideOf(after);
  const pairs = pairsOf(from, to);
  return {
    from: headOf(before),
    to: headOf(after),
    added: missingIn(from, to),
    removed: missingIn(to, from),
    renamed: changedIn(pairs, "name"),
    retyped: changedIn(pairs, "element_type"),
    moved: changedIn(pairs, "lane_name"),
    relinked: relinkedIn(pairs, from, to),
  };
}
