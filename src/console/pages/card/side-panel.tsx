/** The panel next to a card: quality, people, tags, comments and the latest history. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { MissingList, type QualityItem, useQuality, useVerb } from "../../cards/missing";
import { useCardRights } from "../../cards/rights";
import { currentCommands } from "../../commands/command";
import { Link } from "../../navigation/link";
import { Section } from "../../ui/section";
import type { CardProps } from "./bar";
import { Comments } from "./comments";
import { HistoryList } from "./history";
import { card as page } from "./page";
import { Papers } from "./papers";
import { People } from "./people";
import { Tags } from "./tags";

/** Events of the history that stand next to the card. */
const LATEST = 8;

/** Puts the focus on the field of the card that is missing. */
const showField = (key: string) => {
  const field = [...document.querySelectorAll<HTMLElement>(`[data-fact="${CSS.escape(key)}"]`)].at(-1);
  field?.scrollIntoView({ block: "center" });
  field?.click();
};

/** Shows the panel. */
export function SidePanel({ card, type }: CardProps) {
  const { t } = useLingui();
  const { doing } = page.useSearch();
  const setSearch = page.useSetSearch();
  const [chosen, setRole] = useState<string>();
  const role = chosen ?? /^assign\.(.+)$/.exec(doing ?? "")?.[1];
  const changeRole = (next?: string) => {
    setRole(next);
    if (doing?.startsWith("assign.")) setSearch({ doing: undefined }, { replace: true });
  };
  const fulfil = (item: QualityItem) => {
    if (item.kind === "stakeholder") setRole(item.key);
    else if (item.kind === "relation")
      currentCommands()
        .find(({ id }) => id === "card.relate")
        ?.run();
    else if (item.kind === "field") showField(item.key);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <aside className="caside scroll" tabIndex={0} aria-label={t`About this card`}>
      <h2 className="aloud">{t`About this card`}</h2>
      <QualityPanel card={card} type={type} fulfil={fulfil} />
      <People card={card} type={type} role={role} setRole={changeRole} />
      <Tags card={card} />
      <Papers id={card.id} />
      <Comments card={card} />
      <Section
        title={t`History`}
        remark={
          <Link to="/cards/$id" params={{ id: card.id }} search={{ tab: "history" }} className="lk">
            <Trans>All</Trans>
          </Link>
        }
      >
        <HistoryList card={card} size={LATEST} />
      </Section>
    </aside>
  );
}

/** The kinds of what is missing that are set from here, with the right that each needs. */
const RIGHTS = { field: "can_edit", relation: "can_manage_relations", stakeholder: "can_manage_stakeholders" } as const;

function QualityPanel({ card, type, fulfil }: CardProps & { fulfil: (item: QualityItem) => void }) {
  const { quality, missing } = useQuality(card.id);
  const verbOf = useVerb();
  const may = useCardRights(card.id);
  if (!quality) return null;
  const { items } = quality;
  const there = items.length - missing.length;
  return (
    <section className="sec">
      <h3>
        <Trans>Quality</Trans>
        <span className="sp" />
        <span className="big num">{Math.round(quality.score)}</span>
        <span className="n t12">
          <Trans>of 100</Trans>
        </span>
      </h3>
      <div className="quality-points" aria-hidden>
        {items.map((item, at) => (
          <i key={`${item.kind} ${item.key} ${item.side ?? ""}`} className={at < there ? undefined : "o"} />
        ))}
      </div>
      <p className="t12 c3 quality-words">
        {missing.length === 0 ? (
          <Trans>Everything that is expected is there.</Trans>
        ) : (
          <Trans>
            {there} of {items.length} points are there. What is missing:
          </Trans>
        )}
      </p>
      <MissingList
        cardId={card.id}
        type={type}
        verb={(item) => {
          const right = RIGHTS[item.kind as keyof typeof RIGHTS];
          return (
            right &&
            may(right) && (
              <button type="button" className="lk" onClick={() => fulfil(item)}>
                {verbOf(item)}
              </button>
            )
          );
        }}
      />
    </section>
  );
}
