/** The bar of a diagram: where one is, its name, and its verbs. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ChevronRight, Copy, Ellipsis, Redo2, Star, Trash2, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { useCommands } from "../../commands/command";
import type { Item } from "../../diagrams/board";
import { deleteDiagram, describeDiagram, duplicateDiagram, starDiagram } from "../../diagrams/changes";
import type { Diagram } from "../../diagrams/queries";
import { Link, useGo } from "../../navigation/link";
import { IconButton } from "../../ui/button";
import { EditedText } from "../../ui/edited-text";
import { Icon } from "../../ui/icon";
import { type Entry, Menu } from "../../ui/menu";

type History = { undo: () => void; redo: () => void };

type BarProps = {
  diagram: Diagram;
  mayEdit: boolean;
  items: readonly Item[];
  /** The state of the drawing, behind the name. */
  state?: ReactNode;
  /** The steps of the drawing, for those who may edit it. */
  undo?: History | undefined;
  /** Is waited for before what is drawn is read, as by a duplication. */
  prepare: () => Promise<unknown>;
  /** Verbs of the drawing. */
  children?: ReactNode;
};

/** Shows the bar. */
export function Bar({ diagram, mayEdit, items, state, undo, prepare, children }: BarProps) {
  const { t } = useLingui();
  const entries = useEntries(diagram, mayEdit, prepare);
  const { name, is_favorite } = diagram;
  const cards = new Set(items.flatMap(({ cardId }) => cardId ?? [])).size;
  const lines = items.filter(({ kind }) => kind === "line").length;
  const star = () => void starDiagram(diagram, !is_favorite);
  const starLabel = is_favorite ? t`Take the star off` : t`Star it`;
  useCommands([{ id: "diagram.star", label: starLabel, icon: Star, run: star }]);
  return (
    <header className="topbar diagram-bar">
      <h1 className="crumb page-title" aria-label={name}>
        <Link to="/diagrams" className="crumb-link">
          <Trans>Diagrams</Trans>
        </Link>
        <Icon of={ChevronRight} size={12} />
        <EditedText
          label={t`Name of the diagram`}
          value={name}
          mayEdit={mayEdit}
          save={(next) => void describeDiagram(diagram, { name: next })}
        >
          <b className="trunc">{name || t`Without a name`}</b>
        </EditedText>
      </h1>
      {undo && <Steps of={undo} />}
      {state}
      <span className="sp" />
      <span className="c3 t12 diagram-counts">
        <Plural value={cards} one="# card" other="# cards" />, <Plural value={lines} one="# line" other="# lines" />
      </span>
      {children}
      <IconButton icon={Star} className={is_favorite ? "starred" : ""} label={starLabel} onPress={star} />
      {entries.length > 0 && (
        <Menu label={t`More`} trigger={<IconButton icon={Ellipsis} label={t`More`} />} entries={entries} />
      )}
    </header>
  );
}

/** Shows the buttons that take steps of the drawing back and do them again. */
function Steps({ of }: { of: History }) {
  const { t } = useLingui();
  const steps = [
    { id: "draw.undo", label: t`Undo the last step`, icon: Undo2, key: "mod+z", run: () => of.undo() },
    { id: "draw.redo", label: t`Do it again`, icon: Redo2, key: "mod+y", run: () => of.redo() },
  ];
  useCommands(steps.map(({ key, ...step }) => ({ ...step, keys: key === "mod+y" ? [key, "mod+shift+z"] : [key] })));
  return steps.map(({ id, label, icon, key, run }) => (
    <IconButton key={id} icon={icon} label={label} keys={key} onPress={run} />
  ));
}

/** Gives the entries of the menu, which are commands of the palette as well. */
function useEntries(diagram: Diagram, mayEdit: boolean, prepare: BarProps["prepare"]): Entry[] {
  const { t } = useLingui();
  const go = useGo();
  const duplicate = async () => {
    await prepare();
    const id = await duplicateDiagram(diagram);
    if (id) go({ to: "/diagrams/$id", params: { id } });
  };
  const remove = async () => {
    await prepare();
    if (await deleteDiagram(diagram)) go({ to: "/diagrams" });
  };
  const entries = [
    { id: "diagram.duplicate", label: t`Duplicate the diagram`, icon: Copy, run: duplicate },
    { id: "diagram.delete", label: t`Delete the diagram`, icon: Trash2, begins: true, run: remove },
  ];
  useCommands(mayEdit ? entries : []);
  return mayEdit ? entries : [];
}
