/** Extension points: an earlier area calls functions that later areas add, in the order of the areas. */

/** A function that an area adds to an extension point. */
export type Extension = { install: () => void };

/** An extension point: calling it calls all extensions and returns the result of each with its name. */
export type ExtensionPoint<Input extends unknown[], Result> = {
  (...input: Input): { name: string; result: Result }[];
  /** Declares an extension, for the `extensions` of an area; it replaces one of the same name. */
  extend(name: string, extension: (...input: Input) => Result): Extension;
};

/** Creates an extension point. Its extensions run in the caller's transaction. */
export function extensionPoint<Input extends unknown[], Result = void>(): ExtensionPoint<Input, Result> {
  const extensions = new Map<string, (...input: Input) => Result>();
  const call = (...input: Input) => [...extensions].map(([name, run]) => ({ name, result: run(...input) }));
  return Object.assign(call, {
    extend: (name: string, run: (...input: Input) => Result) => ({ install: () => void extensions.set(name, run) }),
  });
}
