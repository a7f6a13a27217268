/** The events of a card, as sentences with what was and what is. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Archive, CircleCheck, Link2, type LucideIcon, MessageSquare, Pencil, Plus, Tag, User } from "lucide-react";
import { useState } from "react";
import { Change } from "../../cards/change";
import { useHistoryWords } from "../../cards/history-words";
import { historyQuery } from "../../cards/queries";
import { UndoField } from "../../cards/undo-field";
import { day, time } from "../../language/format";
import { useJustHappened } from "../../server/arrivals";
import type { Schemas } from "../../server/client";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Failed, LoadingRows } from "../../ui/states";

type HistoryEvent = Schemas["HistoryEvent"];

const SIGNS: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^card\.created/, Plus],
  [/^card\.approval/, CircleCheck],
  [/^card\.(archived|restored|deleted)/, Archive],
  [/^card\.(un)?tagged/, Tag],
  [/^relation\./, Link2],
  [/^comment\./, MessageSquare],
  [/^stakeholder\./, User],
];

const signOf = (type: string): LucideIcon => SIGNS.find(([test]) => test.test(type))?.[1] ?? Pencil;

type HistoryCard = Pick<Schemas["Card"], "id" | "name" | "status">;

/** Shows the newest events. @param size of a page; a long list turns pages */
export function HistoryList({ card, size }: { card: HistoryCard; size: number }) {
  const { id } = card;
  const { t } = useLingui();
  const isLong = size > 10;
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(historyQuery(id, page, size));
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data) return <LoadingRows rows={isLong ? 12 : 4} />;
  const byDay = Map.groupBy(data, ({ created_at }) => (created_at ? day(created_at) : ""));
  return (
    <>
      {[...byDay].map(([date, events]) => (
        <div key={date}>
          <p className="c3 t11 history-day">{date}</p>
          {events.map((event) => (
            <Happened key={event.id} card={card} event={event} isLong={isLong} />
          ))}
        </div>
      ))}
      {isLong && (page > 1 || data.length === size) && (
        <div className="history-pages">
          <Button look="line" isDisabled={page === 1} onPress={() => setPage(page - 1)}>
            {t`Newer`}
          </Button>
          <Button look="line" isDisabled={data.length < size} onPress={() => setPage(page + 1)}>
            {t`Older`}
          </Button>
        </div>
      )}
      {data.length === 0 && (
        <p className="c3">
          <Trans>Nothing has happened yet.</Trans>
        </p>
      )}
    </>
  );
}

function Happened({ card, event, isLong }: { card: HistoryCard; event: HistoryEvent; isLong: boolean }) {
  const { sentenceOf, differencesOf } = useHistoryWords();
  const differences = differencesOf(event);
  const hasArrived = useJustHappened(card.id)(event.created_at);
  return (
    <div className={hasArrived ? "hi arrived" : "hi"}>
      <Icon of={signOf(event.event_type)} size={14} />
      <span className="c2">
        {sentenceOf(event)}
        {isLong && event.user_display_name && <span className="c3"> · {event.user_display_name}</span>}
        {isLong &&
          differences.map((one) => (
            <span key={one.key}>
              <Change of={one} />{" "}
              {event.event_type === "card.updated" && <UndoField eventId={event.id} card={card} field={one} />}
            </span>
          ))}
      </span>
      {event.created_at && <span className="c3 t11 num">{time(event.created_at)}</span>}
    </div>
  );
}
