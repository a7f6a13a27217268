/** The latest events, newest first: the card, the change, by whom and when. */
import { Trans } from "@lingui/react/macro";
import { useHistoryWords } from "../../cards/history-words";
import { moment } from "../../language/format";
import { Link } from "../../navigation/link";
import { useSetPeek } from "../../navigation/peek";
import type { Landscape } from "./queries";

type Event = Landscape["recent_events"][number];

/** Events that happen by themselves, or by coming in. */
const UNLISTED = ["kpi.", "user.logged"];

/** Returns the name of what an event is about, as far as the event has it. */
const nameIn = ({ card_name, data }: Event): string | undefined =>
  card_name ?? ["name", "title", "description"].map((key) => data?.[key]).find((one) => typeof one === "string");

/** Shows the events. @param most that are shown */
export function Events({ events, most }: { events: readonly Event[]; most: number }) {
  const listed = events.filter(({ event_type: type }) => !UNLISTED.some((start) => type.startsWith(start)));
  if (listed.length === 0)
    return (
      <p className="dash-nothing c2">
        <Trans>Nothing has happened yet.</Trans>
      </p>
    );
  return (
    <>
      <ol className="dash-events">
        {listed.slice(0, most).map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ol>
      <p className="dash-nothing">
        <Link to="/activity" className="lk">
          <Trans>All activity</Trans>
        </Link>
      </p>
    </>
  );
}

function EventRow({ event }: { event: Event }) {
  const { sentenceOf } = useHistoryWords();
  const setPeek = useSetPeek();
  const { card_id: card, event_type, data, user_display_name: who, created_at: at } = event;
  const sentence = sentenceOf({ event_type, data });
  const name = nameIn(event);
  return (
    <li>
      {card ? (
        <button type="button" className="row-main trunc w2" onClick={() => setPeek(card)}>
          {name ?? sentence}
        </button>
      ) : (
        <span className="trunc w2">{name ?? sentence}</span>
      )}
      <span className="c3 t12 trunc">
        {name && `${sentence} · `}
        {who && `${who} · `}
        {at && <time dateTime={at}>{moment(at)}</time>}
      </span>
    </li>
  );
}
