/** The cells of a diagram as a list: the way to them for whoever doesn't see the drawing, or has no mouse. */
import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowRight, Shapes } from "lucide-react";
import type { Item } from "../../diagrams/board";
import { useTypes } from "../../metamodel/queries";
import { Icon, TypeIcon } from "../../ui/icon";

type ContentsProps = {
  items: readonly Item[];
  selected: readonly Item[];
  choose: (item: Item) => void;
  open: (item: Item) => unknown;
};

/** Shows the list. A press selects what is in the drawing, two open its card. */
export function Contents({ items, selected, choose, open }: ContentsProps) {
  const { t } = useLingui();
  const types = useTypes();
  const chosen = new Set(selected.map(({ id }) => id));
  const names = new Map(items.map(({ id, label }) => [id, label]));
  const nameOf = (id: string | undefined) => names.get(id ?? "") || "–";
  const shapes = items.filter(({ kind, label, cardId }) => kind !== "line" && (label !== "" || cardId));
  const lines = items.filter(({ kind, source, target }) => kind === "line" && source && target);
  const row = (item: Item, name: string) => (
    <button
      key={item.id}
      type="button"
      className="rel rel-button"
      aria-pressed={chosen.has(item.id)}
      onClick={() => choose(item)}
      onDoubleClick={() => void open(item)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !item.cardId) return;
        event.preventDefault();
        void open(item);
      }}
    >
      {item.kind === "line" ? (
        <Icon of={ArrowRight} size={14} />
      ) : item.cardId ? (
        <TypeIcon type={types.get(item.cardType ?? "")} />
      ) : (
        <Icon of={Shapes} size={14} className="c3" />
      )}
      <span className="trunc">{name}</span>
      {item.kind === "line" && item.label && <span className="e">{item.label}</span>}
    </button>
  );
  return (
    <>
      <h2 className="side-title">
        <Trans>On this diagram</Trans> <span className="n num">{shapes.length}</span>
      </h2>
      {shapes.map((item) => row(item, item.label || "–"))}
      {lines.length > 0 && (
        <h2 className="side-title">
          <Trans>Lines</Trans> <span className="n num">{lines.length}</span>
        </h2>
      )}
      {lines.map((item) => row(item, t`${nameOf(item.source)} to ${nameOf(item.target)}`))}
    </>
  );
}
