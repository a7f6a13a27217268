/** The principles of enterprise architecture. */
import { asc, eq } from "drizzle-orm";
import { db, tables, transaction } from "../../../db/client";
import { notFound } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import type { Actor } from "../access/actor";
import { publish } from "../events/journal";
import type { NewPrinciple, Principle, PrincipleChanges } from "./catalogue-model";
import { changesOf } from "./diff";

const { principles } = tables;
type Row = typeof principles.$inferSelect;

const names: Partial<Record<keyof Row, string>> = { isActive: "is_active", sortOrder: "sort_order" };

const wire = (row: Row): Principle => ({
  id: row.id,
  title: row.title,
  description: row.description,
  rationale: row.rationale,
  implications: row.implications,
  is_active: row.isActive,
  sort_order: row.sortOrder,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
});

/** All principles in their order, inactive ones included. */
export const listPrinciples = (): Principle[] =>
  db
    .select()
    .from(principles)
    .orderBy(asc(principles.sortOrder), asc(principles.createdAt), asc(principles.id))
    .all()
    .map(wire);

/** Makes a principle. */
export function createPrinciple(actor: Actor, input: NewPrinciple): Principle {
  return transaction(() => {
    const at = now();
    const row = db
      .insert(principles)
      .values({
        id: newId(),
        title: input.title,
        description: input.description ?? null,
        rationale: input.rationale ?? null,
        implications: input.implications ?? null,
        isActive: input.is_active,
        sortOrder: input.sort_order,
        createdAt: at,
        updatedAt: at,
      })
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
    const { is_active: isActive, sort_order: sortOrder, ...texts } = asked;
    const wanted = { ...texts, isActive, sortOrder } as Partial<Row>;
    const { columns, changes } = changesOf(before, wanted, names);
    if (Object.keys(changes).length === 0) return wire(before);
    const row = db
      .update(principles)
      .set({ ...columns, updatedAt: now() })
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
