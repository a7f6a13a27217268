/** The tags of a card by their groups. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { tagCard, untagCard } from "../../cards/changes";
import { useCardRights } from "../../cards/rights";
import type { Schemas } from "../../server/client";
import { tagGroupsQuery } from "../../tags/queries";
import { Button } from "../../ui/button";
import { Menu } from "../../ui/menu";
import { KeyValue, Section } from "../../ui/section";

/** Shows the tags; each press on one of the menu is saved at once. */
export function Tags({ card }: { card: Schemas["Card"] }) {
  const { t } = useLingui();
  const { data: groups = [] } = useQuery(tagGroupsQuery);
  const mayEdit = useCardRights(card.id)("can_edit");
  const mine = new Set(card.tags.map(({ id }) => id));
  const fitting = groups.filter(
    ({ restrict_to_types: only, tags }) => tags.length > 0 && (!only?.length || only.includes(card.type)),
  );
  const shown = Map.groupBy(card.tags, ({ group_name }) => group_name ?? "");
  const entries = fitting.flatMap(({ name: group, tags }) =>
    tags.map(({ id, name }, at) => ({
      id,
      label: `${group}: ${name}`,
      isChosen: mine.has(id),
      begins: at === 0,
      run: () => (mine.has(id) ? untagCard(card, { id, name }) : tagCard(card, { id, name })),
    })),
  );
  if (card.tags.length === 0 && !(mayEdit && entries.length > 0)) return null;
  return (
    <Section
      title={t`Tags`}
      remark={
        mayEdit &&
        entries.length > 0 && (
          <Menu
            label={t`Tags`}
            trigger={
              <Button icon={Plus} writes className="small">
                <Trans>Tag</Trans>
              </Button>
            }
            entries={entries}
          />
        )
      }
    >
      {[...shown].map(([group, tags]) => (
        <KeyValue key={group} of={group}>
          <span className="trunc">{tags.map(({ name }) => name).join(", ")}</span>
        </KeyValue>
      ))}
    </Section>
  );
}
