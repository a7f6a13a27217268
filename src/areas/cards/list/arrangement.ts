/** The ways to arrange a list: by groups, as a tree, or plainly. */
import { invalid } from "../../../http/errors";
import type { CardQuery } from "./model";

/**
 * Checks that a list is arranged in one way.
 * @throws Problem 422 for parameters that exclude one another, or that need another one
 */
export function requireOneArrangement({ group_by, tree, branches }: Partial<CardQuery>): void {
  if (group_by !== undefined && tree !== undefined)
    throw invalid(["query", "tree"], "must not be given together with group_by");
  if (branches !== undefined && tree === undefined) throw invalid(["query", "branches"], "needs tree in addition");
}
