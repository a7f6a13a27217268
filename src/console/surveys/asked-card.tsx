/** The card that a question is about, and how far one has come. */
import { useLingui } from "@lingui/react/macro";
import type { CSSProperties } from "react";
import { subtypeLabel } from "../metamodel/fields";
import { labelOf, useTypes } from "../metamodel/queries";
import { TypeIcon } from "../ui/icon";

type CardProps = { card: { name: string; type: string; subtype?: string | null; description?: string | null } };

/** Shows the card by its name, its kind and its description. */
export function AskedCard({ card }: CardProps) {
  const types = useTypes();
  const type = types.get(card.type);
  const kind = card.subtype ? subtypeLabel(type, card.subtype) : type ? labelOf(type) : card.type;
  return (
    <>
      <div className="survey-card">
        <span className="tybox" style={{ "--c": type?.color ?? "#777777" } as CSSProperties}>
          <TypeIcon type={type} size={16} />
        </span>
        <span>
          <b>{card.name}</b>
          <span className="c3 t12">{kind}</span>
        </span>
      </div>
      {card.description && <p className="c2 survey-description">{card.description}</p>}
    </>
  );
}

/** Segments that are shown; of more cards the bar shows shares. */
const MAX_STEPS = 40;

type Step = "done" | "current" | "open";

/** Shows how many cards are done, and which one it is. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  const { t } = useLingui();
  const done = steps.filter((step) => step === "done").length;
  const width = steps.length > MAX_STEPS ? steps.length / MAX_STEPS : 1;
  const shown = Array.from({ length: Math.min(steps.length, MAX_STEPS) }, (_, at) => {
    const part = steps.slice(Math.floor(at * width), Math.floor((at + 1) * width));
    return part.includes("current") ? "current" : part.every((step) => step === "done") ? "done" : "open";
  });
  return (
    <div className="prg" role="img" aria-label={t`${done} of ${steps.length} cards are answered`}>
      {shown.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no name
        <i key={at} className={step === "done" ? "d" : step === "current" ? "c" : ""} />
      ))}
    </div>
  );
}
