/** SQL of instants. */

/**
 * The instant of a change of a row, which is a parameter; or the millisecond after the row's last change when that isn't
 * over, so that two versions of it have two instants.
 */
export const LATER = "max(?, coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', updated_at, '+0.001 seconds'), ''))";
