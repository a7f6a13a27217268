/** The shapes of relations on the wire. */
import { z } from "zod";
import { SliceQuery } from "../../http/listing";
import { FreeObject, Id, Instant, LONG, orNull, PathId, StoredObject, Text, Uuid } from "../../http/words";

const End = z.object({ id: Id, type: z.string(), name: z.string() });

export const Relation = z
  .object({
    id: Id,
    type: z.string(),
    source_id: Id,
    target_id: Id,
    source: End.nullable(),
    target: End.nullable(),
    attributes: StoredObject.nullable(),
    description: z.string().nullable(),
    created_at: Instant,
  })
  .meta({ id: "Relation" });
export type Relation = z.infer<typeof Relation>;

export const RelationParams = z.object({ rel_id: PathId });

export const RelationQuery = z.object({
  card_id: Uuid.optional().meta({
    type: "string",
    format: "uuid",
    description: "Only relations of this card, at either end",
  }),
  type: Text(200).optional().meta({ description: "Only relations of this type" }),
  ...SliceQuery,
});
export type RelationQuery = z.infer<typeof RelationQuery>;

const content = { attributes: orNull(FreeObject), description: orNull(Text(LONG)) };

export const NewRelation = z
  .object({ type: Text(200), source_id: Uuid, target_id: Uuid, ...content })
  .meta({ id: "NewRelation" });
export type NewRelation = z.infer<typeof NewRelation>;

export const RelationChanges = z.object(content).meta({ id: "RelationChanges" });
export type RelationChanges = z.infer<typeof RelationChanges>;
