/** Whether fields have a value: what the data quality of a card depends on. */

type Attributes = Readonly<Record<string, unknown>>;

/** Whether a value counts in the data quality; false does not. */
export const hasValue = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== "" && value !== false;

/** Whether some field has a value in only one of two states of the attributes. */
export function presenceDiffers(before: Attributes, after: Attributes): boolean {
  const differs = (key: string) => hasValue(before[key]) !== hasValue(after[key]);
  return Object.keys(before).some(differs) || Object.keys(after).some(differs);
}
