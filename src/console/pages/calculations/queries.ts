/** Calculations, the functions of formulas, and what a formula would change. */
import { answered, api, type Schemas } from "../../server/client";
import { query } from "../../server/queries";

export type Calculation = Schemas["Calculation"];
export type FormulaFunction = Schemas["FormulaFunction"];
export type Preview = Schemas["FormulaPreview"];
export type Comparison = Preview["cards"][number];

/** Reads the calculations, by type and in the order of their runs. A run changes them without an event of their own. */
export const calculationsQuery = query(["calculations"], ["calculation.", "card.", "metamodel."], ({ signal }) =>
  answered(api.GET("/api/v1/calculations", { signal, cache: "no-cache" })),
);

/** Reads the functions that a formula may call. */
export const functionsQuery = query(["calculation-functions"], [], ({ signal }) =>
  answered(api.GET("/api/v1/calculations/functions", { signal })),
);

type Formula = Pick<Calculation, "formula" | "target_type_key" | "target_field_key">;

/** Reads what a formula would change in the cards of its type. @param card_ids the cards that are shown one by one */
export const previewQuery = ({ formula, target_type_key, target_field_key }: Formula, card_ids?: string[]) =>
  query(
    ["calculation-preview", target_type_key, target_field_key, formula, card_ids],
    ["card.", "relation.", "metamodel."],
    ({ signal }) =>
      answered(
        api.POST("/api/v1/calculations/preview", {
          signal,
          body: { formula, target_type_key, target_field_key, ...(card_ids && { card_ids }) },
        }),
      ),
  );
