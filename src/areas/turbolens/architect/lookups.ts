/** Says what can be chosen in the wizard: objectives and capabilities. */
import { statement } from "../../../../db";
import { BUSINESS_CAPABILITY, OBJECTIVE } from "../landscape";

/** Cards of one answer. */
const MAX_FOUND = 50;

type Item = { id: string; name: string; description: string | null; subtype: string | null };

/** Finds the first cards of a type by name that are not archived, whose name or description is like a text. */
const findByText = (type: string, search: string | undefined): Item[] =>
  statement<Item>(
    `SELECT id, name, description, subtype FROM cards WHERE type = ? AND status <> 'ARCHIVED'
     ${search ? "AND (name LIKE ? OR description LIKE ?)" : ""} ORDER BY name, seq LIMIT ${MAX_FOUND}`,
  ).all(type, ...(search ? [`%${search}%`, `%${search}%`] : []));

/** Finds the objectives that can be chosen. */
export const findObjectives = (search: string | undefined): Item[] => findByText(OBJECTIVE, search);

/** Finds the capabilities that can be chosen. */
export const findCapabilities = (search: string | undefined): Omit<Item, "subtype">[] =>
  findByText(BUSINESS_CAPABILITY, search).map(({ subtype: _, ...item }) => item);
