/** Publishes events of types that no area defines, as a journal of another version may hold them. */
import { type Author, type NewEvent, publish } from "../../src/core/journal/journal";

type AnyEvent = { type: string; cardId?: string | null; data: Record<string, unknown>; undo?: Record<string, unknown> };

/** Publishes an event like `publish`, but of any type. */
export const publishAny = (author: Author, event: AnyEvent): void => publish(author, event as NewEvent);
