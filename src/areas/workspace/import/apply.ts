/** Applies a bundle: configuration first, then cards, then what belongs to them. */
import { statement } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { refreshDerivedFields, refreshQuality } from "../../cards";
import { rollUp } from "../../ppm";
import type { Report } from "../model";
import type { Bundle } from "./bundle";
import { findCardIndex } from "./card-index";
import { applyCards } from "./cards";
import { applyConfiguration } from "./configuration";
import { applyCardTags, applyDiagramCards, applyGroupMembers, applyRelations } from "./links";
import { applyModules } from "./modules";
import { newSections, reportOf, type Sections } from "./report";
import { applySettings } from "./settings";
import { applyTags } from "./tags";
import { applyUsers, usersByEmail } from "./users";

/** Brings the figures of plans up to date, from the innermost items outwards. */
function refreshPlans(sections: Sections): void {
  if (sections.get("PpmWbs")?.created === 0 && sections.get("PpmTasks")?.created === 0) return;
  rollUp(
    statement<{ id: string }>("SELECT id FROM ppm_wbs")
      .all()
      .map(({ id }) => id),
  );
}

/**
 * Applies a bundle as part of the running transaction: nothing is deleted, and what can't be applied is a row of the report.
 * Publishes `card.created`, `relation.created` and `settings.updated`.
 * @throws UnreadableFile
 */
export function applyBundle(actor: Actor, bundle: Bundle, dryRun: boolean): Report {
  const sections = newSections();
  applyConfiguration(bundle, sections);
  applyTags(bundle, sections);
  applyUsers(bundle, sections);
  applySettings(actor, bundle, sections);
  const cards = findCardIndex();
  const created = applyCards(actor, bundle, sections, cards);
  const tagged = applyCardTags(bundle, sections, cards);
  applyRelations(actor, bundle, sections, cards);
  applyModules(sections, { bundle, cards, users: usersByEmail() });
  applyDiagramCards(bundle, sections, cards);
  applyGroupMembers(bundle, sections);
  refreshPlans(sections);
  refreshDerivedFields(
    created,
    created.map(({ parentId }) => parentId),
  );
  refreshQuality([...new Set(tagged)]);
  return reportOf(sections, dryRun);
}
