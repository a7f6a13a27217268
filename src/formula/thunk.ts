import type { Expr } from "./ast";
import type { Evaluation } from "./evaluation";
import type { Symbols } from "./symbols";
import type { Value } from "./values";

/** A compiled expression. */
export type Thunk = (run: Evaluation) => Value;

/** What the compilers of single kinds of expression need of the one that knows them all. */
export interface ExprCompiler {
  readonly symbols: Symbols;
  compile(expr: Expr): Thunk;
  /** The target of a member access; `key` is the name that is read from it, null when only the run can tell. */
  compileTarget(target: Expr, key: string | null): Thunk;
  /** A branch of which only the taken side is evaluated. */
  compileConditional(test: Expr, whenTrue: Expr, whenFalse: Expr): Thunk;
}
