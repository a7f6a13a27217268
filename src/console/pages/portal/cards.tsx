/** The cards of a portal, as a list of links to their details. */
import { AttributeValue } from "../../cards/cells";
import { type Field, subtypeLabel } from "../../metamodel/fields";
import { labelOf } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import type { PublicPortal } from "../../portals/queries";
import { shows } from "../../portals/shown-parts";
import type { Schemas } from "../../server/client";
import { Quality } from "../../ui/signs";
import { portal as page } from "./page";

type Card = Schemas["PortalCard"];

/** Returns the fields of a portal's cards that are not hidden. */
export const fieldsOfPortal = ({ type_info: type }: PublicPortal): Field[] =>
  (type?.fields_schema ?? []).flatMap(({ fields }) => (fields as Field[]).filter(({ hidden }) => !hidden));

/** Shows the cards. */
export function PortalCards({ portal, cards }: { portal: PublicPortal; cards: readonly Card[] }) {
  const { slug } = page.useParams();
  const search = page.useSearch();
  const { card_config: config, type_info: type } = portal;
  const fields = fieldsOfPortal(portal).filter((field, at) => shows(config, `field:${field.key}`, "card", at));
  return (
    <ul className="portal-cards">
      {cards.map((card) => (
        <li key={card.id}>
          <Link
            to="/portal/$slug"
            params={{ slug }}
            search={{ ...search, card: card.id }}
            className={search.card === card.id ? "portal-card on" : "portal-card"}
            aria-current={search.card === card.id || undefined}
          >
            <span className="portal-name">
              <b>{card.name}</b>
              {card.subtype && <span className="c3 t12">{subtypeLabel(type as never, card.subtype)}</span>}
            </span>
            {shows(config, "description", "card") && card.description && (
              <span className="c2 portal-description">{card.description}</span>
            )}
            <span className="portal-facts">
              {fields.map((field) => {
                const value = card.attributes?.[field.key];
                return value === undefined || value === null ? null : (
                  <span key={field.key} className="portal-fact">
                    <span className="c3 t12">{labelOf(field)}</span> <AttributeValue field={field} value={value} />
                  </span>
                );
              })}
              {shows(config, "data_quality", "card") && (
                <span className="portal-fact">
                  <Quality value={card.data_quality} />
                </span>
              )}
            </span>
            {shows(config, "tags", "card") && card.tags.length > 0 && (
              <span className="portal-tags">
                {card.tags.map(({ id, name }) => (
                  <span key={id} className="chip">
                    <span>{name}</span>
                  </span>
                ))}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
