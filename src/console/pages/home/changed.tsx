/** The changes of my cards: one entry for each card, new ones since the last visit first. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Change } from "../../cards/change";
import { useHistoryWords } from "../../cards/history-words";
import { useCommands } from "../../commands/command";
import { day, time } from "../../language/format";
import { useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { useSetPeek } from "../../navigation/peek";
import type { Schemas } from "../../server/client";
import { createRemembered, useStore } from "../../state/store";
import { Foot, KeyHint } from "../../ui/bars";
import { TypeIcon } from "../../ui/icon";
import { Failed, LoadingRows } from "../../ui/states";
import { changesQuery } from "./queries";

/** The last visit, as an instant; empty before the first. */
const lastVisit = createRemembered("stoa.home.visit", "");

const DAY = 86_400_000;
/** Days that are looked back at most, and at the first visit. */
const LONGEST = 30;

/** Returns the moment from which on changes are new. */
const sinceOf = (visit: string): string =>
  visit || new Date(Math.floor(Date.now() / DAY) * DAY - LONGEST * DAY).toISOString();

/** Fields that are shown of an entry. */
const SHOWN = 3;

/** Shows what has changed since the last visit. */
export function Changed() {
  const { t } = useLingui();
  const since = sinceOf(useStore(lastVisit));
  const { data, error, refetch } = useQuery(changesQuery(since));
  const mark = () => lastVisit.update(() => new Date().toISOString());
  useCommands([{ id: "home.read", label: t`Mark what changed as read`, keys: ["m"], run: mark }]);
  return (
    <aside className="aside" aria-label={t`What changed`}>
      <div className="lh">
        <h2>
          <Trans>What changed</Trans>
        </h2>
        <span className="n">
          <Trans>since {day(since)}</Trans>
        </span>
      </div>
      <div className="ab scroll">
        {error && <Failed error={error} retry={refetch} />}
        {!data && !error && <LoadingRows rows={5} />}
        {data?.length === 0 && (
          <p className="c2 home-nothing">
            <Trans>Nothing has changed of your cards.</Trans>
          </p>
        )}
        {data?.map((one) => (
          <ChangedCard key={one.card_id} of={one} />
        ))}
      </div>
      <Foot>
        <Link to="/activity" className="lk">
          <Trans>All activity</Trans>
        </Link>
        <span className="sp" />
        <KeyHint keys={["m"]}>
          <Trans>mark as read</Trans>
        </KeyHint>
      </Foot>
    </aside>
  );
}

const isToday = (instant: string) => day(instant) === day(Date.now());

function ChangedCard({ of }: { of: Schemas["CardChangesSince"] }) {
  const setPeek = useSetPeek();
  const type = useTypes().get(of.card_type);
  const { sentenceOf, differenceOf } = useHistoryWords();
  const changes = Object.entries(of.changes).map(([path, { old: before, new: after }]) =>
    differenceOf(path.slice(path.indexOf(".") + 1), before, after),
  );
  const others = of.event_types.filter((type) => type !== "card.updated");
  const sentences = [...new Set(others.map((event_type) => sentenceOf({ event_type, data: {} })))];
  return (
    <button type="button" className="ch" onClick={() => setPeek(of.card_id)}>
      <TypeIcon type={type} size={14} />
      <span className="trunc w2">{of.card_name}</span>
      <time className="c3 t11 num" dateTime={of.last_changed_at}>
        {isToday(of.last_changed_at) ? time(of.last_changed_at) : day(of.last_changed_at)}
      </time>
      <span className="s">
        {changes.slice(0, SHOWN).map((one) => (
          <Change key={one.label} of={one} />
        ))}
        {changes.length > SHOWN && <span className="c3 num">+{changes.length - SHOWN} </span>}
        {sentences.length > 0 && <span>{sentences.join(" · ")}</span>}
        {of.authors.length > 0 && <span className="c3"> {of.authors.join(", ")}</span>}
      </span>
    </button>
  );
}
