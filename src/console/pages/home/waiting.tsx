/** The list of what waits for me. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ClipboardList, Shield, Square } from "lucide-react";
import { useState } from "react";
import { decide } from "../../cards/changes";
import { number } from "../../language/format";
import { useTypes } from "../../metamodel/queries";
import { Link, useFollow, useGo } from "../../navigation/link";
import { useSetPeek } from "../../navigation/peek";
import { closeTodo } from "../../todos/changes";
import { Due } from "../../todos/due";
import { Button } from "../../ui/button";
import { Icon, TypeIcon } from "../../ui/icon";
import { Rows } from "../../ui/rows";
import { Status } from "../../ui/signs";
import { Failed, LoadingRows } from "../../ui/states";
import { useWaiting, type WaitingItem } from "./waiting-items";

/** Rows that are shown before "more" is asked for. */
const FEW = 8;

const SIGNS = { todo: Square, survey: ClipboardList };

/** Shows what waits for me, with the verb for each. */
export function WaitingList() {
  const { t } = useLingui();
  const { items, count, error, retry } = useWaiting();
  const [isWhole, setWhole] = useState(false);
  const act = useVerbs();
  const shown = isWhole ? items : items?.slice(0, FEW);
  const more = (items?.length ?? 0) - FEW;
  return (
    <section aria-label={t`Waits for me`} className="home-list">
      <div className="lh">
        <h2>
          <Trans>Waits for me</Trans>
        </h2>
        {count !== undefined && <span className="n num">{number(count)}</span>}
        <span className="sp" />
        <Link to="/todos" className="lk t12">
          <Trans>All to-dos</Trans>
        </Link>
        {more > 0 && (
          <Button className="t12 slim" onPress={() => setWhole(!isWhole)}>
            {isWhole ? <Trans>Fewer</Trans> : <Plural value={more} one="# more" other="# more" />}
          </Button>
        )}
      </div>
      {error && <Failed error={error} retry={retry} />}
      {!items && !error && <LoadingRows rows={4} />}
      {items?.length === 0 && (
        <p className="c2 home-nothing">
          <Trans>Nothing waits for you.</Trans>
        </p>
      )}
      {shown && shown.length > 0 && (
        <Rows
          label={t`Waits for me`}
          items={shown}
          keyOf={({ kind, id }) => `${kind} ${id}`}
          columns="44px minmax(0,1fr) 236px 176px 84px"
          onKey={(key, item) => act(key, item)}
        >
          {(item) => <WaitingRow item={item} act={act} />}
        </Rows>
      )}
    </section>
  );
}

/** Returns the card that an item is about. */
const cardOf = (item: WaitingItem) =>
  item.kind === "approval"
    ? { id: item.card.id, name: item.card.name, type: item.card.type }
    : item.kind === "todo" && item.todo.card_id
      ? { id: item.todo.card_id, name: item.todo.card_name ?? "", type: item.todo.card_type ?? "" }
      : undefined;

/** Gives what keys and verbs do: A approves, X is done, Space peeks, Enter opens. */
function useVerbs(): (key: string, item: WaitingItem) => boolean {
  const { t } = useLingui();
  const setPeek = useSetPeek();
  const go = useGo();
  const follow = useFollow();
  return (key, item) => {
    const card = cardOf(item);
    if (key === "a" && item.kind === "approval") void decide(item.card, "approve", t`${item.card.name} is approved`);
    else if (key === "x" && item.kind === "todo" && !item.todo.is_system) void closeTodo(item.todo);
    else if (key === "space" && card) setPeek(card.id);
    else if (key === "open" && item.kind === "survey")
      follow(`/surveys/${item.survey.survey_id}/respond/${item.survey.items[0]?.card_id}`);
    else if (key === "open" && card) go({ to: "/cards/$id", params: { id: card.id } });
    else if (key === "open" && item.kind === "todo" && item.todo.link) follow(item.todo.link);
    else return false;
    return true;
  };
}

type Act = ReturnType<typeof useVerbs>;

function WaitingRow({ item, act }: { item: WaitingItem; act: Act }) {
  const types = useTypes();
  const card = cardOf(item);
  return (
    <>
      <div className="ck">
        <Sign item={item} />
      </div>
      <div>
        <button type="button" className="row-main trunc" onClick={() => act("open", item)}>
          <Sentence item={item} />
        </button>
      </div>
      <div className="c2">
        {card && (
          <>
            <TypeIcon type={types.get(card.type)} size={14} />
            <span className="trunc">{card.name}</span>
          </>
        )}
      </div>
      <div className="num">
        <Due due={item.due} />
      </div>
      <div className="r">
        <Verb item={item} act={act} />
      </div>
    </>
  );
}

function Sign({ item }: { item: WaitingItem }) {
  const { t } = useLingui();
  if (item.kind === "approval")
    return (
      <Status tone="warn" title={t`Approval broken`}>
        {""}
      </Status>
    );
  const sign = item.kind === "todo" && item.todo.is_system ? Shield : SIGNS[item.kind];
  return <Icon of={sign} size={14} className="c3" />;
}

function Sentence({ item }: { item: WaitingItem }) {
  if (item.kind === "approval") return <Trans>Approve again: it was changed after the approval</Trans>;
  if (item.kind === "todo") return item.todo.description;
  return (
    <Trans>
      Answer the survey “{item.survey.survey_name}” about{" "}
      <Plural value={item.survey.pending_count} one="# card" other="# cards" />
    </Trans>
  );
}

function Verb({ item, act }: { item: WaitingItem; act: Act }) {
  const key = item.kind === "approval" ? "a" : item.kind === "todo" && !item.todo.is_system ? "x" : "open";
  return (
    <button type="button" className="lk" onClick={() => act(key, item)}>
      {key === "a" ? <Trans>Approve</Trans> : key === "x" ? <Trans>Done</Trans> : <Trans>Open</Trans>}
    </button>
  );
}
