/** Changes of calculations, each saved at once. */
import { plural, t } from "@lingui/core/macro";
import { change, shown, toast, tryChange } from "../../server/changes";
import { answered, api } from "../../server/client";
import { asRefusal } from "../../server/refusal";
import { type Calculation, calculationsQuery } from "./queries";

const READ_AGAIN = shown(calculationsQuery, (list) => list);
const withOne = (id: string, edit: (one: Calculation) => Calculation) =>
  shown(calculationsQuery, (list) => list.map((one) => (one.id === id ? edit(one) : one)));

type Changes = Partial<
  Pick<Calculation, "name" | "description" | "formula" | "target_field_key" | "target_type_key" | "execution_order">
>;

/** Changes a calculation. */
export const updateCalculation = ({ id }: Calculation, changes: Changes, sentence: string): Promise<boolean> =>
  tryChange({
    sentence,
    show: [withOne(id, (one) => ({ ...one, ...changes }))],
    send: () => api.PATCH("/api/v1/calculations/{calc_id}", { params: { path: { calc_id: id } }, body: changes }),
  });

/** Switches a calculation on or off. */
export function switchCalculation({ id, name }: Calculation, isOn: boolean): Promise<boolean> {
  const params = { path: { calc_id: id } };
  return tryChange({
    sentence: isOn ? t`${name} is on` : t`${name} is off`,
    show: [withOne(id, (one) => ({ ...one, is_active: isOn }))],
    send: () =>
      isOn
        ? api.POST("/api/v1/calculations/{calc_id}/activate", { params })
        : api.POST("/api/v1/calculations/{calc_id}/deactivate", { params }),
  });
}

type NewCalculation = Pick<Calculation, "name" | "target_type_key" | "target_field_key">;

/** Creates a calculation without a formula, which is off. @returns its id @throws Refusal */
export async function createCalculation({ name, ...target }: NewCalculation): Promise<string> {
  const { data } = await change({
    sentence: t`${name} is made`,
    show: [READ_AGAIN],
    send: () => api.POST("/api/v1/calculations", { body: { name, ...target, formula: "" } }),
  });
  return data?.id ?? "";
}

/** Deletes a calculation. */
export const deleteCalculation = ({ id: calc_id, name }: Calculation): Promise<boolean> =>
  tryChange({
    sentence: t`${name} is deleted`,
    show: [shown(calculationsQuery, (list) => list.filter(({ id }) => id !== calc_id))],
    send: () => api.DELETE("/api/v1/calculations/{calc_id}", { params: { path: { calc_id } } }),
  });

/** Runs the calculations of a type over all its cards. */
export async function runOverCards(type_key: string): Promise<void> {
  try {
    const { cards_processed: cards, calculations_failed: failed } = await answered(
      api.POST("/api/v1/calculations/recalculate/{type_key}", { params: { path: { type_key } } }),
    );
    const sentence = plural(cards, { one: "# card is calculated", other: "# cards are calculated" });
    if (failed === 0) toast("done", sentence);
    else toast("failed", `${sentence}; ${plural(failed, { one: "# formula failed", other: "# formulas failed" })}`);
  } catch (error) {
    toast("failed", asRefusal(error).message);
  }
}
