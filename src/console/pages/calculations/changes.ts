/** Changes of calculations, each saved at once. */
import { plural, t } from "@lingui/core/macro";
import { change, done, shown, toast, tryChange } from "../../server/changes";
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
export function updateCalculation(calculation: Calculation, changes: Changes, sentence: string): Promise<boolean> {
  const patch = (body: Changes) =>
    api.PATCH("/api/v1/calculations/{calc_id}", { params: { path: { calc_id: calculation.id } }, body });
  const former: Changes = Object.fromEntries(
    Object.keys(changes).map((key) => [key, calculation[key as keyof Changes]]),
  );
  return tryChange({
    sentence,
    show: [withOne(calculation.id, (one) => ({ ...one, ...changes }))],
    send: () => patch(changes),
    inverse: () => patch(former),
  });
}

/** Switches a calculation on or off. */
export function switchCalculation({ id, name }: Calculation, isOn: boolean): Promise<boolean> {
  const params = { path: { calc_id: id } };
  const send = (on: boolean) =>
    on
      ? api.POST("/api/v1/calculations/{calc_id}/activate", { params })
      : api.POST("/api/v1/calculations/{calc_id}/deactivate", { params });
  return tryChange({
    sentence: isOn ? t`${name} is on` : t`${name} is off`,
    show: [withOne(id, (one) => ({ ...one, is_active: isOn }))],
    send: () => send(isOn),
    inverse: () => send(!isOn),
  });
}

type NewCalculation = Pick<Calculation, "name" | "target_type_key" | "target_field_key">;

/** Creates a calculation without a formula, which is off. @returns its id @throws Refusal */
export async function createCalculation({ name, ...target }: NewCalculation): Promise<string> {
  const { data } = await change({
    show: [READ_AGAIN],
    send: () => api.POST("/api/v1/calculations", { body: { name, ...target, formula: "" } }),
  });
  const calc_id = data?.id ?? "";
  done(t`${name} is made`, calc_id, () =>
    api.DELETE("/api/v1/calculations/{calc_id}", { params: { path: { calc_id } } }),
  );
  return calc_id;
}

/** Deletes a calculation; Z makes it anew. */
export const deleteCalculation = (calculation: Calculation): Promise<boolean> => {
  const { id: calc_id, name, description, formula, target_type_key, target_field_key, execution_order } = calculation;
  return tryChange({
    sentence: t`${name} is deleted`,
    show: [shown(calculationsQuery, (list) => list.filter(({ id }) => id !== calc_id))],
    send: () => api.DELETE("/api/v1/calculations/{calc_id}", { params: { path: { calc_id } } }),
    inverse: async () => {
      const made = await api.POST("/api/v1/calculations", {
        body: { name, description, formula, target_type_key, target_field_key, execution_order },
      });
      if (!made.data || !calculation.is_active) return made;
      return api.POST("/api/v1/calculations/{calc_id}/activate", { params: { path: { calc_id: made.data.id } } });
    },
  });
};

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
