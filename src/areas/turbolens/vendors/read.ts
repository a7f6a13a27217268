/** The vendors of the landscape: whose applications and components there are, and what they cost. */
import { hasRow } from "../../../../db";
import { vendorNameOf } from "../../../analysis/known-vendors";
import { nameOf } from "../../../analysis/names";
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

/**
 * Returns the vendor of a card without a provider: the one in its attribute, or else the maker of the known product that it
 * names.
 */
function vendorsOfUnlinked({ name, attributes }: LandscapeCard): string[] {
  const attribute = attributes["vendor"];
  if (typeof attribute === "string" && attribute.trim() !== "") return [vendorNameOf(attribute)];
  const { recognized, vendor } = nameOf(name);
  const known = recognized?.rest.length === 0 ? recognized.product.vendor : vendor;
  return known === undefined ? [] : [known];
}

/** Returns every vendor name, the most used first; vendors without cards come last. */
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
    const named = (links.get(card.seq) ?? []).filter((link) => link.type === PROVIDER && link.name.trim() !== "");
    const vendors = named.length > 0 ? named.map((link) => link.name.trim()) : vendorsOfUnlinked(card);
    for (const vendor of vendors) {
      const use = useOf(vendor);
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
  hasRow("SELECT 1 FROM cards WHERE type IN ('Application', 'ITComponent') AND status <> 'ARCHIVED' LIMIT 1");
