/** The verbs that the palette offers for the first card that it has found. */
import { t } from "@lingui/core/macro";
import { Link2, UserPlus, Waypoints } from "lucide-react";
import { Header, ListBoxSection } from "react-aria-components";
import { labelOfItem, useQuality } from "../cards/missing";
import { useCardRights } from "../cards/rights";
import { number } from "../language/format";
import { useTypes } from "../metamodel/queries";
import { useGo } from "../navigation/link";
import type { SearchResult } from "../search/queries";
import { PaletteLine } from "./palette-line";

/** Shows what can be done with a card. */
export function CardVerbs({ card: { id, name, card_type } }: { card: SearchResult }) {
  const go = useGo();
  const may = useCardRights(id);
  const type = useTypes().get(card_type ?? "");
  const { missing } = useQuality(id);
  const role = missing.find(({ kind }) => kind === "stakeholder");
  const begin = (doing: string) => go({ to: "/cards/$id", params: { id }, search: { doing } });
  return (
    <ListBoxSection id="verbs">
      <Header className="pal-head">{t`Do with ${name}`}</Header>
      {may("can_manage_relations") && (
        <PaletteLine id="verb relate" icon={Link2} label={t`Relate ${name} to …`} run={() => begin("relate")} />
      )}
      <PaletteLine
        id="verb impact"
        icon={Waypoints}
        label={t`What breaks if ${name} fails`}
        run={() => go({ to: "/cards/$id", params: { id }, search: { tab: "impact" } })}
      />
      {role && may("can_manage_stakeholders") && (
        <PaletteLine
          id="verb assign"
          icon={UserPlus}
          label={t`Assign ${labelOfItem(role, type)} to ${name}`}
          remark={t`+${number(role.adds, { maximumFractionDigits: 1 })} quality`}
          run={() => begin(`assign.${role.key}`)}
        />
      )}
    </ListBoxSection>
  );
}
