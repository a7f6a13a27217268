/** A conflict at its field: what was, what somebody else has saved, and what one has typed, for whoever types to choose. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { MessageSquare } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { Popover } from "react-aria-components";
import { currentCommands } from "../commands/command";
import { number, time } from "../language/format";
import type { Field } from "../metamodel/fields";
import { labelOf } from "../metamodel/queries";
import { Avatar } from "../ui/avatar";
import { Icon } from "../ui/icon";
import { Keys } from "../ui/keys";
import { AttributeValue } from "./cells";
import { BeforeAfter } from "./change";
import type { EditedField } from "./edited-field";
import { pathOf, useHistoryWords } from "./history-words";
import { historyQuery } from "./queries";

/** Events of a card in which the change of a field is looked for. */
const LATEST = 20;

/** Finds who has changed a field of a card last, and when. */
function useLastChange({ card, path }: EditedField) {
  const { data: events = [] } = useQuery(historyQuery(card.id, 1, LATEST));
  const { differencesOf } = useHistoryWords();
  return events.find((event) => differencesOf(event).some((one) => pathOf(one) === path));
}

/** Finds who has changed a relation last, and when, in the history of a card at one of its ends. */
function useLastRelationChange(relationId: string, cardId: string) {
  const { data: events = [] } = useQuery(historyQuery(cardId, 1, LATEST));
  return events.find(({ data }) => data?.["id"] === relationId);
}

/** Two values of one field: what was, what somebody else has saved, and what one has typed. */
type TwoValues = { before: unknown; theirs: unknown; mine: unknown };
type Choice = { place: RefObject<HTMLElement | null>; saveMine: () => void; takeTheirs: () => void };
type LastChange = { user_display_name?: string | null; created_at?: string | null } | undefined;

type FieldConflictProps = TwoValues &
  Choice & {
    edited: EditedField;
    /** The name of whoever has changed the card last, until it is known who has changed the field. */
    by?: string;
  };

/** Shows a conflict below a field of a card. */
export const FieldConflict = ({ edited, by, ...props }: FieldConflictProps) => (
  <Conflict {...props} field={edited.field} path={edited.path} change={useLastChange(edited)} by={by} />
);

type RelationConflictProps = TwoValues &
  Choice & {
    relationId: string;
    /** The id of a card at one of its ends. */
    cardId: string;
    field: Field;
  };

/** Shows a conflict below an attribute of a relation. */
export const RelationConflict = ({ relationId, cardId, ...props }: RelationConflictProps) => (
  <Conflict {...props} path={props.field.key} change={useLastRelationChange(relationId, cardId)} by={undefined} />
);

type ConflictProps = TwoValues &
  Choice & {
    field: Field;
    path: string;
    change: LastChange;
    by: string | undefined;
  };

/** Letters from which on texts stand side by side. */
const LONG = 40;

const isLong = (value: unknown) => typeof value === "string" && value.length >= LONG;

/** Shows a conflict below its field. */
function Conflict({ place, field, path, change, by, saveMine, takeTheirs, ...values }: ConflictProps) {
  const { before, theirs, mine } = values;
  const { t } = useLingui();
  const who = change?.user_display_name ?? by ?? t`Somebody`;
  const at = change?.created_at ? time(change.created_at) : undefined;
  const ask = currentCommands().find(({ id }) => id === "card.comment" || id === "peek.comment");
  return (
    <Popover
      className="over conf"
      isOpen
      isNonModal
      triggerRef={place}
      placement="bottom start"
      aria-label={t`Conflict: ${labelOf(field)}`}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the field keeps the focus while a button is pressed */}
      <div onMouseDown={(event) => event.preventDefault()} data-conflict={path}>
        <div className="conf-head" role="alert">
          <b>
            <Trans>{who} changed this while you were typing</Trans>
          </b>
          <div className="t12 c3">
            <Trans>Only this field is in question; nothing else is held up.</Trans>
          </div>
        </div>
        {isLong(theirs) || isLong(mine) ? (
          <SideBySide {...values} who={who} at={at} />
        ) : (
          <>
            <Line of={<Trans>Before</Trans>} remark={at && <Trans>until {at}</Trans>}>
              <Value field={field} value={before} />
            </Line>
            <Line
              of={<Trans>Theirs</Trans>}
              remark={
                <>
                  <Avatar name={who} /> {at}
                </>
              }
            >
              <Value field={field} value={theirs} before={before} />
            </Line>
            <Line of={<Trans>Yours</Trans>} remark={<Trans>not saved</Trans>} isOn>
              <b>
                <Value field={field} value={mine} before={before} />
              </b>
            </Line>
          </>
        )}
        <div className="conf-verbs">
          <button type="button" className="btn pri" onClick={saveMine}>
            <Trans>Save mine</Trans> <Keys of="enter" inButton />
          </button>
          <button type="button" className="btn line" onClick={takeTheirs}>
            <Trans>Take theirs</Trans> <Keys of="escape" />
          </button>
          <span className="sp" />
          {ask && (
            <button type="button" className="btn t12" onClick={() => ask.run()}>
              <Icon of={MessageSquare} size={14} />
              <Trans>Ask them</Trans>
            </button>
          )}
        </div>
      </div>
    </Popover>
  );
}

function Line({
  of,
  remark,
  isOn,
  children,
}: {
  of: ReactNode;
  remark: ReactNode;
  isOn?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={isOn ? "cf num on" : "cf num"}>
      <span>{of}</span>
      <span className="conf-value">{children}</span>
      <span className="w">{remark}</span>
    </div>
  );
}

/** Shows a value, and for figures by how much it differs from what was before. */
function Value({ field, value, before }: { field: Field; value: unknown; before?: unknown }) {
  const isFigure = typeof value === "number" && typeof before === "number";
  return (
    <>
      <AttributeValue field={field} value={value} />
      {isFigure && <span className="c3 t12">{number(value - before, { signDisplay: "exceptZero" })}</span>}
    </>
  );
}

/** Shows two texts next to each other, each with what differs from the one before. */
function SideBySide({ before, theirs, mine, who, at }: TwoValues & { who: string; at: string | undefined }) {
  const text = (value: unknown) => String(value ?? "");
  return (
    <div className="conf-texts">
      <div>
        <p className="c3 t11 conf-of">
          <Trans>Theirs</Trans> <span className="sp" /> <Avatar name={who} /> {at}
        </p>
        <p className="conf-text">
          <BeforeAfter before={text(before)} after={text(theirs)} />
        </p>
      </div>
      <div className="on">
        <p className="c3 t11 conf-of">
          <Trans>Yours</Trans> <span className="sp" /> <Trans>not saved</Trans>
        </p>
        <p className="conf-text">
          <BeforeAfter before={text(before)} after={text(mine)} />
        </p>
      </div>
    </div>
  );
}
