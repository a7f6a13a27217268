import type { Arguments, ExprOf } from "./ast";
import { Fault } from "./errors";
import type { Evaluation, ExprCompiler, Thunk } from "./evaluation";
import { FUNCTIONS } from "./functions";
import { methodOf } from "./methods";
import { arrange, matchArguments, refuseArguments } from "./signature";
import type { Value } from "./values";

/**
 * Returns a call of a function by its name. Functions have names of their own, so a variable neither hides one nor is one.
 */
export function compileCall(compiler: ExprCompiler, { name, args, at }: ExprOf<"call">): Thunk {
  const [test, whenTrue, whenFalse, ...more] = args.positional;
  if (name === "IF" && test && whenTrue && whenFalse && more.length + args.named.length === 0) {
    return compiler.compileConditional(test, whenTrue, whenFalse);
  }
  const evaluate = compileArguments(compiler, args);
  const called = FUNCTIONS.get(name);
  if (!called) {
    return () => {
      throw new Fault("name", `The function ${name} is not defined`, at);
    };
  }
  const names = args.named.map((argument) => argument.name);
  if (called.params === undefined) {
    const count = args.positional.length;
    return (run) => {
      const values = evaluate(run);
      run.step(at);
      const named = new Map(names.map((key, index) => [key, values[count + index] ?? null] as const));
      return called.call(run, values.slice(0, count), named);
    };
  }
  const places = matchArguments(called, args.positional.length, names);
  return (run) => {
    const values = evaluate(run);
    run.step(at);
    return places === null ? refuseArguments(name) : called.call(run, ...arrange(places, values));
  };
}

/**
 * Compiles a call after a point. The method that it calls depends on the kind of value that stands before the
 * point.
 */
export function compileMethod(compiler: ExprCompiler, { target, name, args, at }: ExprOf<"method">): Thunk {
  const object = compiler.compileTarget(target, name === "get" ? constantKey(args) : null);
  const evaluate = compileArguments(compiler, args);
  const names = args.named.map((argument) => argument.name);
  return (run) => {
    const self = object(run);
    run.step(at);
    const method = methodOf(self, name);
    const values = evaluate(run);
    run.at = at;
    const places = matchArguments(method, args.positional.length, names);
    return places === null ? refuseArguments(name) : method.call(run, self, ...arrange(places, values));
  };
}

function constantKey(args: Arguments): string | null {
  const [key] = args.positional;
  return key?.kind === "constant" && typeof key.value === "string" ? key.value : null;
}

/** Returns all arguments in the order of the text, the named ones last. */
function compileArguments(compiler: ExprCompiler, args: Arguments): (run: Evaluation) => Value[] {
  const thunks = [...args.positional, ...args.named.map(({ value }) => value)].map((value) => compiler.compile(value));
  return (run) => thunks.map((thunk) => thunk(run));
}
