/** A node of the graph of an impact. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { typeLabel } from "../../../cards/cells";
import { lifeInWords } from "../../../cards/life-line";
import { day, number } from "../../../language/format";
import { useTypes } from "../../../metamodel/queries";
import { TypeIcon } from "../../../ui/icon";
import { Signal } from "../../../ui/signs";
import type { Fold } from "./nodes";
import type { AffectedCard } from "./query";
import { gravityOf, isPast } from "./rank";

/** Shows where the graph begins: the card itself. */
export function FirstNode({ card }: { card: AffectedCard }) {
  const type = useTypes().get(card.type);
  const life = lifeInWords((card.lifecycle as Record<string, unknown> | null) ?? {})
    ?.split(" · ")
    .at(-1);
  return (
    <>
      <span className="impact-first">
        <TypeIcon type={type} />
        <b>{card.name}</b>
      </span>
      <span className="c3 t11">{[typeLabel(type, card.type), life].filter(Boolean).join(" · ")}</span>
    </>
  );
}

/** Shows a thing by name; the tick says that its life has ended at the day. */
export function ItemNode({ item, at }: { item: AffectedCard; at: string }) {
  const { t } = useLingui();
  const type = useTypes().get(item.type);
  const step = gravityOf(item, type);
  const end = String((item.lifecycle as Record<string, unknown> | null)?.["endOfLife"] ?? "");
  return (
    <>
      <TypeIcon type={type} />
      <span className="trunc">{item.name}</span>
      {isPast(item, at) && <i className="endt" title={t`Ended on ${day(end)}`} />}
      {step > 0 && <Signal step={step} />}
    </>
  );
}

/** Shows things of one type as one node. */
export function FoldNode({ fold: { type: key, count, isRest } }: { fold: Fold }) {
  const type = useTypes().get(key);
  return (
    <>
      <TypeIcon type={type} />
      <span className="trunc">
        {isRest ? <Trans>{number(count)} more</Trans> : `${number(count)} ${typeLabel(type, key)}`}
      </span>
    </>
  );
}

/** Names the gravest of the things that a node stands for. */
export function FoldLines({ fold: { gravest } }: { fold: Fold }) {
  const types = useTypes();
  return gravest.map((item) => (
    <span key={item.id}>
      <span className="trunc">{item.name}</span>
      <Signal step={gravityOf(item, types.get(item.type))} />
    </span>
  ));
}

/** Says how many things there are in a step, and what they cost. @param cost in words; undefined without costs */
export function StepFigures({ count, cost }: { count: number; cost: string | undefined }) {
  return (
    <>
      <Plural value={count} one="# thing" other="# things" />
      {cost && ` · ${cost}`}
    </>
  );
}
