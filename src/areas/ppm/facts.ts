/** What the operations of the area have in common. */
import { ListQuery } from "./model";

/** A list of an initiative's records. */
export const LIST = { permission: "ppm.view", query: ListQuery, readsMuch: true } as const;
/** A change. */
export const MANAGE = { permission: "ppm.manage" } as const;
/** What creates a record, and is refused when there are too many. */
export const CREATE = { permission: "ppm.manage", refusals: [400] } as const;
