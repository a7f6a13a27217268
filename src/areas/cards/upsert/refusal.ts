/** The refusal of a row. */
import { messageOf, Problem } from "../../../http/errors";
import type { RowResult } from "./model";

export type Nearest = RowResult["nearest"];

/** A row that can't be applied: the reason, the field where it is one, and the cards that may be meant. */
export class Refusal extends Problem {
  constructor(
    reason: string,
    readonly field: string | null = null,
    readonly nearest: Nearest = [],
    status = 422,
  ) {
    super(status, reason);
  }
}

/** Returns the field that a violation names: `attributes.<key>` for those of an attribute. */
const fieldOf = ({ detail }: Problem): string | null => {
  const [first] = Array.isArray(detail) ? detail : [];
  return first?.loc.slice(1).join(".") || null;
};

/** Returns an error of a row as the report has it. @throws the error, when it is no problem of the row */
export function refusalOf(error: unknown): Pick<RowResult, "error" | "field" | "nearest"> {
  if (!(error instanceof Problem)) throw error;
  const nearest = error instanceof Refusal ? error.nearest : [];
  const field = error instanceof Refusal ? error.field : fieldOf(error);
  return { error: messageOf(error), field, nearest };
}
