/** The vendors of the landscape: whose applications and components there are, and what they cost. */
import { statement } from "../../../../db";
import {
  APPLICATION,
  annualCost,
  IT_COMPONENT,
  type LandscapeCard,
  landscapeCards,
  landscapeLinks,
  PROVIDER,
} from "../landscape";

/** A card of a vendor. */
export type VendorCard = Pick<LandscapeCard, "id" | "name" | "type" | "description"> & { cost: number };

/** A vendor name with the cards that are linked to it; `cost` is that of their links, or its own without any. */
export type VendorUse = { name: string; description: string | null; cards: VendorCard[]; cost: number };

/** Every vendor name, the most used first; vendors without cards come last. */
export function vendorUses(): VendorUse[] {
  const uses = new Map<string, VendorUse>();
  const useOf = (name: string): VendorUse => {
    const known = uses.get(name) ?? { name, description: null, cards: [], cost: 0 };
    uses.set(name, known);
    return known;
  };
  const types = [APPLICATION, IT_COMPONENT];
  const links = landscapeLinks(types);
  for (const card of landscapeCards(types)) {
    const { id, name, type, description } = card;
    const cost = annualCost(card);
    for (const link of links.get(card.seq) ?? []) {
      if (link.type !== PROVIDER || link.name.trim() === "") continue;
      const use = useOf(link.name.trim());
      use.cards.push({ id, name, type, description, cost });
      use.cost += cost;
    }
  }
  for (const provider of landscapeCards([PROVIDER])) {
    if (provider.name.trim() === "") continue;
    const use = useOf(provider.name.trim());
    use.description ??= provider.description;
    if (use.cards.length === 0) use.cost += annualCost(provider);
  }
  return [...uses.values()].sort(
    (a, b) => b.cards.length - a.cards.length || b.cost - a.cost || (a.name < b.name ? -1 : 1),
  );
}

/** Says whether there is anything that could have a vendor. */
export const hasVendoredCards = (): boolean =>
  statement(
    "SELECT 1 FROM cards WHERE type IN ('Application', 'ITComponent') AND status <> 'ARCHIVED' LIMIT 1",
  ).get() !== null;
