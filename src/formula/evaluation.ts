import type { Expr } from "./ast";
import { type FormulaScope, fromScope } from "./json";
import { Run } from "./run";
import type { Symbols } from "./symbols";
import type { Value } from "./values";

/** One evaluation of a formula for one card: its variables, on top of what every run counts. */
export class Evaluation extends Run {
  /** Variables and loop names, by the slot that the compiler gave them. */
  readonly slots: Value[] = [];
  private readonly globals = new Map<keyof FormulaScope, Value>();

  constructor(
    private readonly scope: FormulaScope,
    most?: number,
  ) {
    super(most);
  }

  /** A name that every formula can read; converted when it is first read. */
  global(name: keyof FormulaScope): Value {
    let value = this.globals.get(name);
    if (value === undefined) {
      value = fromScope(this.scope, name);
      this.globals.set(name, value);
    }
    return value;
  }
}

/** A compiled expression. */
export type Thunk = (run: Evaluation) => Value;

/** The services that the compilers of single kinds of expression need of the one that knows them all. */
export interface ExprCompiler {
  readonly symbols: Symbols;
  compile(expr: Expr): Thunk;
  /** The target of a member access; `key` is the name that is read from it, null when it is known only at run time. */
  compileTarget(target: Expr, key: string | null): Thunk;
  /** A branch of which only the taken side is evaluated. */
  compileConditional(test: Expr, whenTrue: Expr, whenFalse: Expr): Thunk;
}
