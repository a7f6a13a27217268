import { readField, readItem, readSlice } from "./access";
import type { Expr, ExprOf, Item, TemplatePart } from "./ast";
import { COMPARISONS } from "./compare";
import { compileCall, compileMethod } from "./compile-calls";
import { compileComprehension } from "./compile-loops";
import { Fault, fail } from "./errors";
import type { Evaluation, ExprCompiler, Thunk } from "./evaluation";
import { formatValue } from "./format";
import { FUNCTIONS } from "./functions";
import type { FormulaScope } from "./json";
import { BINARY, UNARY } from "./operators";
import { References, Symbols } from "./symbols";
import type { Line } from "./syntax";
import { checkLength, escapeNonAscii, joinBounded, toLiteral, toText } from "./text";
import { Dict, DictBuilder, describe, FunctionValue, iterate, List, makeSet, truthy, type Value } from "./values";

/** A compiled formula. */
export interface Program {
  readonly lines: readonly { readonly at: number; readonly slot: number | null; readonly value: Thunk }[];
  readonly references: References;
}

/** Compiles the lines of a formula into functions that can be run for any number of cards. */
export function compileLines(lines: readonly Line[]): Program {
  const compiler = new Compiler();
  return { lines: lines.map((line) => compiler.compileLine(line)), references: compiler.references };
}

/** Runs a compiled formula; its value is that of the last line. */
export function runProgram(program: Program, run: Evaluation): Value {
  let value: Value = null;
  for (const line of program.lines) {
    run.beginLine(line.at);
    value = line.value(run);
    if (line.slot !== null) run.slots[line.slot] = value;
    run.at = line.at;
  }
  return value;
}

/** Turns expressions into functions. Names are resolved here, once, and not when the formula runs. */
class Compiler implements ExprCompiler {
  readonly symbols = new Symbols();
  readonly references = new References();

  compileLine(line: Line): Program["lines"][number] {
    const value = this.compile(line.value);
    const slot = line.name === null ? null : this.symbols.bind(line.name, this.scopeName(line.value));
    return { at: line.at, slot, value };
  }

  compile(expr: Expr): Thunk {
    return (this.compilers[expr.kind] as (expr: Expr) => Thunk)(expr);
  }

  private readonly compilers: { readonly [Kind in Expr["kind"]]: (expr: ExprOf<Kind>) => Thunk } = {
    constant: ({ value }) => constantly(value),
    name: ({ name, at }) => this.compileName(name, at),
    attribute: (expr) => this.compileAttribute(expr),
    index: (expr) => this.compileIndex(expr),
    slice: (expr) => this.compileSlice(expr),
    call: (expr) => compileCall(this, expr),
    method: (expr) => compileMethod(this, expr),
    unary: (expr) => this.compileUnary(expr),
    arithmetic: (expr) => this.compileArithmetic(expr),
    comparison: (expr) => this.compileComparison(expr),
    logic: (expr) => this.compileLogic(expr),
    conditional: ({ test, whenTrue, whenFalse }) => this.compileConditional(test, whenTrue, whenFalse),
    sequence: (expr) => this.compileSequence(expr),
    dict: (expr) => this.compileDict(expr),
    comprehension: (expr) => compileComprehension(this, expr),
    template: ({ parts }) => this.compileTemplate(parts),
  };

  /** The part of the card that an expression is, when it is nothing but its name or another name for it. */
  scopeName(expr: Expr): keyof FormulaScope | null {
    if (expr.kind !== "name") return null;
    const binding = this.symbols.resolve(expr.name);
    if (binding.kind === "global") return binding.name;
    return binding.kind === "slot" ? binding.alias : null;
  }

  /** A part of the card is noted with the key that is read, not as a whole. */
  compileTarget(target: Expr, key: string | null): Thunk {
    const scopeName = this.scopeName(target);
    if (scopeName === null || key === null || target.kind !== "name") return this.compile(target);
    this.references.readMember(scopeName, key);
    return this.compileBinding(target.name, target.at);
  }

  compileConditional(test: Expr, whenTrue: Expr, whenFalse: Expr): Thunk {
    const condition = this.compile(test);
    const yes = this.compile(whenTrue);
    const no = this.compile(whenFalse);
    return (run) => (truthy(condition(run)) ? yes(run) : no(run));
  }

  private compileName(name: string, at: number): Thunk {
    const binding = this.symbols.resolve(name);
    if (binding.kind === "global") this.references.readWhole(binding.name);
    else if (binding.kind === "slot" && binding.alias !== null) this.references.readWhole(binding.alias);
    return this.compileBinding(name, at);
  }

  private compileBinding(name: string, at: number): Thunk {
    const binding = this.symbols.resolve(name);
    if (binding.kind === "global") {
      const global = binding.name;
      return (run) => run.global(global);
    }
    if (binding.kind === "slot") {
      const { slot } = binding;
      return (run) => run.slots[slot] ?? null;
    }
    if (FUNCTIONS.has(name)) return constantly(new FunctionValue(name));
    // Known only now, but an error only where it is reached: a branch that is not taken may hold it.
    return () => {
      throw new Fault("name", `${name} is not defined`, at);
    };
  }

  private compileAttribute({ target, name, at }: ExprOf<"attribute">): Thunk {
    const object = this.compileTarget(target, name);
    return (run) => {
      const value = object(run);
      run.step(at);
      return readField(run, value, name);
    };
  }

  private compileIndex({ target, index, at }: ExprOf<"index">): Thunk {
    const key = index.kind === "constant" && typeof index.value === "string" ? index.value : null;
    const object = this.compileTarget(target, key);
    const place = this.compile(index);
    return (run) => {
      const value = object(run);
      const item = place(run);
      run.step(at);
      return readItem(run, value, item);
    };
  }

  private compileSlice({ target, start, stop, step, at }: ExprOf<"slice">): Thunk {
    const object = this.compile(target);
    const optional = (bound: Expr | null): Thunk => (bound === null ? () => null : this.compile(bound));
    const from = optional(start);
    const to = optional(stop);
    const by = optional(step);
    return (run) => {
      const value = object(run);
      const bounds = [from(run), to(run), by(run)] as const;
      run.step(at);
      return readSlice(run, value, ...bounds);
    };
  }

  private compileUnary({ op, operand, at }: ExprOf<"unary">): Thunk {
    const value = this.compile(operand);
    const apply = UNARY[op];
    return (run) => {
      const result = value(run);
      run.step(at);
      return apply(result);
    };
  }

  private compileArithmetic({ first, rest }: ExprOf<"arithmetic">): Thunk {
    const start = this.compile(first);
    const steps = rest.map(({ op, at, operand }) => ({ apply: BINARY[op], at, operand: this.compile(operand) }));
    return (run) => {
      let result = start(run);
      for (const { apply, at, operand } of steps) {
        const right = operand(run);
        run.step(at);
        result = apply(run, result, right);
      }
      return result;
    };
  }

  /** `a < b < c` compares neighbours, evaluates each once and stops at the first that does not hold. */
  private compileComparison({ first, rest }: ExprOf<"comparison">): Thunk {
    const start = this.compile(first);
    const steps = rest.map(({ op, at, operand }) => ({ holds: COMPARISONS[op], at, operand: this.compile(operand) }));
    return (run) => {
      let left = start(run);
      for (const { holds, at, operand } of steps) {
        const right = operand(run);
        run.step(at);
        if (!holds(run, left, right)) return false;
        left = right;
      }
      return true;
    };
  }

  /** `and` gives the first false operand, `or` the first true one, either the last when there is none. */
  private compileLogic({ op, operands }: ExprOf<"logic">): Thunk {
    const thunks = operands.map((operand) => this.compile(operand));
    const decisive = op === "or";
    return (run) => {
      let value: Value = null;
      for (const thunk of thunks) {
        run.charge(1);
        value = thunk(run);
        if (truthy(value) === decisive) break;
      }
      return value;
    };
  }

  private compileSequence({ form, items, at }: ExprOf<"sequence">): Thunk {
    const collect = this.compileItems(items, at);
    if (form === "set") return (run) => makeSet(run, collect(run));
    const tuple = form === "tuple";
    return (run) => new List(collect(run), tuple);
  }

  private compileItems(items: readonly Item[], at: number): (run: Evaluation) => Value[] {
    const thunks = items.map(({ spread, value }) => ({ spread, value: this.compile(value) }));
    return (run) => {
      const values: Value[] = [];
      for (const { spread, value } of thunks) {
        const item = value(run);
        run.at = at;
        if (!spread) values.push(item);
        else {
          const spreadItems = iterate(run, item);
          checkLength(values.length + spreadItems.length);
          for (const element of spreadItems) values.push(element);
        }
      }
      checkLength(values.length);
      run.charge(values.length);
      return values;
    };
  }

  private compileDict({ entries, at }: ExprOf<"dict">): Thunk {
    const pairs = entries.map(({ key, value }) => ({ key: key && this.compile(key), value: this.compile(value) }));
    return (run) => {
      const dict = new DictBuilder();
      for (const { key, value } of pairs) {
        const entryKey = key === null ? null : key(run);
        const item = value(run);
        run.at = at;
        if (key !== null) dict.set(run, entryKey, item);
        else if (item instanceof Dict) dict.setAll(run, item);
        else fail(`Cannot spread ${describe(item)} into an object`);
      }
      return dict.build();
    };
  }

  private compileTemplate(parts: readonly TemplatePart[]): (run: Evaluation) => string {
    const thunks = parts.map((part): ((run: Evaluation) => string) => {
      if (typeof part === "string") return () => part;
      const { at, conversion } = part;
      const value = this.compile(part.value);
      const spec = this.compileTemplate(part.spec);
      return (run) => {
        const item = value(run);
        const layout = spec(run);
        run.at = at;
        return formatValue(run, conversion === null ? item : converted(run, item, conversion), layout);
      };
    });
    return (run) =>
      joinBounded(
        run,
        thunks.map((thunk) => thunk(run)),
      );
  }
}

function constantly(value: Value): Thunk {
  return () => value;
}

function converted(run: Evaluation, value: Value, conversion: "s" | "r" | "a"): string {
  if (conversion === "s") return toText(run, value);
  const text = toLiteral(run, value);
  return conversion === "a" ? escapeNonAscii(text) : text;
}
