/** The part of a row that a push has to send, because the last push has sent something else. */
import { parseObject } from "../../../platform/json";
import type { Row } from "../instance/table-api";
import type { PushedIdentity } from "./identities";

const isEmpty = (value: unknown) => value === null || value === undefined || value === "";

/** A row of the table as Stoa knows it: its id, and what pushes have sent for it. */
export type KnownRow = { sysId: string; pushed: Row; isCurrent: boolean };

/**
 * Returns the row of a card.
 * @param validFrom when the mapping or the connection was last changed: what was sent before is sent once more
 */
export const knownRow = ({ snow_sys_id, pushed, pushed_at }: PushedIdentity, validFrom: string): KnownRow => ({
  sysId: snow_sys_id,
  pushed: parseObject(pushed),
  isCurrent: pushed_at !== null && pushed_at >= validFrom,
});

/**
 * Returns the columns whose values have changed since the last push. A column without value is sent only when one has been
 * sent, so that what the instance has by itself stays.
 * @param known undefined for a card that has no row yet
 */
export function unsentOf(body: Row, known: KnownRow | undefined): Row {
  if (!known) return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  const { pushed, isCurrent } = known;
  return Object.fromEntries(
    Object.entries(body).filter(([column, value]) => {
      if (isEmpty(value)) return !isEmpty(pushed[column]);
      return !isCurrent || !Bun.deepEquals(value, pushed[column]);
    }),
  );
}
