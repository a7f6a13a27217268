/** The parts of a card that a portal shows, in its list and in the detail. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { readingOf } from "../../cards/related";
import { fieldsOf, relationTypesQuery } from "../../metamodel/fields";
import { labelOf, useTypes } from "../../metamodel/queries";
import type { PortalChanges } from "../../portals/changes";
import type { Portal } from "../../portals/queries";
import { BUILT_IN, type Place, shows, withPart } from "../../portals/shown-parts";
import { Section } from "../../ui/section";

type PartsProps = { portal: Portal; save: (changes: PortalChanges) => Promise<boolean> };

type Part = { key: string; label: string; at: number };

/** Gives the parts that cards of a type have; costs are never shown. */
function useParts(typeKey: string): Part[] {
  const { t } = useLingui();
  const type = useTypes().get(typeKey);
  const { data: relationTypes = [] } = useQuery(relationTypesQuery);
  const words = {
    description: t`Description`,
    lifecycle: t`Life cycle`,
    tags: t`Tags`,
    subscribers: t`People`,
    data_quality: t`Quality`,
    approval_status: t`Approval`,
  };
  const fields = fieldsOf(type).filter((field) => field.type !== "cost");
  const relations = relationTypes.filter((one) => one.source_type_key === typeKey || one.target_type_key === typeKey);
  return [
    ...BUILT_IN.map((key) => ({ key, label: words[key], at: 0 })),
    ...fields.map((field, at) => ({ key: `field:${field.key}`, label: labelOf(field), at })),
    ...relations.map((one) => ({
      key: `rel:${one.key}`,
      label: readingOf(one, one.source_type_key === typeKey ? "source" : "target"),
      at: 0,
    })),
  ];
}

/** Shows a box for each part and place. */
export function PartsTable({ portal, save }: PartsProps) {
  const { t } = useLingui();
  const parts = useParts(portal.card_type);
  const config = portal.card_config;
  const places: readonly { key: Place; label: string }[] = [
    { key: "card", label: t`List` },
    { key: "detail", label: t`Detail` },
  ];
  return (
    <Section title={t`What of a card is shown`}>
      <table className="portal-parts">
        <thead>
          <tr>
            <th scope="col">
              <span className="aloud">{t`Part`}</span>
            </th>
            {places.map(({ key, label }) => (
              <th key={key} scope="col" className="t11 c3">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map(({ key, label, at }) => (
            <tr key={key}>
              <th scope="row" className="trunc">
                {label}
              </th>
              {places.map((place) => {
                const isOn = shows(config, key, place.key, at);
                return (
                  <td key={place.key}>
                    <input
                      type="checkbox"
                      aria-label={`${label}: ${place.label}`}
                      checked={isOn}
                      onChange={() => void save({ card_config: withPart(config, key, place.key, !isOn, at) })}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
