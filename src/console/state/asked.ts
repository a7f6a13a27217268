/** Choices that are shown a little later than they are made. */
import { type RefObject, useEffect, useRef } from "react";

/**
 * Keeps the newest choice: the one that was last asked for, until another one is shown. A press that follows at once starts from it.
 * @param shown the choice that is shown; a text, so that equal ones are the same
 */
export function useAsked(shown: string | undefined): RefObject<string | undefined> {
  const asked = useRef(shown);
  useEffect(() => {
    asked.current = shown;
  }, [shown]);
  return asked;
}

/** Gives a function that chooses one of several, or none when it is the one that was chosen last. */
export function useToggled(
  shown: string | undefined,
  choose: (key: string | undefined) => void,
): (key: string) => void {
  const asked = useAsked(shown);
  return (key) => {
    asked.current = asked.current === key ? undefined : key;
    choose(asked.current);
  };
}
