/** The places to which the journal is exported. */
import type { SealedEvent } from "./audit-line";
import type { TargetKind } from "./positions";

/** A target. */
export type Target = {
  kind: TargetKind;
  /**
   * Writes the next events, and returns once the target has them.
   * @param position the stored number of the last event that it has
   * @param next returns the events after a number
   * @returns the number of the last event that it has now
   * @throws Error with the reason, for administrators
   */
  export(position: number, next: (after: number) => Events, signal: AbortSignal): Promise<number>;
};

/** Events to be written, with the number up to which the journal was looked through for them. */
export type Events = { events: readonly SealedEvent[]; end: number };
