import { fail } from "./errors";
import type { Run } from "./run";
import type { Value } from "./values";

/** The parameters of a function or method by their names; `-` has none. The first `required` have no default. */
export interface Signature {
  readonly params: readonly string[];
  readonly required: number;
}

/** A function with a fixed list of parameters; an optional argument that was left out is undefined. */
export interface FixedFunction extends Signature {
  call(run: Run, ...args: Value[]): Value;
}

/** A function that takes any number of values. */
export interface OpenFunction {
  readonly params?: undefined;
  call(run: Run, args: readonly Value[], named: ReadonlyMap<string, Value>): Value;
}

/** A function that is called on a value, after a point. */
export interface Method<Self extends Value = Value> extends Signature {
  call(run: Run, self: Self, ...args: Value[]): Value;
}

/** Describes a function with a fixed list of parameters, named in a text. */
export function fixed(params: string, required: number, call: FixedFunction["call"]): FixedFunction {
  return { params: params.split(" "), required, call };
}

/** Describes a method, as `fixed` does a function; without parameters the text is empty. */
export function method<Self extends Value>(params: string, required: number, call: Method<Self>["call"]): Method<Self> {
  return { params: params === "" ? [] : params.split(" "), required, call };
}

/** Describes a function that takes any number of values, and named ones only if it says so. */
export function open(call: OpenFunction["call"], takesNamed = false): OpenFunction {
  return {
    call(run, args, named) {
      if (named.size > 0 && !takesNamed) fail("This function takes no named arguments");
      return call(run, args, named);
    },
  };
}

/**
 * Returns for each parameter the index of its argument, positional ones first and then the named ones, or -1 when it keeps its
 * default. Null when the arguments do not fit.
 */
export function matchArguments(signature: Signature, positional: number, named: readonly string[]): number[] | null {
  if (positional > signature.params.length) return null;
  const indices = signature.params.map((_, index) => (index < positional ? index : -1));
  for (const [index, name] of named.entries()) {
    const param = signature.params.indexOf(name);
    if (indices[param] !== -1) return null;
    indices[param] = positional + index;
  }
  return indices.slice(0, signature.required).includes(-1) ? null : indices;
}

/** Puts evaluated arguments into the order of the parameters; left-out ones are undefined, as optional parameters are. */
export function arrange(indices: readonly number[], args: readonly Value[]): Value[] {
  return indices.map((index) => args[index] as Value);
}

/** Returns the message for arguments that do not fit. */
export function refuseArguments(name: string): never {
  return fail(`${name} is called with the wrong arguments`);
}
