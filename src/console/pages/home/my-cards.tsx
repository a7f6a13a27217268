/** The cards in which I have a part, with what each lacks. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApprovalCell } from "../../cards/cells";
import { labelOfItem } from "../../cards/missing";
import { favoritesQuery } from "../../favorites/queries";
import { day, number } from "../../language/format";
import { useTypes } from "../../metamodel/queries";
import { Link, useGo } from "../../navigation/link";
import { useSetPeek } from "../../navigation/peek";
import type { Schemas } from "../../server/client";
import { TypeIcon } from "../../ui/icon";
import { Rows } from "../../ui/rows";
import { Segments } from "../../ui/segments";
import { Quality } from "../../ui/signs";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { myCardsQuery, type Order, starredQuery } from "./queries";

type ListedCard = Schemas["ListedCard"];

/** Things missing that a row names; the others are counted. */
const NAMED = 3;

const NO_CARDS: { items: ListedCard[]; total: number } = { items: [], total: 0 };

/** Puts broken approvals first. */
const brokenFirst = (cards: readonly ListedCard[]): ListedCard[] =>
  cards.toSorted((one, other) => Number(other.approval_status === "BROKEN") - Number(one.approval_status === "BROKEN"));

/** Shows my cards: the worst first, the last changed, or those that end. */
export function MyCards() {
  const { t } = useLingui();
  const [order, setOrder] = useState<Order | "starred">("missing");
  const isStarred = order === "starred";
  const { data: stars } = useQuery({ ...favoritesQuery, enabled: isStarred });
  const ids = stars?.map(({ card_id }) => card_id) ?? [];
  const own = useQuery({ ...myCardsQuery(isStarred ? "missing" : order), enabled: !isStarred });
  const starred = useQuery({ ...starredQuery(ids), enabled: isStarred && ids.length > 0 });
  const { error, refetch } = isStarred ? starred : own;
  const data = isStarred ? (stars?.length === 0 ? NO_CARDS : starred.data) : own.data;
  const setPeek = useSetPeek();
  const go = useGo();
  const cards = data && (order === "missing" ? brokenFirst(data.items) : data.items);
  return (
    <section aria-label={t`My cards`} className="home-list grow">
      <div className="lh">
        <h2>
          <Trans>My cards</Trans>
        </h2>
        {data && <span className="n num">{number(data.total)}</span>}
        <span className="sp" />
        <Segments
          label={t`Order`}
          value={order}
          options={[
            { value: "missing", label: t`What is missing` },
            { value: "changed", label: t`Last changed` },
            { value: "ends", label: t`Ends` },
            { value: "starred", label: t`Starred` },
          ]}
          onChange={setOrder}
        />
      </div>
      {error && <Failed error={error} retry={refetch} />}
      {!data && !error && <LoadingRows rows={8} />}
      {cards?.length === 0 && (
        <Empty
          title={
            isStarred ? (
              <Trans>No card is starred</Trans>
            ) : order === "ends" ? (
              <Trans>None of your cards ends</Trans>
            ) : (
              <Trans>No card is yours yet</Trans>
            )
          }
          actions={
            <Link to="/inventory" className="btn line">
              <Trans>Open the inventory</Trans>
            </Link>
          }
        >
          {isStarred ? (
            <Trans>The star in the head of a card's page puts it here, for you alone.</Trans>
          ) : (
            <Trans>A card is yours once you have a part in it, such as being responsible.</Trans>
          )}
        </Empty>
      )}
      {cards && cards.length > 0 && (
        <div className="scroll">
          <Rows
            label={t`My cards`}
            items={cards}
            keyOf={({ id }) => id}
            columns="44px minmax(0,290px) minmax(0,1fr) 112px 92px"
            onKey={(key, { id }) => {
              if (key !== "space") return false;
              setPeek(id);
              return true;
            }}
          >
            {(card, at) => (
              <MyCardRow
                card={card}
                at={at}
                order={isStarred ? "missing" : order}
                open={() => go({ to: "/cards/$id", params: { id: card.id } })}
              />
            )}
          </Rows>
        </div>
      )}
    </section>
  );
}

function MyCardRow({ card, at, order, open }: { card: ListedCard; at: number; order: Order; open: () => void }) {
  const type = useTypes().get(card.type);
  return (
    <>
      <div className="ck num">{at + 1}</div>
      <div>
        <TypeIcon type={type} size={14} />
        <button type="button" className="row-main trunc" onClick={open}>
          {card.name}
        </button>
      </div>
      <div className="home-missing">
        {order === "missing" && <WhatIsMissing card={card} />}
        {order === "changed" && <span className="c3 t12">{day(card.updated_at)}</span>}
        {order === "ends" && <span className="c2 t12 num">{day(String(card.lifecycle?.["endOfLife"]))}</span>}
      </div>
      <div className="t12">
        {card.approval_status !== "APPROVED" && <ApprovalCell approval={card.approval_status} />}
      </div>
      <div className="r num">
        <Quality value={card.data_quality} />
      </div>
    </>
  );
}

function WhatIsMissing({ card }: { card: ListedCard }) {
  const type = useTypes().get(card.type);
  const missing = card.missing ?? [];
  return (
    <>
      {missing.slice(0, NAMED).map((item) => (
        <span key={`${item.kind} ${item.key} ${item.side ?? ""}`} className="miss">
          {labelOfItem(item, type)}
        </span>
      ))}
      {missing.length > NAMED && <span className="t12 c3 num">+{missing.length - NAMED}</span>}
    </>
  );
}

/** Shows how many cards are mine, and how much they lack. */
export function MyCardsFoot() {
  const { data } = useQuery(myCardsQuery("missing"));
  if (!data) return null;
  const missing = data.items.reduce((sum, { missing: items }) => sum + (items?.length ?? 0), 0);
  return (
    <>
      <span>
        <Trans>
          <b>{number(data.total)}</b> cards
        </Trans>
      </span>
      {missing > 0 && (
        <span>
          <Trans>
            <b>{number(missing)}</b> things missing
          </Trans>
        </span>
      )}
      <Link to="/inventory" search={{ filter: "stakeholder:me approval_status:DRAFT" }} className="lk">
        <Trans>Drafts</Trans>
      </Link>
    </>
  );
}
