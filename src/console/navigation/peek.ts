/** The peek: a card that is open next to what one is reading. The address carries it, on every page. */
import { useNavigate, useSearch } from "@tanstack/react-router";

/** Gives the id of the card that is peeked at; undefined when there is none. */
export const usePeek = (): string | undefined => (useSearch({ strict: false }) as { peek?: string }).peek;

/** Gives a function that peeks at a card; without an id it closes the peek. */
export function useSetPeek(): (id?: string) => void {
  const navigate = useNavigate();
  return (peek) =>
    void navigate({ to: ".", replace: true, search: ((before: object) => ({ ...before, peek })) as never });
}
