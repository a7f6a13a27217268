/** SQL for instants. */

/** The new `updated_at` of a row: the parameter, but at least a millisecond after the old one (see `nowAfter`). */
export const LATER = "max(?, coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', updated_at, '+0.001 seconds'), ''))";
