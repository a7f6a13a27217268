/** Values of cards, as cells of a grid and as facts show them. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { day, money, number } from "../language/format";
import { type Field, optionLabel, stepOf, subtypeLabel, toneOf } from "../metamodel/fields";
import { type CardType, labelOf } from "../metamodel/queries";
import { settingsQuery } from "../server/session";
import { Avatar } from "../ui/avatar";
import { Missing, Signal, Status } from "../ui/signs";
import type { ListedCard } from "./list";

/** Shows the value of an attribute, by the kind of its field; a dash stands for none. */
export function AttributeValue({ field, value }: { field: Field; value: unknown }) {
  const { data: settings } = useSuspenseQuery(settingsQuery);
  if (value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0))
    return <span className="c3">–</span>;
  if (field.type === "boolean") return value ? <Trans>Yes</Trans> : <Trans>No</Trans>;
  if (field.type === "cost" && typeof value === "number")
    return <span className="num">{money(value, settings.currency)}</span>;
  if (field.type === "number" && typeof value === "number") return <span className="num">{number(value)}</span>;
  if (field.type === "date") return day(String(value));
  if (field.type === "single_select") return <OptionValue field={field} value={String(value)} />;
  if (Array.isArray(value))
    return <span className="trunc">{value.map((one) => optionLabel(field, String(one))).join(", ")}</span>;
  return <span className="trunc">{String(value)}</span>;
}

/** Shows an option: steps as bars, judgements with their shapes, others as words. */
export function OptionValue({ field, value, isShort = false }: { field: Field; value: string; isShort?: boolean }) {
  const label = optionLabel(field, value);
  const step = stepOf(field, value);
  const tone = toneOf(field, value);
  if (step !== undefined)
    return (
      <>
        <Signal step={step} />
        <span className="word trunc" title={label}>
          {isShort ? label.split(" ")[0] : label}
        </span>
      </>
    );
  return tone ? <Status tone={tone}>{label}</Status> : <span className="trunc">{label}</span>;
}

/** Shows the name of a card, with what is an exception: another subtype than the usual, an approval that broke. */
export function NameCell({ card, type }: { card: ListedCard; type: CardType | undefined }) {
  const { t } = useLingui();
  const usual = type?.subtypes[0]?.key;
  const { approval_status: approval, subtype } = card;
  return (
    <>
      <span className="trunc">{card.name}</span>
      {subtype && subtype !== usual && <span className="t11 c3 subt">{subtypeLabel(type, subtype)}</span>}
      {(approval === "BROKEN" || approval === "REJECTED") && (
        <span className="name-mark">
          {approval === "BROKEN" ? (
            <Status tone="warn" title={t`Approval broken`} />
          ) : (
            <Status tone="bad" title={t`Rejected`} />
          )}
        </span>
      )}
    </>
  );
}

/** Shows people by their initials; a ring when there is nobody. */
export function PeopleCell({
  people,
  role,
}: {
  people: readonly { user_display_name: string | null }[];
  role: string;
}) {
  const { t } = useLingui();
  if (people.length === 0) return <Missing title={t`No ${role}`} />;
  const [first] = people;
  return (
    <>
      {people.slice(0, 3).map(({ user_display_name: name }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a person may have a role once, and has no other key here
        <Avatar key={at} name={name ?? "?"} title={name ?? undefined} />
      ))}
      {people.length === 1 && <span className="trunc">{first?.user_display_name}</span>}
    </>
  );
}

/** Related cards by name, the first in full. */
export function CardsCell({ items, total }: { items: readonly { id?: string; name: string }[]; total: number }) {
  if (items.length === 0) return <span className="c3">–</span>;
  return (
    <>
      <span className="trunc c2" title={items.map(({ name }) => name).join(", ")}>
        {items.map(({ name }, at) => (
          <Fragment key={name}>
            {at > 0 && ", "}
            {name}
          </Fragment>
        ))}
      </span>
      {total > items.length && <span className="t11 c3">+{number(total - items.length)}</span>}
    </>
  );
}

/** Shows the approval of a card; what is approved is silent. */
export function ApprovalCell({ approval }: { approval: string }) {
  if (approval === "BROKEN")
    return (
      <Status tone="warn">
        <Trans>Broken</Trans>
      </Status>
    );
  if (approval === "REJECTED")
    return (
      <Status tone="bad">
        <Trans>Rejected</Trans>
      </Status>
    );
  if (approval === "DRAFT")
    return (
      <Status tone="mut">
        <Trans>Draft</Trans>
      </Status>
    );
  return (
    <span className="c2">
      <Trans>Approved</Trans>
    </span>
  );
}

/** Returns the label of a card's type. */
export const typeLabel = (type: CardType | undefined, key: string): string => (type ? labelOf(type) : key);
