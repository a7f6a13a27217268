/** Extension points: where an earlier area asks and later areas answer, in the order of the list of areas. */

/** What an area adds at an extension point. */
export type Extension = { install: () => void };

/** A question to later areas: called, it gives the answer of each under its name. */
export type ExtensionPoint<Input extends unknown[], Result> = {
  (...input: Input): { name: string; result: Result }[];
  /**
   * Declares an extension, for the `extensions` of an area.
   * @param name the area, or what it counts; a second extension of the same name takes the place of the first
   */
  extend(name: string, answer: (...input: Input) => Result): Extension;
};

/** Makes an extension point. Its extensions run in the caller's transaction. */
export function extensionPoint<Input extends unknown[], Result = void>(): ExtensionPoint<Input, Result> {
  const answers = new Map<string, (...input: Input) => Result>();
  const ask = (...input: Input) => [...answers].map(([name, answer]) => ({ name, result: answer(...input) }));
  return Object.assign(ask, {
    extend: (name: string, answer: (...input: Input) => Result) => ({ install: () => void answers.set(name, answer) }),
  });
}
