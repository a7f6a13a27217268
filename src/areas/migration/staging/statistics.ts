/** The statistics of staging. */
import { statement } from "../../../../db";
import type { Counts } from "./receive";
import type { Action, EntityKind } from "./records";

type Count = (kind: EntityKind, action?: Action) => number;

/** Counts the staged records of a migration. */
function counter(migrationId: string): Count {
  const rows = statement<{ entity_kind: EntityKind; action: Action; count: number }>(
    "SELECT entity_kind, action, count(*) AS count FROM staged_records WHERE migration_id = ? GROUP BY entity_kind, action",
  ).all(migrationId);
  return (kind, action) =>
    rows
      .filter((row) => row.entity_kind === kind && (action === undefined || row.action === action))
      .reduce((sum, { count }) => sum + count, 0);
}

/** Returns the statistics of a parsed migration. */
export function statisticsOf(migrationId: string, { entities, archived, parse_errors }: Counts) {
  const count = counter(migrationId);
  const some = <A extends Action>(kind: EntityKind, ...actions: A[]) =>
    Object.fromEntries(actions.map((action) => [action, count(kind, action)])) as Record<A, number>;
  const cards = { ...some("card", "create", "update", "skip", "conflict"), unknown_type: 0, archived };
  return {
    metamodel: {
      new_types: count("metamodel_type", "create"),
      new_fields: count("metamodel_field", "create"),
      new_relation_types: count("metamodel_relation_type", "create"),
      field_conflicts: count("metamodel_field", "conflict"),
      type_conflicts: count("metamodel_type", "conflict"),
    },
    cards,
    relations: { ...some("relation", "create", "update", "skip", "conflict"), unknown_type: 0 },
    tags: {
      groups_create: count("tag_group", "create"),
      groups_skip: count("tag_group", "skip"),
      tags_create: count("tag", "create"),
      tags_skip: count("tag", "skip"),
      links: count("card_tag"),
    },
    users: { ...some("user", "create", "skip"), missing_email: 0, invalid_email: count("user", "conflict") },
    subscriptions: some("subscription", "create", "skip", "conflict"),
    documents: some("document", "create", "skip", "conflict"),
    comments: some("comment", "create", "skip", "conflict"),
    parse_errors,
    entities,
    fact_sheets: entities,
    relation_count: count("relation"),
    tag_count: count("tag"),
    subscription_count: count("subscription"),
    document_count: count("document"),
    comment_count: count("comment"),
    ...cards,
  };
}
