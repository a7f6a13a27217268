/** The facts of a card that are there, in the order of the metamodel. */
import { useLingui } from "@lingui/react/macro";
import { Fragment } from "react";
import { fieldsOf, subtypeLabel } from "../metamodel/fields";
import { type CardType, labelOf } from "../metamodel/queries";
import type { Schemas } from "../server/client";
import { KeyValue, Section } from "../ui/section";
import { Status } from "../ui/signs";
import { ApprovalCell } from "./cells";
import { Fact } from "./fact";
import { useCardRights } from "./rights";

const isThere = (value: unknown) =>
  value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);

/** Shows attributes, tags by group, and the approval. */
export function PeekFacts({ card, type }: { card: Schemas["Card"]; type: CardType | undefined }) {
  const { t } = useLingui();
  const may = useCardRights(card.id);
  const fields = fieldsOf(type).filter(({ key }) => isThere(card.attributes?.[key]));
  const groups = Map.groupBy(card.tags, ({ group_name }) => group_name ?? t`Tags`);
  return (
    <Section>
      {card.subtype && <KeyValue of={t`Subtype`}>{subtypeLabel(type, card.subtype)}</KeyValue>}
      {fields.map((field) => (
        <KeyValue key={field.key} of={labelOf(field)}>
          <Fact card={card} field={field} mayEdit={may("can_edit")} />
        </KeyValue>
      ))}
      {[...groups].map(([group, tags]) => (
        <KeyValue key={group} of={group}>
          <span className="trunc">
            {tags.map(({ id, name }, at) => (
              <Fragment key={id}>
                {at > 0 && ", "}
                {name}
              </Fragment>
            ))}
          </span>
        </KeyValue>
      ))}
      <KeyValue of={t`Approval`}>
        {card.approval_status === "APPROVED" ? (
          <Status tone="good">{t`Approved`}</Status>
        ) : (
          <ApprovalCell approval={card.approval_status} />
        )}
      </KeyValue>
    </Section>
  );
}
