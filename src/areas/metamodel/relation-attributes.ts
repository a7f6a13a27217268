/** The attributes of relation types: those that are built in are locked, the others are the administrator's own. */
import type { Field, FieldOption } from "../../../db/schema/metamodel";
import { forbidden } from "../../http/errors";
import type { AttributesInput } from "./fields";

type FieldInput = AttributesInput[number];

/** A definition that clients may not pass off as built in. */
const custom = (field: FieldInput): Field => ({
  ...field,
  built_in: false,
  ...(field.options && { options: field.options.map(customOption) }),
});

const customOption = (option: FieldOption): FieldOption => ({ ...option, built_in: false });

/** The attributes of a new relation type. */
export const newAttributes = (input: AttributesInput): Field[] => input.map(custom);

/** Whether what is sent for a locked definition is what is stored; what is absent equals null. */
function isUnchanged<T extends object>(stored: T, sent: T, members: readonly (keyof T)[]): boolean {
  return members.every((member) => Bun.deepEquals(stored[member] ?? null, sent[member] ?? null));
}

function mergedOptions(field: Field, sent: readonly FieldOption[]): FieldOption[] {
  const locked = new Map(
    (field.options ?? []).filter((option) => option.built_in).map((option) => [option.key, option]),
  );
  const missing = [...locked.keys()].find((key) => !sent.some((option) => option.key === key));
  if (missing !== undefined)
    throw forbidden(`The option ${missing} of the attribute ${field.key} is built in and can't be removed`);
  return sent.map((option) => {
    const stored = locked.get(option.key);
    if (!stored) return customOption(option);
    if (!isUnchanged(stored, option, ["key", "label", "color", "translations"]))
      throw forbidden(`The option ${option.key} of the attribute ${field.key} is built in and can't be changed`);
    return { ...stored, built_in: true, hidden: option.hidden ?? false };
  });
}

/**
 * The attributes of a relation type after a change, in the order in which they are sent. Of what is built in only
 * options may be hidden, and options added.
 * @throws Problem 403 when something that is built in is missing or changed
 */
export function mergedAttributes(stored: readonly Field[], input: AttributesInput): Field[] {
  const locked = new Map(stored.filter((field) => field.built_in).map((field) => [field.key, field]));
  const missing = [...locked.keys()].find((key) => !input.some((field) => field.key === key));
  if (missing !== undefined) throw forbidden(`The attribute ${missing} is built in and can't be removed`);
  return input.map((sent) => {
    const field = locked.get(sent.key);
    if (!field) return custom(sent);
    if (!isUnchanged<Field>(field, sent, ["key", "label", "type", "translations"]))
      throw forbidden(`The attribute ${sent.key} is built in and can't be changed`);
    return { ...field, built_in: true, options: mergedOptions(field, sent.options ?? []) };
  });
}
