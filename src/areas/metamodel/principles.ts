/** The principles of enterprise architecture. */

import { asc, eq } from "drizzle-orm";
import { db, tables, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { publish } from "../../core/journal/journal";
import { notFound } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import type { NewPrinciple, Principle, PrincipleChanges } from "./catalogue-model";
import { changesOf } from "./diff";

const { principles } = tables;
type Row = typeof principles.$inferSelect;

const wire = ({ catalogue_id: _, ...row }: Row): Principle => row;

/** All principles in their order, inactive ones included. */
export const listPrinciples = (): Principle[] =>
  db
    .select()
    .from(principles)
    .orderBy(asc(principles.sort_order), asc(principles.created_at), asc(principles.id))
    .all()
    .map(wire);

/** Makes a principle. */
export function createPrinciple(actor: Actor, input: NewPrinciple): Principle {
  return transaction(() => {
    const at = now();
    const row = db
      .insert(principles)
      .values({ ...input, id: newId(), created_at: at, updated_at: at })
      .returning()
      .get();
    publish(actor, { type: "metamodel.principle.created", data: { id: row.id, name: row.title } });
    return wire(row);
  });
}

/**
 * Changes the fields of a principle that are given.
 * @throws Problem 404
 */
export function changePrinciple(actor: Actor, id: string, asked: PrincipleChanges): Principle {
  return transaction(() => {
    const before = db.select().from(principles).where(eq(principles.id, id)).get();
    if (!before) throw notFound("Principle");
    const { columns, changes } = changesOf(before, asked as Partial<Row>);
    if (Object.keys(changes).length === 0) return wire(before);
    const row = db
      .update(principles)
      .set({ ...columns, updated_at: now() })
      .where(eq(principles.id, id))
      .returning()
      .get() as Row;
    publish(actor, { type: "metamodel.principle.updated", data: { id, name: row.title, changes } });
    return wire(row);
  });
}

/** Deletes a principle, if there is one. */
export function deletePrinciple(actor: Actor, id: string): void {
  transaction(() => {
    const row = db.delete(principles).where(eq(principles.id, id)).returning().get();
    if (row) publish(actor, { type: "metamodel.principle.deleted", data: { id, name: row.title } });
  });
}
