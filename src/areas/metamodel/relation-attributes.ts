/** The attributes of relation types, of which built-in ones are locked. */
import type { Field, FieldOption } from "../../../db/schema/metamodel";
import { forbidden } from "../../http/errors";
import { withEnglish } from "./english";
import type { AttributesInput } from "./fields";

type FieldInput = AttributesInput[number];

/** Returns a definition that is not built in, whatever the client says. */
const custom = (field: FieldInput): Field => ({
  ...withEnglish(field, field.label),
  built_in: false,
  ...(field.options && { options: field.options.map(customOption) }),
});

const customOption = (option: FieldOption): FieldOption => ({ ...option, built_in: false });

/** Creates the attributes of a new relation type. */
export const newAttributes = (input: AttributesInput): Field[] => input.map(custom);

/**
 * Checks whether the members of a locked definition are sent as they are stored; null equals absent. Translations may be
 * left out, as clients of earlier versions do.
 */
function isUnchanged<T extends Pick<Field, "translations">>(
  stored: T,
  sent: T,
  members: readonly (keyof T)[],
): boolean {
  const compared: readonly (keyof T)[] = sent.translations ? [...members, "translations"] : members;
  return compared.every((member) => Bun.deepEquals(stored[member] ?? null, sent[member] ?? null));
}

function mergeOptions(field: Field, sent: readonly FieldOption[]): FieldOption[] {
  const locked = new Map(
    (field.options ?? []).filter((option) => option.built_in).map((option) => [option.key, option]),
  );
  const missing = [...locked.keys()].find((key) => !sent.some((option) => option.key === key));
  if (missing !== undefined)
    throw forbidden(`The option ${missing} of the attribute ${field.key} is built in and can't be removed`);
  return sent.map((option) => {
    const stored = locked.get(option.key);
    if (!stored) return customOption(option);
    if (!isUnchanged(stored, option, ["key", "label", "color"]))
      throw forbidden(`The option ${option.key} of the attribute ${field.key} is built in and can't be changed`);
    return { ...stored, built_in: true, hidden: option.hidden ?? false };
  });
}

/**
 * Returns the attributes after an update, in the order of the request. Options of built-in attributes may be hidden or
 * added.
 * @throws Problem 403 when a built-in attribute or option is missing or changed
 */
export function mergeAttributes(stored: readonly Field[], input: AttributesInput): Field[] {
  const locked = new Map(stored.filter((field) => field.built_in).map((field) => [field.key, field]));
  const missing = [...locked.keys()].find((key) => !input.some((field) => field.key === key));
  if (missing !== undefined) throw forbidden(`The attribute ${missing} is built in and can't be removed`);
  return input.map((sent) => {
    const field = locked.get(sent.key);
    if (!field) return custom(sent);
    if (!isUnchanged<Field>(field, sent, ["key", "label", "type"]))
      throw forbidden(`The attribute ${sent.key} is built in and can't be changed`);
    return { ...field, built_in: true, options: mergeOptions(field, sent.options ?? []) };
  });
}
