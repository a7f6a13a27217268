/** Opens what the palette has found. */
import { useFollow, useHref } from "../navigation/link";
import type { Address, Page } from "../navigation/page";
import { useSetPeek } from "../navigation/peek";
import type { SearchResult } from "../search/queries";
import { closePalette } from "./palette-state";

type Thing = Pick<SearchResult, "kind" | "id">;

/** Functions that open a thing on its page, in the peek or in another tab; each closes the palette. */
export function useOpen(pages: readonly Page[]): Record<"open" | "peek" | "openInTab", (thing: Thing) => void> {
  const follow = useFollow();
  const href = useHref();
  const setPeek = useSetPeek();
  const addressOf = ({ kind, id }: Thing): string | undefined => {
    const page = pages.find(({ shows }) => shows?.kind === kind);
    return page && href({ to: page.address as Address, ...page.shows?.place(id) } as never);
  };
  const peek = (thing: Thing) => {
    closePalette();
    if (thing.kind === "card") setPeek(thing.id);
  };
  return {
    peek,
    open(thing) {
      const address = addressOf(thing);
      if (address === undefined) return peek(thing);
      closePalette();
      follow(address);
    },
    openInTab(thing) {
      const address = addressOf(thing);
      closePalette();
      if (address !== undefined) window.open(address, "_blank");
    },
  };
}
