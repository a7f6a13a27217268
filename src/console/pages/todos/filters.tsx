/** The filters of to-dos: whose, which state, when they are due, and about which card. */
import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { Button as PlainButton } from "react-aria-components";
import type { Schemas } from "../../server/client";
import { useMay } from "../../server/session";
import { Icon } from "../../ui/icon";
import { Menu } from "../../ui/menu";
import { Segments } from "../../ui/segments";
import { todos } from "./page";

/** Shows the filters. @param items the shown to-dos, whose cards are offered */
export function TodoFilters({ items }: { items: readonly Schemas["Todo"][] }) {
  const { t } = useLingui();
  const { status, made, all, due } = todos.useSearch();
  const setSearch = todos.useSetSearch();
  const seesAll = useMay("admin.todos");
  return (
    <div className="chips todo-filters">
      <Segments
        label={t`Whose`}
        value={all && seesAll ? "all" : made ? "made" : "mine"}
        options={[
          { value: "mine", label: t`Mine` },
          { value: "made", label: t`Made by me` },
          ...(seesAll ? [{ value: "all" as const, label: t`Everybody’s` }] : []),
        ]}
        onChange={(value) => setSearch({ made: value === "made" || undefined, all: value === "all" || undefined })}
      />
      <Segments
        label={t`State`}
        value={status ?? "open"}
        options={[
          { value: "open", label: t`To do` },
          { value: "scheduled", label: t`Later` },
          { value: "done", label: t`Done` },
        ]}
        onChange={(value) => setSearch({ status: value === "open" ? undefined : value })}
      />
      <Segments
        label={t`Which days`}
        value={due ?? "any"}
        options={[
          { value: "any", label: t`Any day` },
          { value: "late", label: t`Late` },
          { value: "soon", label: t`Within 14 days` },
          { value: "none", label: t`No day` },
        ]}
        onChange={(value) => setSearch({ due: value === "any" ? undefined : value })}
      />
      <CardFilter items={items} />
    </div>
  );
}

function CardFilter({ items }: { items: readonly Schemas["Todo"][] }) {
  const { t } = useLingui();
  const { card } = todos.useSearch();
  const setSearch = todos.useSetSearch();
  const names = new Map(items.flatMap(({ card_id, card_name }) => (card_id ? [[card_id, card_name ?? ""]] : [])));
  if (card)
    return (
      <span className="chip">
        <span className="k">
          <Trans>Card</Trans>
        </span>
        <span className="trunc">{names.get(card) ?? "–"}</span>
        <PlainButton
          className="x"
          aria-label={t`Remove the filter of a card`}
          onPress={() => setSearch({ card: undefined })}
        >
          <Icon of={X} size={12} />
        </PlainButton>
      </span>
    );
  if (names.size === 0) return null;
  return (
    <Menu
      label={t`Card`}
      trigger={
        <PlainButton className="chip add">
          <span>
            <Trans>Card</Trans>
          </span>
        </PlainButton>
      }
      entries={[...names]
        .toSorted(([, one], [, other]) => one.localeCompare(other))
        .map(([id, name]) => ({ id, label: name, run: () => setSearch({ card: id }) }))}
    />
  );
}
