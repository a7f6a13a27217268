/** The name and the description of a card, changed in their places. */
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { describeCard, renameCard } from "../../cards/changes";
import { useCardRights } from "../../cards/rights";
import { subtypeLabel } from "../../metamodel/fields";
import { labelOf } from "../../metamodel/queries";
import { TypeIcon } from "../../ui/icon";
import type { CardProps } from "./bar";

/** Shows the head of a card. */
export function CardHeader({ card, type }: CardProps) {
  const { t } = useLingui();
  const mayEdit = useCardRights(card.id)("can_edit");
  const kind = card.subtype ? subtypeLabel(type, card.subtype) : type ? labelOf(type) : card.type;
  const hasDescription = (card.description ?? "") !== "";
  return (
    <div className="card-head">
      <span className="tybox-of">
        <TypeIcon type={type} size={16} />
      </span>
      <div className="card-names">
        <div className="card-title">
          <h1 className="t20 w2">
            <EditedText
              label={t`Name`}
              value={card.name}
              mayEdit={mayEdit}
              save={(name) => void renameCard(card, name)}
            >
              {card.name}
            </EditedText>
          </h1>
          <span className="c3 t12">
            {kind}
            {card.external_id && ` · ${card.external_id}`}
          </span>
        </div>
        {(hasDescription || mayEdit) && (
          <div className="c2 card-text">
            <EditedText
              label={t`Description`}
              value={card.description ?? ""}
              mayEdit={mayEdit}
              isLong
              save={(text) => void describeCard(card, text)}
            >
              {hasDescription ? card.description : <span className="c3">{<Trans>Describe it</Trans>}</span>}
            </EditedText>
          </div>
        )}
      </div>
    </div>
  );
}

type EditedTextProps = {
  label: string;
  value: string;
  mayEdit: boolean;
  /** True for several lines, and for a text that may be empty. */
  isLong?: boolean;
  save: (text: string) => void;
  children: ReactNode;
};

/** Shows a text that a press turns into its editor. ↵ saves a line; leaving saves; Esc drops. */
function EditedText({ label, value, mayEdit, isLong = false, save, children }: EditedTextProps) {
  const [draft, setDraft] = useState<string>();
  if (!mayEdit) return children;
  if (draft === undefined)
    return (
      <button type="button" className="text-button" onClick={() => setDraft(value)}>
        {children}
      </button>
    );
  const finish = () => {
    const text = draft.trim();
    if (text !== value && (isLong || text !== "")) save(text);
    setDraft(undefined);
  };
  const Editor = isLong ? "textarea" : "input";
  return (
    <Editor
      className="text-editor"
      aria-label={label}
      autoFocus
      value={draft}
      onChange={({ target }: { target: { value: string } }) => setDraft(target.value)}
      onBlur={finish}
      onKeyDown={(event: React.KeyboardEvent) => {
        event.stopPropagation();
        if (event.key === "Escape") setDraft(undefined);
        if (event.key === "Enter" && (!isLong || event.metaKey || event.ctrlKey)) finish();
      }}
    />
  );
}
