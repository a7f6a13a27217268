/** The kinds of error: the text cannot be read, a name is unknown, an operation failed, or a bound was passed. */
export type FormulaErrorKind = "syntax" | "name" | "evaluation" | "limit";

/** The only error that leaves the engine. `line` and `column` count from 1 in the formula as it was given. */
export class FormulaError extends Error {
  override readonly name = "FormulaError";

  constructor(
    readonly kind: FormulaErrorKind,
    message: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(message);
  }
}

/** An error on its way out, not yet tied to a line: `offset` counts characters from the start of the formula. */
export class Fault extends Error {
  constructor(
    readonly kind: FormulaErrorKind,
    message: string,
    readonly offset?: number,
  ) {
    super(message);
  }
}

/** Stops with an evaluation error at the operation that is running. */
export function fail(message: string): never {
  throw new Fault("evaluation", message);
}

/** Stops because a bound on size, depth, steps or time was passed. */
export function exceed(message: string, offset?: number): never {
  throw new Fault("limit", message, offset);
}

/** Stops because the text at `offset` is not a formula. */
export function reject(message: string, offset: number): never {
  throw new Fault("syntax", message, offset);
}

/** Runs `work` and gives every fault it throws its line and column in `text`; `here` is asked when a fault has no offset. */
export function withPositions<T>(text: string, here: () => number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const before = text.slice(0, error.offset ?? here()).split(/\r\n|\r|\n/);
    const column = (before.at(-1)?.length ?? 0) + 1;
    throw new FormulaError(error.kind, error.message, before.length, column);
  }
}

/**
 * Returns the sentence that users may see. Details stay in the log, because a message can hold data of a card. `validate`
 * is the check of a formula before it is saved; `run` is everything else.
 */
export function publicError(error: unknown, context: "run" | "validate" = "run"): string {
  if (error instanceof FormulaError && error.kind === "name") {
    return "Formula references an undefined name or function";
  }
  return context === "validate" ? "Formula validation failed" : "Evaluation error";
}
