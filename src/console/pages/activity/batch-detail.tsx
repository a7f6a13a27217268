/** A batch as a grid of before and after, and what undoing it would do. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BeforeAfter } from "../../cards/change";
import { type ChangedField, useHistoryWords } from "../../cards/history-words";
import type { ListedCard } from "../../cards/list";
import { UndoField, undoField } from "../../cards/undo-field";
import { type Batch, useBatchWords } from "../../journal/words";
import { moment, number } from "../../language/format";
import { type CardType, useTypes } from "../../metamodel/queries";
import { useSetPeek } from "../../navigation/peek";
import type { Schemas } from "../../server/client";
import { TypeIcon } from "../../ui/icon";
import { Rows } from "../../ui/rows";
import { Failed, LoadingRows } from "../../ui/states";
import { cardIdOf } from "./event-card";
import { batchEventsQuery, MAX_EVENTS, namesQuery } from "./queries";
import { UndoBar } from "./undo-bar";

type Event = Schemas["MutationBatchEvent"];

/** A row: an event, or one field of it. */
type Row = { key: string; event: Event; isFirst: boolean; label: string; field?: ChangedField };

/** Shows what a batch did. */
export function BatchDetail({ batch }: { batch: Batch }) {
  const { whoOf, sentenceOf } = useBatchWords();
  const { data, error, refetch } = useQuery(batchEventsQuery(batch.id));
  return (
    <>
      <header className="batch-head">
        <h2 className="t15 w2">
          {whoOf(batch)} {sentenceOf(batch)}
        </h2>
        <p className="t12 c3 num">
          {batch.actor_display_name ?? <Trans>The server</Trans>} · {moment(batch.created_at)} · {batch.origin} ·{" "}
          {batch.tool_name}
        </p>
      </header>
      <div className="scroll">
        {error && <Failed error={error} retry={refetch} />}
        {!data && !error && <LoadingRows rows={6} />}
        {data && <EventRows events={data.events} />}
        {data && data.events.length >= MAX_EVENTS && (
          <p className="c3 t12 home-nothing">
            <Trans>The first {number(MAX_EVENTS)} events are shown.</Trans>
          </p>
        )}
      </div>
      <UndoBar batch={batch} />
    </>
  );
}

/** Gives the rows of events: one for each changed field, and one for what has none. */
function useRows(events: readonly Event[]): Row[] {
  const { t } = useLingui();
  const { sentenceOf, differencesOf, labelFor } = useHistoryWords();
  const wordsOf = (event: Event): string => {
    if (!event.event_type.startsWith("rollback.")) return sentenceOf({ ...event, data: event.data ?? {} });
    const fields = Object.keys((event.data?.["fields"] as object | undefined) ?? {}).map(labelFor);
    const outcome = event.data?.["outcome"] === "ok" ? t`Taken back` : t`Not taken back`;
    return fields.length > 0 ? `${outcome}: ${fields.join(", ")}` : outcome;
  };
  return events.flatMap((event): Row[] => {
    const differences = event.event_type === "card.updated" ? differencesOf({ data: event.data ?? {} }) : [];
    if (differences.length === 0) return [{ key: event.id, event, isFirst: true, label: wordsOf(event) }];
    return differences.map((field, at) => ({
      key: `${event.id} ${field.key}`,
      event,
      isFirst: at === 0,
      label: field.label,
      field,
    }));
  });
}

function EventRows({ events }: { events: readonly Event[] }) {
  const { t } = useLingui();
  const rows = useRows(events);
  const ids = [...new Set(events.flatMap((event) => cardIdOf(event) ?? []))];
  const { data } = useQuery({ ...namesQuery(ids), enabled: ids.length > 0 });
  const cards = new Map(data?.items.map((card) => [card.id, card]));
  const types = useTypes();
  const setPeek = useSetPeek();
  return (
    <Rows
      label={t`What the batch did`}
      items={rows}
      keyOf={({ key }) => key}
      columns="minmax(0,1fr) 128px minmax(0,1.15fr) 76px"
      onKey={(key, row) => {
        const card = cards.get(cardIdOf(row.event) ?? "");
        if (key === "space" && card) setPeek(card.id);
        else if (key === "backspace" && card && row.field)
          void undoField({ eventId: row.event.id, card, field: row.field });
        else return false;
        return true;
      }}
    >
      {(row) => {
        const card = cards.get(cardIdOf(row.event) ?? "");
        return <EventRow row={row} card={card} type={types.get(card?.type ?? "")} peek={setPeek} />;
      }}
    </Rows>
  );
}

type EventRowProps = {
  row: Row;
  card: ListedCard | undefined;
  type: CardType | undefined;
  peek: (id?: string) => void;
};

function EventRow({ row: { event, isFirst, label, field }, card, type, peek }: EventRowProps) {
  const cardId = cardIdOf(event);
  const name = card?.name ?? String(event.data?.["name"] ?? "");
  return (
    <>
      <div className="p16">
        {isFirst && type && <TypeIcon type={type} />}
        {cardId ? (
          <button type="button" className="row-main trunc" onClick={() => peek(cardId)}>
            {name || "–"}
          </button>
        ) : (
          <span className="trunc">{name}</span>
        )}
      </div>
      <div className="c3 t12">{field && <span className="trunc">{label}</span>}</div>
      <div>
        {field ? (
          <span className="diff trunc">
            <BeforeAfter before={field.before} after={field.after} />
          </span>
        ) : (
          <span className="c2 t12 trunc">{label}</span>
        )}
      </div>
      <div className="r">{card && field && <UndoField eventId={event.id} card={card} field={field} />}</div>
    </>
  );
}
