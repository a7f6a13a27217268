/** Adds hubs to a filled file: cards on which thousands of others depend. */
import { relationTypeNumber, statement, transaction, uuidBytes } from "../db";
import { closeDatabase, openDatabase } from "../db/client";

/** The sizes of the hubs; a small file has as many as it has cards. */
const RELATIONS = 40_000;
const CHILDREN = 30_000;
const CAPABILITIES = 1_000;

/** The ids of the hubs: an application with relations and capabilities, and a component with children. */
export type Hubs = { application: string; parent: string; bystander: string };

const idsOf = (type: string, most: number): string[] =>
  statement<{ id: string }>("SELECT id FROM cards WHERE type = ? AND status = 'ACTIVE' ORDER BY seq LIMIT ?")
    .all(type, most)
    .map(({ id }) => id);

/** Relates an application to cards of a type, as many as there are up to a number. @returns how many */
function relate(application: string, key: string, type: string, most: number): number {
  return statement(
    `INSERT INTO relations (uuid, type_seq, source_seq, target_seq, attributes, created_ms)
     SELECT ${uuidBytes("lower(printf('%s-0000-7000-8000-%012x', ?, c.seq))")}, ${relationTypeNumber()},
       (SELECT seq FROM cards WHERE id = ?), c.seq, '{}', 0
     FROM cards c WHERE c.type = ? AND c.status = 'ACTIVE' ORDER BY c.seq LIMIT ?
     ON CONFLICT DO NOTHING`,
  ).run(String(key.length).padStart(8, "0"), key, application, type, most).changes;
}

/** Adds the hubs to a filled file. */
export function fillHubs(file: string): Hubs {
  openDatabase(file);
  try {
    return transaction(() => {
      const [application = "", bystander = ""] = idsOf("Application", 2);
      const [parent = ""] = idsOf("ITComponent", 1);
      relate(application, "relAppToBC", "BusinessCapability", CAPABILITIES);
      const components = relate(application, "relAppToITC", "ITComponent", RELATIONS);
      relate(application, "relAppToDataObj", "DataObject", RELATIONS - components);
      statement(
        `UPDATE cards SET parent_id = ?1 WHERE seq IN (SELECT seq FROM cards WHERE status = 'ACTIVE' AND id <> ?1
           AND type IN ('ITComponent', 'Interface', 'DataObject') ORDER BY seq LIMIT ?2)`,
      ).run(parent, CHILDREN);
      return { application, parent, bystander };
    });
  } finally {
    closeDatabase();
  }
}
