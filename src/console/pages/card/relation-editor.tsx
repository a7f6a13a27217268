/** The attributes of a relation, changed in a panel at its row. */
import { useLingui } from "@lingui/react/macro";
import { Pencil } from "lucide-react";
import { setRelationAttribute } from "../../cards/changes";
import type { RelatedCard, RelatedGroup } from "../../cards/related";
import { RelationValue } from "../../cards/relation-value";
import { labelOf } from "../../metamodel/queries";
import { IconButton } from "../../ui/button";
import { Popup } from "../../ui/popup";
import { KeyValue } from "../../ui/section";

/** Shows the button, with the panel; nothing for relations without attributes. */
export function RelationEditor({ group, related }: { group: RelatedGroup; related: RelatedCard }) {
  const { t } = useLingui();
  const fields = (group.relationType?.attributes_schema ?? []).filter(({ hidden }) => !hidden);
  if (fields.length === 0) return null;
  const label = t`Attributes of the relation to ${related.name}`;
  return (
    <Popup label={label} trigger={<IconButton className="unrelate second" size={14} icon={Pencil} label={label} />}>
      {() => (
        <div className="relation-editor">
          <h3 className="h3">{related.name}</h3>
          {fields.map((field) => (
            <KeyValue key={field.key} of={labelOf(field)}>
              <RelationValue
                relation={related.relation}
                cardId={related.relation.source_id}
                field={field}
                mayEdit
                save={(value, before) => void setRelationAttribute(related, field, value, before)}
              />
            </KeyValue>
          ))}
        </div>
      )}
    </Popup>
  );
}
