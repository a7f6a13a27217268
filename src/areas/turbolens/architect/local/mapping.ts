/** The target architecture that rules propose without a model. */
import { APPLICATION, BUSINESS_CAPABILITY, INTERFACE, IT_COMPONENT, PROVIDER } from "../../landscape";
import type { ExistingCard, WizardContext } from "../context";
import type { Mapping, ProposedCard, ProposedRelation } from "../mapping";
import type { ArchitectRequest } from "../model";
import { previewed, targetsOf } from "./options";

/** A product that was chosen. */
type ChosenComponent = { name: string; vendor: string; capability: string; role: string };

const textIn = (object: Record<string, unknown>, key: string): string =>
  typeof object[key] === "string" ? object[key].trim().slice(0, 500) : "";

/** Says what was chosen: the recommendations, or without any a new application for each target. */
function chosenIn({ selectedRecommendations }: ArchitectRequest, context: WizardContext): ChosenComponent[] {
  const chosen = (selectedRecommendations ?? []).flatMap((entry) => {
    const name = textIn(entry, "recommendation") || textIn(entry, "name");
    const rest = { vendor: textIn(entry, "vendor"), capability: textIn(entry, "capability") };
    return name === "" ? [] : [{ name, ...rest, role: textIn(entry, "role") || "primary" }];
  });
  if (chosen.length > 0) return chosen;
  return targetsOf(context).map(({ name }) => ({
    name: `${name} application`,
    vendor: "",
    capability: name,
    role: "primary",
  }));
}

/** Collects a proposal, in which each thing is named once. */
class Proposal {
  readonly cards: ProposedCard[] = [];
  readonly relations: ProposedRelation[] = [];

  constructor(private readonly context: WizardContext) {}

  /** The card of a type that exists under a name. */
  private found(name: string, type: string): ExistingCard | undefined {
    const key = name.toLowerCase();
    return this.context.existing.find((card) => card.type === type && card.name.toLowerCase() === key);
  }

  /** The id of a card, which is reused if it exists and proposed otherwise. */
  card(name: string, type: string, rationale: string): string {
    const key = name.toLowerCase();
    const known = this.cards.find((card) => card.name.toLowerCase() === key && card.cardTypeKey === type);
    if (known) return known.id;
    const existing = this.found(name, type);
    const id = existing?.id ?? `new_${type.toLowerCase()}_${this.cards.length + 1}`;
    const rest = existing ? { isNew: false, existingCardId: existing.id } : { isNew: true };
    this.cards.push({ id, name: existing?.name ?? name, cardTypeKey: type, rationale, ...rest });
    return id;
  }

  /** The id of an application that exists; undefined without one of that name. */
  existing(name: string, rationale: string): string | undefined {
    return this.found(name, APPLICATION) ? this.card(name, APPLICATION, rationale) : undefined;
  }

  /** Relates two cards by a relation type, unless that is missing or hidden. */
  relateBy(key: string, sourceId: string, targetId: string): void {
    const type = this.context.relationTypes.find((one) => one.key === key);
    if (type) this.relations.push({ sourceId, targetId, relationType: key, label: type.label });
  }

  /** Relates two cards by the relation type between their types, in its direction; nothing happens without one. */
  relate(from: { id: string; type: string }, to: { id: string; type: string }): void {
    const types = this.context.relationTypes;
    const type =
      types.find(({ source, target }) => source === from.type && target === to.type) ??
      types.find(({ source, target }) => source === to.type && target === from.type);
    if (!type) return;
    const [source, target] = type.source === from.type ? [from, to] : [to, from];
    this.relations.push({ sourceId: source.id, targetId: target.id, relationType: type.key, label: type.label });
  }
}

/** Proposes what a chosen product needs: a component underneath, a provider, its capability, and interfaces to others. */
function proposeProduct(
  proposal: Proposal,
  { name, vendor, capability, role }: ChosenComponent,
  context: WizardContext,
): void {
  const targets = targetsOf(context);
  const target = targets.find((one) => one.name === capability) ?? targets[0];
  const type = role === "dependency" ? IT_COMPONENT : APPLICATION;
  const product = { id: proposal.card(name, type, `Chosen for ${capability || "the requirement"}.`), type };
  if (vendor) {
    const provider = proposal.card(vendor, PROVIDER, `Offers ${name}.`);
    proposal.relate({ id: provider, type: PROVIDER }, product);
  }
  if (role === "dependency") return;
  const isNew = proposal.cards.find(({ id }) => id === product.id)?.isNew === true;
  if (target && type === APPLICATION) proposal.relate(product, { id: target.id, type: BUSINESS_CAPABILITY });
  if (!isNew) return;
  const platform = proposal.card(`${name} platform`, IT_COMPONENT, `Carries ${name}.`);
  proposal.relate(product, { id: platform, type: IT_COMPONENT });
  for (const neighbour of target?.applications.slice(0, 2) ?? []) {
    const other = proposal.card(neighbour.name, APPLICATION, `Supports ${target?.name} today.`);
    const link = proposal.card(`${name} – ${neighbour.name}`, INTERFACE, "They exchange data.");
    proposal.relate(product, { id: link, type: INTERFACE });
    proposal.relate({ id: other, type: APPLICATION }, { id: link, type: INTERFACE });
  }
}

/** The relation by which an application replaces another. */
const SUCCESSOR = "relAppSuccessor";

/** Proposes that what stays succeeds what the chosen option retires. */
function proposeRetirement(proposal: Proposal, { selectedOption }: ArchitectRequest): void {
  const [keep] = previewed(selectedOption, "modifiedComponents");
  if (keep === undefined) return;
  for (const name of previewed(selectedOption, "retiredComponents")) {
    const successor = proposal.existing(keep, `Takes over from ${name}.`);
    const retired = proposal.existing(name, `Is to be retired; ${keep} does what it does.`);
    if (successor && retired && successor !== retired) proposal.relateBy(SUCCESSOR, successor, retired);
  }
}

/** Proposes a target architecture for what was chosen. */
export function proposeMapping(context: WizardContext, request: ArchitectRequest): Mapping {
  const proposal = new Proposal(context);
  const chosen = chosenIn(request, context);
  for (const product of chosen) proposeProduct(proposal, product, context);
  proposeRetirement(proposal, request);
  // Each component that was chosen to run beneath carries the first new application.
  const first = proposal.cards.find(({ cardTypeKey, isNew }) => cardTypeKey === APPLICATION && isNew);
  for (const { name } of chosen.filter(({ role }) => role === "dependency"))
    if (first)
      proposal.relate(
        { id: first.id, type: APPLICATION },
        { id: proposal.card(name, IT_COMPONENT, `Carries ${first.name}.`), type: IT_COMPONENT },
      );
  const capabilities = targetsOf(context).map(({ id, name, isNew }) => ({
    id,
    name,
    isNew,
    ...(isNew ? {} : { existingCardId: id }),
    rationale: isNew ? "Named by the requirement." : "Chosen in the wizard.",
  }));
  const added = proposal.cards.filter(({ isNew }) => isNew).length;
  return {
    summary: `${added} new card(s) and ${proposal.relations.length} relation(s) for ${capabilities.map(({ name }) => name).join(", ")}.`,
    capabilities,
    proposedCards: proposal.cards,
    proposedRelations: proposal.relations,
  };
}
