/** The detail of a card in a portal. */
import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { ApprovalCell, AttributeValue } from "../../cards/cells";
import { phases } from "../../cards/listed-fields";
import { day } from "../../language/format";
import { labelOf } from "../../metamodel/queries";
import type { PublicPortal } from "../../portals/queries";
import { shows } from "../../portals/shown-parts";
import type { Schemas } from "../../server/client";
import { IconButton } from "../../ui/button";
import { KeyValue, Section } from "../../ui/section";
import { Quality } from "../../ui/signs";
import { fieldsOfPortal } from "./cards";
import { portal as page } from "./page";

type DetailProps = { portal: PublicPortal; card: Schemas["PortalCard"] };

/** Shows what the portal publishes of the card. Esc closes it. */
export function CardDetail({ portal, card }: DetailProps) {
  const { t } = useLingui();
  const setSearch = page.useSetSearch();
  const { card_config: config } = portal;
  const isShown = (part: string) => shows(config, part, "detail");
  const close = () => setSearch({ card: undefined });
  const fields = fieldsOfPortal(portal).filter(
    (field) => isShown(`field:${field.key}`) && card.attributes?.[field.key] != null,
  );
  return (
    <section
      className="portal-detail"
      aria-label={card.name}
      onKeyDown={({ key }) => {
        if (key === "Escape") close();
      }}
    >
      <header>
        <h2 className="t15 w2">{card.name}</h2>
        <span className="sp" />
        <IconButton icon={X} label={t`Close`} onPress={close} autoFocus />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="scroll" tabIndex={0} aria-label={t`Details`}>
        {isShown("description") && card.description && <p className="portal-text">{card.description}</p>}
        <Section>
          {isShown("approval_status") && (
            <KeyValue of={t`Approval`}>
              <ApprovalCell approval={card.approval_status} />
            </KeyValue>
          )}
          {isShown("data_quality") && (
            <KeyValue of={t`Quality`}>
              <Quality value={card.data_quality} />
            </KeyValue>
          )}
          {fields.map((field) => (
            <KeyValue key={field.key} of={labelOf(field)}>
              <AttributeValue field={field} value={card.attributes?.[field.key]} />
            </KeyValue>
          ))}
        </Section>
        {isShown("lifecycle") && card.lifecycle && Object.keys(card.lifecycle).length > 0 && (
          <Section title={t`Life cycle`}>
            {phases()
              .filter(({ value }) => card.lifecycle?.[value])
              .map(({ value, label }) => (
                <KeyValue key={value} of={label}>
                  {day(String(card.lifecycle?.[value]))}
                </KeyValue>
              ))}
          </Section>
        )}
        {isShown("tags") && card.tags.length > 0 && (
          <Section title={t`Tags`}>
            {card.tags.map(({ id, name, group_name }) => (
              <KeyValue key={id} of={group_name}>
                {name}
              </KeyValue>
            ))}
          </Section>
        )}
        {isShown("subscribers") && card.stakeholders.length > 0 && (
          <Section title={t`People`}>
            {card.stakeholders.map(({ role, display_name }) => (
              <KeyValue key={`${role} ${display_name}`} of={role}>
                {display_name}
              </KeyValue>
            ))}
          </Section>
        )}
        <Relations portal={portal} card={card} />
        <p className="c3 t12 portal-text">
          <Trans>Last changed on {day(card.updated_at)}</Trans>
        </p>
      </section>
    </section>
  );
}

function Relations({ portal, card }: DetailProps) {
  return portal.relation_types
    .filter(({ key }) => shows(portal.card_config, `rel:${key}`, "detail"))
    .map(({ key, other_type_label: label }) => {
      const related = card.relations.filter(({ type }) => type === key);
      return related.length === 0 ? null : (
        <Section key={key} title={label} count={related.length}>
          {related.map(({ related_id, related_name }) => (
            <p key={related_id}>{related_name}</p>
          ))}
        </Section>
      );
    });
}
