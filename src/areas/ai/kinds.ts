/** The kinds of thing that cards of each type are, for searches, prompts and templates. */
import { cardType } from "../metamodel";

/** Card type → what its cards are. */
const kinds: Readonly<Record<string, string>> = {
  Application: "software application",
  ITComponent: "technology product",
  Interface: "API integration",
  DataObject: "data model",
  Organization: "company organization",
  BusinessCapability: "business capability",
  BusinessContext: "business process",
  Provider: "technology vendor",
  Platform: "technology platform",
  Initiative: "project initiative",
  Objective: "strategic objective",
  TechCategory: "technology category",
  System: "IT system",
  BusinessProcess: "business process",
};

/** Returns the kind of the cards of a type, in the words of a search. */
export const searchedKind = (type: string): string => kinds[type] ?? type.toLowerCase();

/** Returns the kind of the cards of a type, in the words of a sentence. */
export const describedKind = (type: string): string => kinds[type] ?? (cardType(type)?.label ?? type).toLowerCase();
