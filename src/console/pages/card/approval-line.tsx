/** The line above a card that says what is to be decided, with the verbs for that. On a phone the verbs stay at the bottom. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import { Change } from "../../cards/change";
import { decide, rejectCard, restoreCard } from "../../cards/changes";
import { useHistoryWords } from "../../cards/history-words";
import { historyQuery, restoreImpactQuery } from "../../cards/queries";
import { useCardRights } from "../../cards/rights";
import { day } from "../../language/format";
import type { Schemas } from "../../server/client";
import { Button } from "../../ui/button";
import { Status } from "../../ui/signs";

type Card = Schemas["Card"];

/** Events that are read to find the last approval. */
const EVENTS = 50;

/** Shows the approval, when it is not there; what is approved is silent. */
export function ApprovalLine({ card }: { card: Card }) {
  const { t } = useLingui();
  const [shows, setShows] = useState<"change" | "reason">();
  const { approval_status: approval } = card;
  if (approval === "APPROVED") return null;
  const toggle = (part: typeof shows) => setShows(shows === part ? undefined : part);
  return (
    <>
      <div className={`brk ${approval.toLowerCase()}`}>
        {approval === "BROKEN" && <Status tone="warn">{t`Approval broken`}</Status>}
        {approval === "REJECTED" && <Status tone="bad">{t`Rejected`}</Status>}
        {approval === "DRAFT" && <Status tone="mut">{t`Draft`}</Status>}
        {approval === "BROKEN" && (
          <>
            <Since id={card.id} />
            <button type="button" className="lk" aria-expanded={shows === "change"} onClick={() => toggle("change")}>
              <Trans>See the change</Trans>
            </button>
          </>
        )}
        <span className="sp" />
        <Verbs card={card} reject={() => toggle("reason")} />
      </div>
      {shows === "change" && <Changes id={card.id} />}
      {shows === "reason" && <Reason card={card} close={() => setShows(undefined)} />}
    </>
  );
}

function Verbs({ card, reject }: { card: Card; reject: () => void }) {
  const { t } = useLingui();
  const may = useCardRights(card.id);
  const { approval_status: approval, name } = card;
  if (!may("can_approval_status")) return null;
  return (
    <span className="brk-verbs">
      {(approval === "REJECTED" || approval === "BROKEN") && (
        <Button writes onPress={() => void decide(card, "reset", t`${name} is a draft again`)}>
          <Trans>Back to draft</Trans>
        </Button>
      )}
      {approval !== "REJECTED" && (
        <Button writes className="line-on-phone" onPress={reject}>
          <Trans>Reject</Trans>
        </Button>
      )}
      <Button
        writes
        look="line"
        className="pri-on-phone"
        icon={Check}
        onPress={() => void decide(card, "approve", t`${name} is approved`)}
      >
        {approval === "BROKEN" ? <Trans>Approve again</Trans> : <Trans>Approve</Trans>}
      </Button>
    </span>
  );
}

/** Asks for the reason of a rejection, in its place. */
function Reason({ card, close }: { card: Card; close: () => void }) {
  const { t } = useLingui();
  const mayComment = useCardRights(card.id)("can_create_comments");
  const [reason, setReason] = useState("");
  const text = reason.trim();
  const send = () => {
    if (text === "") void decide(card, "reject", t`${card.name} is rejected`);
    else void rejectCard(card, text);
    close();
  };
  return (
    <form
      className="brk brk-more"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={({ key }) => key === "Escape" && close()}
    >
      {mayComment ? (
        <input
          className="inp brk-reason"
          aria-label={t`Reason`}
          placeholder={t`Reason, which becomes a comment`}
          // biome-ignore lint/a11y/noAutofocus: whoever rejects goes on by writing why
          autoFocus
          maxLength={2000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      ) : (
        <span className="sp">
          <Trans>A reason needs the right to comment.</Trans>
        </span>
      )}
      <Button onPress={close}>
        <Trans>Cancel</Trans>
      </Button>
      <Button type="submit" look="line">
        {text === "" ? <Trans>Reject without a reason</Trans> : <Trans>Reject with this reason</Trans>}
      </Button>
    </form>
  );
}

/** Gives the changes of a card after its last approval, the newest first. */
function useChangesSince(id: string) {
  const { data: events = [] } = useQuery(historyQuery(id, 1, EVENTS));
  const { differencesOf } = useHistoryWords();
  const at = events.findIndex(({ event_type }) => event_type === "card.approval_status.approve");
  return events
    .slice(0, at < 0 ? events.length : at)
    .filter(({ event_type }) => event_type === "card.updated")
    .flatMap((event) => differencesOf(event).map((difference) => ({ event, difference })))
    .filter(({ difference }) => difference.key !== "approval_status");
}

/** Names the fields that were changed after the approval. */
function Since({ id }: { id: string }) {
  const labels = [...new Set(useChangesSince(id).map(({ difference }) => difference.label))];
  const names = labels.slice(0, 3).join(", ");
  const more = labels.length - 3;
  return (
    <span className="brk-why trunc">
      {labels.length === 0 ? (
        <Trans>It was changed after the approval.</Trans>
      ) : more > 0 ? (
        <Trans>
          Changed after the approval: {names} and <Plural value={more} one="# more" other="# more" />
        </Trans>
      ) : (
        <Trans>Changed after the approval: {names}</Trans>
      )}
    </span>
  );
}

/** Shows what was and what is of each change after the approval. */
function Changes({ id }: { id: string }) {
  const changes = useChangesSince(id);
  return (
    <ul className="brk-changes">
      {changes.map(({ event, difference }) => (
        <li key={`${event.id} ${difference.key}`}>
          <Change of={difference} />
          <span className="c3 t11">
            {event.user_display_name}
            {event.created_at && ` · ${day(event.created_at)}`}
          </span>
        </li>
      ))}
      {changes.length === 0 && (
        <li className="c3">
          <Trans>What changed is no field of the card, such as a relation; the history names it.</Trans>
        </li>
      )}
    </ul>
  );
}

/** Says that a card is archived, and brings it back with those that went along. */
export function ArchivedLine({ card }: { card: Card }) {
  const { t } = useLingui();
  const may = useCardRights(card.id);
  const mayRestore = may("can_archive");
  const { data: impact } = useQuery({ ...restoreImpactQuery(card.id), enabled: mayRestore });
  const along = impact?.passengers ?? [];
  return (
    <div className="brk draft">
      <Status tone="mut">{t`Archived`}</Status>
      {card.archived_at && <span>{day(card.archived_at)}</span>}
      {along.length > 0 && (
        <span className="trunc">
          <Plural value={along.length} one="# card went along" other="# cards went along" />
          {`: ${along
            .slice(0, 3)
            .map(({ name }) => name)
            .join(", ")}`}
        </span>
      )}
      <span className="sp" />
      {mayRestore && along.length > 0 && (
        <Button
          onPress={() =>
            void restoreCard(
              card,
              along.map(({ id }) => id),
            )
          }
        >
          <Trans>Bring all of them back</Trans>
        </Button>
      )}
      {mayRestore && (
        <Button look="line" writes onPress={() => void restoreCard(card)}>
          <Trans>Bring back</Trans>
        </Button>
      )}
    </div>
  );
}
