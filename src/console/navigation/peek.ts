/** The peek: a card that is open next to what one is reading. The address carries it, on every page. */
import { useNavigate, useSearch } from "@tanstack/react-router";

/** Gives the id of the card that is peeked at; undefined when there is none. */
export const usePeek = (): string | undefined => (useSearch({ strict: false }) as { peek?: string }).peek;

type Peeking = { peek?: string | undefined };

/** Gives a function that changes what is peeked at, by what the address has when it is called. */
function useChangePeek(): (change: (newest: string | undefined) => string | undefined) => void {
  const navigate = useNavigate();
  return (change) =>
    void navigate({
      to: ".",
      replace: true,
      search: ((newest: Peeking) => ({ ...newest, peek: change(newest.peek) })) as never,
    });
}

/** Gives a function that peeks at a card; without an id it closes the peek. */
export function useSetPeek(): (id?: string) => void {
  const change = useChangePeek();
  return (id) => change(() => id);
}

/** Gives a function that peeks at a card, and closes the peek when it is that card's. */
export function useTogglePeek(): (id: string) => void {
  const change = useChangePeek();
  return (id) => change((newest) => (newest === id ? undefined : id));
}
