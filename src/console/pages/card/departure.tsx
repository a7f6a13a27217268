/** The line that says what goes along when a card is archived or deleted, before it is; it stands in the page. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Archive, Trash2 } from "lucide-react";
import { useState } from "react";
import { type ChildStrategy, takeAway } from "../../cards/changes";
import { archiveImpactQuery } from "../../cards/queries";
import type { Schemas } from "../../server/client";
import { Button } from "../../ui/button";
import { Segments } from "../../ui/segments";
import { Failed } from "../../ui/states";

export type Departure = "archive" | "delete";

type DepartureLineProps = { card: Schemas["Card"]; verb: Departure; close: () => void };

/** Names that are said; the rest is a number. */
const NAMED = 4;

const namesOf = (cards: readonly { name: string }[]): string => {
  const names = cards
    .slice(0, NAMED)
    .map(({ name }) => name)
    .join(", ");
  return cards.length > NAMED ? `${names} +${cards.length - NAMED}` : names;
};

/** Shows the line. */
export function DepartureLine({ card, verb, close }: DepartureLineProps) {
  const { t } = useLingui();
  const { data: impact, error, refetch } = useQuery(archiveImpactQuery(card.id));
  const [strategy, setStrategy] = useState<ChildStrategy>("reparent");
  if (error) return <Failed error={error} retry={refetch} />;
  if (!impact) return <div className="brk" aria-busy="true" />;
  const { children, descendant_count: below, approved_descendant_count: approved, related_cards: related } = impact;
  const hasChildren = children.length > 0;
  const above = impact.grandparent?.name;
  const go = () => {
    void takeAway(card, verb, hasChildren ? strategy : undefined);
    close();
  };
  return (
    <section className="departure" aria-label={verb === "archive" ? t`Archive` : t`Delete`}>
      <div className="departure-words">
        <b>{verb === "archive" ? <Trans>Archive {card.name}?</Trans> : <Trans>Delete {card.name} for good?</Trans>}</b>
        {hasChildren ? (
          <p>
            <Plural value={below} one="# card is below it" other="# cards are below it" />: {namesOf(children)}
            {approved > 0 && (
              <>
                {" · "}
                <Plural value={approved} one="# of them is approved" other="# of them are approved" />
              </>
            )}
          </p>
        ) : (
          <p>
            <Trans>No card is below it.</Trans>
          </p>
        )}
        {related.length > 0 && (
          <p>
            <Plural value={related.length} one="# relation ends" other="# relations end" />: {namesOf(related)}
          </p>
        )}
      </div>
      {hasChildren && (
        <Segments
          label={t`The cards below it`}
          value={strategy}
          onChange={setStrategy}
          options={[
            { value: "reparent", label: above ? t`move up to ${above}` : t`move up` },
            { value: "disconnect", label: t`stay without a parent` },
            { value: "cascade", label: t`go along` },
          ]}
        />
      )}
      <div className="departure-verbs">
        <Button onPress={close}>
          <Trans>Cancel</Trans>
        </Button>
        <Button look="line" writes icon={verb === "archive" ? Archive : Trash2} onPress={go}>
          {verb === "archive" ? <Trans>Archive it</Trans> : <Trans>Delete it</Trans>}
        </Button>
      </div>
    </section>
  );
}
