/** Whether values fill their fields: what the data quality of a card goes by. */

type Attributes = Readonly<Record<string, unknown>>;

/** Whether a value fills its field. */
export const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== "" && value !== false;

/** Whether attributes fill a field that others leave empty, or the other way round. */
export function fillsOrEmpties(before: Attributes, after: Attributes): boolean {
  const differs = (key: string) => isFilled(before[key]) !== isFilled(after[key]);
  return Object.keys(before).some(differs) || Object.keys(after).some(differs);
}
