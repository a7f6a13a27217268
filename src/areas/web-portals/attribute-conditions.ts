/** Conditions on the attributes of a portal's cards. */
import { listOf } from "../../../db";
import { type Condition, where } from "../../../db/query";

/** Returns cards that have an attribute whose text form is one of these, or a list that holds such a value. */
export function attributeIn(key: string, texts: readonly string[]): Condition {
  // Parsing attributes is slow, so those that contain none of the texts anywhere are ruled out first.
  const letters = texts.map((text) => JSON.stringify(text).slice(1, -1));
  const list = listOf(texts);
  return where(
    `(${letters.map(() => "instr(c.attributes, ?) > 0").join(" OR ")})
       AND EXISTS (SELECT 1 FROM json_each(c.attributes) AS a WHERE a.key = ? AND
         CASE a.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' WHEN 'object' THEN NULL
           WHEN 'array' THEN (SELECT CAST(held.atom AS TEXT) FROM json_each(a.value) AS held
             WHERE CAST(held.atom AS TEXT) IN (SELECT value FROM json_each(?)) LIMIT 1)
           ELSE CAST(a.atom AS TEXT) END IN (SELECT value FROM json_each(?)))`,
    ...letters,
    key,
    list,
    list,
  );
}
