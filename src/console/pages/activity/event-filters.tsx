/** The filters of the audit trail: who, what, which card, and when; a press on a name in a row filters by it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button as PlainButton } from "react-aria-components";
import type { Schemas } from "../../server/client";
import { EditedLine } from "../../ui/edited-line";
import { Icon } from "../../ui/icon";
import { activity } from "./page";
import type { EventFilters } from "./queries";

/** Returns the filters in the address. */
export const filtersIn = ({ by, kind, card, since, until }: ReturnType<typeof activity.useSearch>): EventFilters => ({
  user_id: by,
  event_type: kind,
  card_id: card,
  since,
  until,
});

/** Shows the filters. @param events that are listed, which name people and cards @param nameOf returns the name of a card */
export function EventFilterBar({
  events,
  nameOf,
}: {
  events: readonly Schemas["Event"][];
  nameOf: (id: string) => string | undefined;
}) {
  const { t } = useLingui();
  const { by, kind = "", card, since = "", until = "" } = activity.useSearch();
  const setSearch = activity.useSetSearch();
  const set = (changes: Parameters<typeof setSearch>[0]) => setSearch({ ...changes, page: undefined });
  const author = events.find(({ user_id }) => user_id === by)?.user_display_name;
  return (
    <div className="chips event-filters">
      {by && (
        <FilterChip name={t`By`} remove={() => set({ by: undefined })} label={t`Remove the filter of a person`}>
          {author ?? "–"}
        </FilterChip>
      )}
      {card && (
        <FilterChip name={t`Card`} remove={() => set({ card: undefined })} label={t`Remove the filter of a card`}>
          {nameOf(card) ?? "–"}
        </FilterChip>
      )}
      <EditedLine
        label={t`Kind of event`}
        className="inp line event-kind"
        placeholder={t`Kind, as in card.updated`}
        value={kind}
        list="event-kinds"
        save={(text) => set({ kind: text || undefined })}
      />
      <datalist id="event-kinds">
        {[...new Set(events.map(({ event_type }) => event_type))].sort().map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <label className="c3 t12">
        <Trans>from</Trans>{" "}
        <input
          type="date"
          className="inp line"
          value={since}
          max={until || undefined}
          onChange={({ target }) => set({ since: target.value || undefined })}
        />
      </label>
      <label className="c3 t12">
        <Trans>to</Trans>{" "}
        <input
          type="date"
          className="inp line"
          value={until}
          min={since || undefined}
          onChange={({ target }) => set({ until: target.value || undefined })}
        />
      </label>
    </div>
  );
}

type ChipProps = { name: string; label: string; remove: () => void; children: ReactNode };

function FilterChip({ name, label, remove, children }: ChipProps) {
  return (
    <span className="chip">
      <span className="k">{name}</span>
      <span className="trunc">{children}</span>
      <PlainButton className="x" aria-label={label} onPress={remove}>
        <Icon of={X} size={12} />
      </PlainButton>
    </span>
  );
}
