/** The undoing of one changed field, whatever has happened to others since; it never takes a later change in silence. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "../server/client";
import { away } from "../server/live";
import { useMay } from "../server/session";
import { createStore, useStore } from "../state/store";
import { AttributeValue } from "./cells";
import { attributeOf, type EditedCard, type EditedField, phaseOf, plainFieldOf } from "./edited-field";
import type { ChangedField } from "./history-words";
import { rightsQuery } from "./queries";
import { restoreField } from "./saving";

type UndoneCard = Pick<Schemas["Card"], "id" | "name" | "status">;

/** A change of a field in an event, whose undoing was asked for. */
export type UndoneField = { eventId: string; card: UndoneCard; field: ChangedField };

/** The field that was changed again since the change that is to be undone, with the card as it is. */
const question = createStore<{ key: string; now: EditedCard } | null>(null);

const keyOf = ({ eventId, field }: UndoneField) => `${eventId} ${field.key}`;

/** Returns the field of the card that was changed. */
const editedOf = ({ card, field }: UndoneField): EditedField =>
  field.place === "attributes"
    ? attributeOf(card, field.field)
    : field.place === "lifecycle"
      ? phaseOf(card, field)
      : plainFieldOf(card, field);

/** Undoes a change of a field; asks when the field was changed again since. */
export async function undoField(undone: UndoneField): Promise<void> {
  const key = keyOf(undone);
  const { value } = question;
  const seen = value()?.key === key ? value()?.now : undefined;
  question.update(() => null);
  const now = await restoreField(editedOf(undone), undone.field, seen);
  if (now) question.update(() => ({ key, now }));
}

/** Checks whether the account may change a card. */
function useMayEdit(id: string): boolean {
  const mayEditAll = useMay("inventory.edit");
  const { data } = useQuery({ ...rightsQuery(id), enabled: !mayEditAll });
  return mayEditAll || data?.effective.can_edit === true;
}

/** Shows the verb, and the question once it is one; nothing for those who may not, and for archived cards. */
export function UndoField(undone: UndoneField) {
  const { card, field } = undone;
  const { t } = useLingui();
  const mayEdit = useMayEdit(card.id);
  const isAway = useStore(away) !== null;
  const asked = useStore(question);
  if (!mayEdit || card.status === "ARCHIVED" || field.key === "approval_status") return null;
  const { label } = field;
  const isAsked = asked?.key === keyOf(undone);
  const edited = editedOf(undone);
  return (
    <span className="undo-field t12">
      {isAsked && (
        <span className="c2" role="status">
          <Trans>
            Changed again since, to{" "}
            <ins>
              <AttributeValue field={edited.field} value={edited.read(asked.now)} />
            </ins>
          </Trans>{" "}
        </span>
      )}
      <button
        type="button"
        className="lk"
        title={t`Only ${label} is as it was before`}
        disabled={isAway}
        onClick={() => void undoField(undone)}
      >
        {isAsked ? <Trans>Undo all the same</Trans> : <Trans>Undo field</Trans>}
      </button>
    </span>
  );
}
