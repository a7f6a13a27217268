/** Removed fields and options, whose values are removed from the cards. */
import type { Section } from "../../../db/schema/metamodel";
import type { RemovedFields } from "./definitions";

/** The fields and options that a change of a card type's schema removes from its cards. */
export type Removal = {
  fields: string[];
  /** Field key → whether its values are lists, and the removed options. */
  options: Map<string, { isList: boolean; removed: Set<string> }>;
};

const fieldsOf = (sections: readonly Section[]) =>
  new Map(sections.flatMap((section) => section.fields).map((field) => [field.key, field]));

/** Compares two schemas, whatever the sections. A field that is no select any more loses all options. */
export function removalBetween(before: readonly Section[], after: readonly Section[]): Removal {
  const remaining = fieldsOf(after);
  const removal: Removal = { fields: [], options: new Map() };
  for (const [key, field] of fieldsOf(before)) {
    const successor = remaining.get(key);
    if (!successor) removal.fields.push(key);
    else if (field.type === "single_select" || field.type === "multiple_select") {
      const options = new Set(successor.options?.map((option) => option.key));
      const removed = (field.options ?? []).map((option) => option.key).filter((option) => !options.has(option));
      if (removed.length > 0)
        removal.options.set(key, { isList: field.type === "multiple_select", removed: new Set(removed) });
    }
  }
  return removal;
}

/** Checks whether a change removes neither fields nor options, and so leaves the cards as they are. */
export const isEmpty = ({ fields, options }: Removal): boolean => fields.length === 0 && options.size === 0;

/** Returns a removal as its event describes it; undefined when nothing is removed. */
export const describeRemoval = (removal: Removal): RemovedFields | undefined =>
  isEmpty(removal)
    ? undefined
    : {
        fields: removal.fields,
        options: Object.fromEntries([...removal.options].map(([key, { removed }]) => [key, [...removed]])),
      };
