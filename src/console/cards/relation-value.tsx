/** An attribute of a relation, changed in its place; where somebody else has set it meanwhile, both values are there to choose from. */
import { useRef } from "react";
import type { Field } from "../metamodel/fields";
import { useStore } from "../state/store";
import { RelationConflict } from "./conflict";
import { EditedValue, type EditedValueProps } from "./fact";
import { deleteTorn, torn, tornKey } from "./relation-attributes";

type RelationValueProps = Omit<EditedValueProps, "value"> & {
  relation: { id: string; attributes?: Readonly<Record<string, unknown>> | null | undefined };
  /** The id of a card at one of its ends. */
  cardId: string;
  field: Field;
};

/** Shows the value of an attribute of a relation; a press or E opens its editor, for those who may. */
export function RelationValue({ relation, cardId, field, mayEdit, save }: RelationValueProps) {
  const place = useRef<HTMLSpanElement>(null);
  const key = tornKey(relation.id, field.key);
  const unsaved = useStore(torn).get(key);
  const value = relation.attributes?.[field.key];
  const drop = () => deleteTorn(key);
  return (
    <span ref={place} className={unsaved && "field-editor torn"}>
      <EditedValue
        field={field}
        value={value}
        mayEdit={mayEdit}
        save={(next, before) => {
          drop();
          save(next, before);
        }}
      />
      {unsaved && (
        <RelationConflict
          place={place}
          relationId={relation.id}
          cardId={cardId}
          field={field}
          {...unsaved}
          saveMine={() => {
            drop();
            save(unsaved.mine, unsaved.theirs);
          }}
          takeTheirs={drop}
        />
      )}
    </span>
  );
}
