/** The list of what a card lacks, with the quality that each would add. */
import { t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { number } from "../language/format";
import { fieldOf } from "../metamodel/fields";
import { type CardType, labelOf } from "../metamodel/queries";
import type { Schemas } from "../server/client";
import { Failed } from "../ui/states";
import { qualityQuery } from "./queries";

export type QualityItem = Schemas["CardQuality"]["items"][number];

/** Gives the quality of a card, and what is missing. */
export function useQuality(cardId: string) {
  const { data, error, refetch } = useQuery(qualityQuery(cardId));
  const missing = (data?.items ?? []).filter(({ is_filled }) => !is_filled).sort((one, other) => other.adds - one.adds);
  return { quality: data, missing, error, refetch };
}

/** Returns the label of what is missing, in the language of the page. */
export function labelOfItem(item: Pick<QualityItem, "kind" | "key" | "label">, type: CardType | undefined): string {
  if (item.kind === "description") return t`Description`;
  if (item.kind === "lifecycle") return t`Life cycle`;
  const field = item.kind === "field" ? fieldOf(type, item.key) : undefined;
  const role = item.kind === "stakeholder" ? type?.stakeholder_roles.find(({ key }) => key === item.key) : undefined;
  return field ? labelOf(field) : role ? labelOf(role) : item.label;
}

/** Rings for what is missing. @param verb the button that sets it; nothing for those who may not */
export function MissingList({
  cardId,
  type,
  verb,
}: {
  cardId: string;
  type: CardType | undefined;
  verb: (item: QualityItem) => ReactNode;
}) {
  const { t } = useLingui();
  const { missing, error, refetch } = useQuality(cardId);
  if (error) return <Failed error={error} retry={refetch} />;
  return missing.map((item) => (
    <div className="rel" key={`${item.kind} ${item.key} ${item.side ?? ""}`}>
      <span className="inv ink trunc">
        <span className="ring" />
        {labelOfItem(item, type)}
      </span>
      <span className="e t12">{verb(item)}</span>
      <span className="c3 num t11 gain" title={t`Points of quality that it adds`}>
        +{number(item.adds, { maximumFractionDigits: 1 })}
      </span>
    </div>
  ));
}

/** Gives the verb that sets what is missing. */
export function useVerb(): (item: QualityItem) => string {
  const { t } = useLingui();
  return ({ kind }) => (kind === "stakeholder" ? t`Assign` : kind === "relation" ? t`Relate` : t`Set`);
}
