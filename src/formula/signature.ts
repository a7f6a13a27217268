import { fail } from "./errors";
import type { Run } from "./run";
import type { Value } from "./values";

/** Arguments in the order of the parameters; undefined where one was left out. */
export type Bound = readonly (Value | undefined)[];

/** Parameters by name; one with an empty name can only be given by its place. The first `required` have no default. */
export interface Signature {
  readonly params: readonly string[];
  readonly required: number;
}

/** A function with a fixed list of parameters. */
export interface FixedFunction extends Signature {
  call(run: Run, args: Bound): Value;
}

/** A function that takes any number of values. */
export interface OpenFunction {
  readonly params?: undefined;
  call(run: Run, args: readonly Value[], named: ReadonlyMap<string, Value>): Value;
}

/** Describes a function with a fixed list of parameters. */
export function fixed(params: readonly string[], required: number, call: FixedFunction["call"]): FixedFunction {
  return { params, required, call };
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

/** A function that is called on a value, after a point. */
export interface Method<Self extends Value = Value> extends Signature {
  call(run: Run, self: Self, args: Bound): Value;
}

/**
 * For each parameter the index of its argument, positional ones first and then the named ones, or -1 when it keeps its
 * default. Null when the arguments do not fit.
 */
export function matchArguments(signature: Signature, positional: number, named: readonly string[]): number[] | null {
  if (positional > signature.params.length) return null;
  const places = signature.params.map((_, index) => (index < positional ? index : -1));
  for (const [index, name] of named.entries()) {
    const place = name === "" ? -1 : signature.params.indexOf(name);
    if (place < 0 || places[place] !== -1) return null;
    places[place] = positional + index;
  }
  return places.slice(0, signature.required).includes(-1) ? null : places;
}

/** Puts evaluated arguments into the order of the parameters. */
export function arrange(places: readonly number[], args: readonly Value[]): Bound {
  return places.map((place) => (place < 0 ? undefined : args[place]));
}

/** The message for arguments that do not fit. */
export function refuseArguments(name: string): never {
  return fail(`${name} is called with the wrong arguments`);
}
