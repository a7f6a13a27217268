/** Card types and relation types as JSON texts, made once for each state of the metamodel. */
import { affectedEnd } from "./affected-end";
import type * as model from "./model";
import type { CardType, RelationType } from "./types";

/** Keeps the JSON text of each cached row; the cache makes new rows whenever the metamodel changes. */
function serializeOnce<Row extends object>(serialize: (row: Row) => object): (row: Row) => string {
  const texts = new WeakMap<Row, string>();
  return (row) => {
    const text = texts.get(row) ?? JSON.stringify(serialize(row));
    texts.set(row, text);
    return text;
  };
}

/** A card type as JSON text, without what is derived from its schema. */
export const serializeCardType = serializeOnce<CardType>(
  ({ fields, fieldWeights, bucketWeights, costKeys, hiddenFieldsOf, ...row }): model.CardType => row,
);

/** A relation type as JSON text. */
export const serializeRelationType = serializeOnce<RelationType>(
  ({ seq: _, source_visible, source_mandatory, target_visible, target_mandatory, ...row }): model.RelationType => ({
    ...row,
    source_visible,
    source_mandatory,
    target_visible,
    target_mandatory,
    affected_end: affectedEnd(row),
  }),
);
