/** What the operations of the area have in common. */
import { statement } from "../../../db";
import { ListQuery } from "./model";

/** A list of an initiative's records. */
export const LIST = { permission: "ppm.view", query: ListQuery, readsMuch: true } as const;
/** A change. */
export const MANAGE = { permission: "ppm.manage" } as const;
/** What creates a record, and is refused when there are too many. */
export const CREATE = { permission: "ppm.manage", refusals: [400] } as const;

/** Records, and bytes of their descriptions, up to which a plan is listed on the server's thread. */
const [FEW, SHORT] = [500, 256 * 1024];

/** Whether the list of the tasks or items of an initiative is long. */
export const listsMuch = (table: "ppm_tasks" | "ppm_wbs") => (_query: unknown, params: Record<string, string>) =>
  statement<{ much: number }, [string]>(
    `SELECT count(*) > ${FEW} OR coalesce(sum(octet_length(description)), 0) > ${SHORT} AS much
     FROM ${table} WHERE initiative_id = ?`,
  ).get(params["initiative_id"] ?? "")?.much === 1;
