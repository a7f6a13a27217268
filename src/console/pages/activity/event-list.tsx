/** Every event by itself, without batches, for those who audit. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Change } from "../../cards/change";
import { useHistoryWords } from "../../cards/history-words";
import { moment } from "../../language/format";
import { useTypes } from "../../metamodel/queries";
import { useSetPeek } from "../../navigation/peek";
import type { Schemas } from "../../server/client";
import { addressInScenario } from "../../server/scenario";
import { Button } from "../../ui/button";
import { Icon, TypeIcon } from "../../ui/icon";
import { Rows } from "../../ui/rows";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { cardIdOf } from "./event-card";
import { EventFilterBar, filtersIn } from "./event-filters";
import { activity } from "./page";
import { eventsQuery, namesQuery, PAGE } from "./queries";

type Event = Schemas["Event"];
type NamedCard = { name: string; type: string };

/** Differences that a row shows. */
const SHOWN = 2;

/** Leads to the file with all events that match the filters. */
export function ExportEvents() {
  const filters = Object.entries(filtersIn(activity.useSearch())).filter(([, value]) => value !== undefined);
  return (
    <a
      className="btn"
      href={addressInScenario(`/api/v1/events/export/csv?${new URLSearchParams(filters as [string, string][])}`)}
      download
    >
      <Icon of={Download} size={14} />
      <Trans>Export</Trans>
    </a>
  );
}

/** Shows a page of the events that match the filters, the newest first. */
export function EventList({ page, turn }: { page: number; turn: (page: number) => void }) {
  const { t } = useLingui();
  const search = activity.useSearch();
  const { data, error, refetch } = useQuery({
    ...eventsQuery(filtersIn(search), page),
    placeholderData: (before) => before,
  });
  const ids = [
    ...new Set([...(data?.flatMap((event) => cardIdOf(event) ?? []) ?? []), ...(search.card ? [search.card] : [])]),
  ];
  const { data: cards } = useQuery({ ...namesQuery(ids), enabled: ids.length > 0 });
  const byId = new Map(cards?.items.map((card) => [card.id, card]));
  const setPeek = useSetPeek();
  return (
    <>
      <EventFilterBar events={data ?? []} nameOf={(id) => byId.get(id)?.name} />
      <div className="scroll events">
        {error && <Failed error={error} retry={refetch} />}
        {!data && !error && <LoadingRows rows={12} />}
        {data?.length === 0 && (
          <Empty title={<Trans>No more events</Trans>}>
            <Trans>Whatever happens stands here, the newest first.</Trans>
          </Empty>
        )}
        {data && data.length > 0 && (
          <Rows
            label={t`Events`}
            items={data}
            keyOf={({ id }) => id}
            columns="176px 168px minmax(0,1fr) minmax(0,1.6fr)"
            onKey={(key, event) => {
              if (key !== "space" || !cardIdOf(event)) return false;
              setPeek(cardIdOf(event));
              return true;
            }}
          >
            {(event) => <EventCells event={event} card={byId.get(cardIdOf(event) ?? "")} peek={setPeek} />}
          </Rows>
        )}
        <div className="history-pages">
          <Button look="line" isDisabled={page === 1} onPress={() => turn(page - 1)}>
            <Trans>Newer</Trans>
          </Button>
          <Button look="line" isDisabled={!data || data.length < PAGE} onPress={() => turn(page + 1)}>
            <Trans>Older</Trans>
          </Button>
        </div>
      </div>
    </>
  );
}

type EventCellsProps = { event: Event; card: NamedCard | undefined; peek: (id?: string) => void };

function EventCells({ event, card, peek }: EventCellsProps) {
  const { event_type, data, user_id, user_display_name, created_at } = event;
  const { t } = useLingui();
  const setSearch = activity.useSetSearch();
  const { sentenceOf, differencesOf } = useHistoryWords();
  const types = useTypes();
  const differences = event_type === "card.updated" ? differencesOf({ data: data ?? {} }) : [];
  const words = sentenceOf({ event_type, data: data ?? {} });
  return (
    <>
      <div className="c3 t12 num p16">{created_at && moment(created_at)}</div>
      <div className="t12">
        {user_id ? (
          <button
            type="button"
            className="plain-name trunc"
            title={t`Only by ${user_display_name ?? ""}`}
            onClick={() => setSearch({ by: user_id, page: undefined })}
          >
            {user_display_name}
          </button>
        ) : (
          <span className="trunc">
            <Trans>The server</Trans>
          </span>
        )}
      </div>
      <div>
        {card && <TypeIcon type={types.get(card.type)} size={14} />}
        <button type="button" className="row-main trunc" onClick={() => peek(cardIdOf(event))}>
          {card?.name ?? String(data?.["name"] ?? event_type)}
        </button>
      </div>
      <div className="t12 c2">
        {differences.length === 0 && (
          <span className="trunc" title={event_type}>
            {words}
          </span>
        )}
        {differences.length > 0 && (
          <span className="diff trunc">
            {differences.slice(0, SHOWN).map((one) => (
              <Change key={one.label} of={one} />
            ))}
            {differences.length > SHOWN && <span className="c3 num"> +{differences.length - SHOWN}</span>}
          </span>
        )}
      </div>
    </>
  );
}
