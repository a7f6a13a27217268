/** Changes of life cycles: links of cards to products, and the source that answers. */
import { plural, t } from "@lingui/core/macro";
import { shown, toast, tryChange } from "../server/changes";
import { answered, api } from "../server/client";
import { cache } from "../server/queries";
import { asRefusal } from "../server/refusal";
import { type LinkedType, lookedUpQuery } from "./queries";

/** A link of a card to a cycle of a product. */
export type EolLink = { card_id: string; eol_product: string; eol_cycle: string };

/** Links cards to cycles, as one batch. */
export async function linkCards(type: LinkedType, links: readonly EolLink[]): Promise<boolean> {
  const byCard = new Map(links.map((link) => [link.card_id, link]));
  return tryChange({
    sentence: plural(links.length, { one: "# card linked to its product", other: "# cards linked to their products" }),
    show: [
      shown(lookedUpQuery(type), (all) =>
        all.map((one) => {
          const link = byCard.get(one.card_id);
          return link ? { ...one, current_eol_product: link.eol_product, current_eol_cycle: link.eol_cycle } : one;
        }),
      ),
    ],
    send: () => api.POST("/api/v1/eol/mass-link", { body: [...links] }),
  });
}

/** Uploads life cycles, which answer alone from then on. */
export async function uploadSource(file: File): Promise<void> {
  try {
    const body = JSON.parse(await file.text()) as never;
    await answered(api.PUT("/api/v1/eol/source", { params: { query: {} }, body }));
    toast("done", t`The life cycles of ${file.name} answer from now on`);
  } catch (error) {
    toast("failed", error instanceof SyntaxError ? t`${file.name} is no JSON.` : asRefusal(error).message);
  }
  await cache.invalidateQueries({ queryKey: ["eol"] });
}

/** Returns to the life cycles that come with Stoa. */
export async function deleteSource(): Promise<void> {
  await tryChange({
    sentence: t`The life cycles that come with Stoa answer again`,
    send: () => api.DELETE("/api/v1/eol/source"),
  });
  await cache.invalidateQueries({ queryKey: ["eol"] });
}
