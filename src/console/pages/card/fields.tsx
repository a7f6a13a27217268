/** All fields of a card by the sections of the metamodel, changed in their places. */
import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { phaseOf } from "../../cards/edited-field";
import { EditedFact, Fact } from "../../cards/fact";
import { phases } from "../../cards/listed-fields";
import { useCardRights } from "../../cards/rights";
import { labelOf } from "../../metamodel/queries";
import { useMay } from "../../server/session";
import { KeyValue } from "../../ui/section";
import type { CardProps } from "./bar";

/** Shows the sections. */
export function Fields({ card, type }: CardProps) {
  const { t } = useLingui();
  const mayEdit = useCardRights(card.id)("can_edit");
  const seesCosts = useMay("costs.view");
  const sections = (type?.fields_schema ?? [])
    .map(({ section, translations, fields }) => ({
      title: section === "__description" ? t`Description` : translations?.[i18n.locale] || section,
      fields: fields.filter(({ hidden, type: kind, key }) => {
        if (hidden) return false;
        return kind !== "cost" || seesCosts || card.attributes?.[key] !== undefined;
      }),
    }))
    .filter(({ fields }) => fields.length > 0);
  return (
    <div className="card-fields">
      <section>
        <h3 className="h3">{t`Life cycle`}</h3>
        {phases().map(({ value: key, label }) => (
          <KeyValue key={key} of={label}>
            <EditedFact edited={phaseOf(card, { key, label })} card={card} mayEdit={mayEdit} />
          </KeyValue>
        ))}
      </section>
      {sections.map(({ title, fields }) => (
        <section key={title}>
          <h3 className="h3">{title}</h3>
          {fields.map((field) => (
            <KeyValue key={field.key} of={<span className="trunc block">{labelOf(field)}</span>}>
              <Fact card={card} field={field} mayEdit={mayEdit} />
            </KeyValue>
          ))}
        </section>
      ))}
    </div>
  );
}
