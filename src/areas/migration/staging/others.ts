/** Matches staged users, tags, documents and comments with what there is. */
import { statement } from "../../../../db";
import type { IdentityKind } from "../identities";
import type { MigrationRow } from "../rows";

/** Gives the records of a kind that are found the action `skip`; `match` is SQL for the id of what `s` is. */
function skipFound({ id, source_type }: MigrationRow, kind: string, match: string): void {
  statement(
    `UPDATE staged_records AS s SET action = 'skip', target_id = found.target_id
     FROM (SELECT s.seq, ${match} AS target_id FROM staged_records s
       WHERE s.migration_id = ?1 AND s.entity_kind = ?3 AND s.action = 'create' AND ?2 IS NOT NULL) AS found
     WHERE s.seq = found.seq AND found.target_id IS NOT NULL`,
  ).run(id, source_type, kind);
}

const GROUP = "(SELECT min(g.id) FROM tag_groups g WHERE g.name = s.display_name)";
const TAG = `(SELECT min(t.id) FROM tag_groups g JOIN tags t ON t.tag_group_id = g.id
  WHERE g.name = s.source_data ->> '$.group' AND t.name = s.display_name)`;
const USER = "(SELECT u.id FROM users u WHERE u.email = s.source_id)";

/** Returns SQL for what a record became in an earlier migration. */
const identity = (kind: IdentityKind) => `(SELECT i.target_id FROM migration_identity_map i
  WHERE i.source_type = ?2 AND i.entity_kind = '${kind}' AND i.source_id = s.source_id)`;

/** Matches the staged users, tags, documents and comments; part of the running transaction. */
export function matchOthers(migration: MigrationRow): void {
  skipFound(migration, "tag_group", GROUP);
  skipFound(migration, "tag", TAG);
  skipFound(migration, "user", USER);
  skipFound(migration, "document", identity("document"));
  skipFound(migration, "comment", identity("comment"));
}
