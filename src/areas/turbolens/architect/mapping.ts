/** The target architecture that the wizard proposes, in the shape of the wire. */
import { z } from "zod";

const Line = z.string().max(2_000);
/** An optional text; anything else counts as none. */
const Maybe = Line.optional().catch(undefined);
const Mark = z.boolean().catch(false);

export const ProposedCapability = z.looseObject({
  id: Line,
  name: Line,
  isNew: Mark,
  existingCardId: Maybe,
  rationale: Maybe,
});
export const ProposedCard = z.looseObject({
  id: Line,
  name: Line,
  cardTypeKey: Line.default("Application"),
  subtype: Maybe,
  isNew: Mark,
  existingCardId: Maybe,
  rationale: Maybe,
});
export const ProposedRelation = z.looseObject({ sourceId: Line, targetId: Line, relationType: Line, label: Maybe });

export type ProposedCapability = z.infer<typeof ProposedCapability>;
export type ProposedCard = z.infer<typeof ProposedCard>;
export type ProposedRelation = z.infer<typeof ProposedRelation>;

/** Entries of a list of a proposal. */
const MAX_ENTRIES = 500;

/** Lists a list of which entries of another shape are left out; anything else is an empty list. */
const listOf = <T>(schema: z.ZodType<T>) =>
  z
    .unknown()
    .optional()
    .transform((list): T[] =>
      (Array.isArray(list) ? list : []).slice(0, MAX_ENTRIES).flatMap((entry) => {
        const { success, data } = schema.safeParse(entry);
        return success ? [data] : [];
      }),
    );

/** A proposal. */
export const Mapping = z.looseObject({
  summary: z.string().max(20_000).catch(""),
  capabilities: listOf(ProposedCapability),
  proposedCards: listOf(ProposedCard),
  proposedRelations: listOf(ProposedRelation),
});
export type Mapping = z.infer<typeof Mapping>;
