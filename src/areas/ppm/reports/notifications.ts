/** Notifications of reports that are red. */
import { type Actor, permissionsOf } from "../../../core/access/actor";
import { grants } from "../../../core/access/permissions";
import { notify } from "../../../core/notify/notify";
import { readingStakeholders } from "../../stakeholders";
import type { Row } from "../records";

/** Column of a report → the name of what it judges. */
const JUDGED = { schedule_health: "schedule", cost_health: "cost", scope_health: "scope" } as const;
type Health = Pick<Row<"status_report">, keyof typeof JUDGED>;

/** Returns the names of what is red in a report. */
const redIn = (report: Health): string[] =>
  (Object.keys(JUDGED) as (keyof typeof JUDGED)[])
    .filter((column) => report[column] === "offTrack")
    .map((column) => JUDGED[column]);

/**
 * Notifies the stakeholders of an initiative of a report in which something is red that wasn't red before, as far as they may see
 * projects.
 * @param before the report before a change; undefined for a new one
 */
export function notifyRed(actor: Actor, report: Health & { id: string; initiative_id: string }, before?: Health): void {
  const known = before ? redIn(before) : [];
  const red = redIn(report);
  if (red.every((name) => known.includes(name))) return;
  const { id, initiative_id } = report;
  const readers = (readingStakeholders([initiative_id]).get(initiative_id) ?? []).filter(({ user_role }) =>
    grants(permissionsOf(user_role), "ppm.view"),
  );
  notify(
    actor,
    readers.map(({ user_id, card_name }) => ({
      userId: user_id,
      type: "status_report_red",
      title: `Red Status Report: ${card_name}`,
      message: `${actor.displayName} reports that ${red.join(" and ")} of "${card_name}" ${red.length === 1 ? "is" : "are"} off track`,
      link: `/ppm/${initiative_id}?tab=reports`,
      data: { report_id: id, red },
      cardId: initiative_id,
      actorId: actor.userId,
    })),
  );
}
