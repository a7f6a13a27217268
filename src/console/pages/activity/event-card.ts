/** The card of an event. */
type CardEvent = { card_id: string | null; data: Record<string, unknown> | null };

/** Returns the id of the card that an event is about. */
export const cardIdOf = ({ card_id, data }: CardEvent): string | undefined =>
  card_id ?? (data?.["card_id"] as string | undefined) ?? undefined;
