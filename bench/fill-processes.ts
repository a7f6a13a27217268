/** Gives the processes of a filled file elements and published flows, for what is measured of them alone. */
import { statement, transaction } from "../db";
import { closeDatabase, openDatabase } from "../db/client";
import { type Random, randomFrom, uuidOf } from "./random";
import { productName } from "./words";

const ELEMENTS_PER_PROCESS = 40;
const kinds = ["task", "userTask", "serviceTask", "callActivity", "exclusiveGateway", "startEvent", "endEvent"];
const lanes = ["Customer", "Sales", "Finance", "Operations"];
const FIRST_DAY = Date.UTC(2026, 0, 5);
const AT = new Date(FIRST_DAY).toISOString();

const idsOf = (type: string): string[] =>
  statement<{ id: string }, [string]>("SELECT id FROM cards WHERE type = ? AND status = 'ACTIVE' ORDER BY seq")
    .all(type)
    .map(({ id }) => id);

/** Writes the elements of a process; three in ten are linked to an application. */
function fillElements(processId: string, applicationIds: readonly string[], random: Random): void {
  const insert = statement(
    `INSERT INTO process_elements (id, process_id, bpmn_element_id, element_type, name, lane_name, is_automated,
       sequence_order, application_id, custom_fields, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, '{}', ?, ?)`,
  );
  for (let place = 0; place < ELEMENTS_PER_PROCESS; place++) {
    const element = [uuidOf(random, FIRST_DAY), processId, `Element_${place}`, random.one(kinds), productName(random)];
    const applicationId = random.chance(0.3) ? random.one(applicationIds) : null;
    insert.run(...element, random.one(lanes), place, applicationId, AT, AT);
  }
}

/**
 * Leaves so many processes active, and writes their elements and the published flows of most of them.
 * @param file a copy of a filled file
 */
export function fillProcesses(file: string, processes: number, seed = 1): void {
  openDatabase(file);
  const random = randomFrom(seed);
  transaction(() => {
    const ids = idsOf("BusinessProcess");
    const applicationIds = idsOf("Application");
    for (const id of ids.slice(processes))
      statement("UPDATE cards SET status = 'ARCHIVED', archived_at = ? WHERE id = ?").run(AT, id);
    for (const id of ids.slice(0, processes)) {
      fillElements(id, applicationIds, random);
      if (random.chance(0.6))
        statement(
          `INSERT INTO process_flow_versions (id, process_id, status, revision, bpmn_xml, created_at, updated_at)
           VALUES (?, ?, 'published', 1, '', ?, ?)`,
        ).run(uuidOf(random, FIRST_DAY), id, AT, AT);
    }
  });
  closeDatabase();
}
