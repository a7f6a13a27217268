/** The tools of the editor, above the drawing. */
import { useLingui } from "@lingui/react/macro";
import { AlignLeft, Frame, Hand, MousePointer2, Spline, Square, Type, Workflow } from "lucide-react";
import { useCommands } from "../../commands/command";
import type { Board, Tool } from "../../diagrams/board";
import { align, group, order, placeShape, type ShapeKind } from "../../diagrams/edits";
import { arrangeInLayers } from "../../diagrams/layout";
import { Button, IconButton } from "../../ui/button";
import { Menu } from "../../ui/menu";

type ToolsProps = { board: Board | undefined; tool: Tool; take: (tool: Tool) => void };

/** Shows the tools. */
export function Tools({ board, tool, take }: ToolsProps) {
  const { t } = useLingui();
  const tools = [
    { id: "select" as const, label: t`Select and move`, icon: MousePointer2, keys: "v" },
    { id: "hand" as const, label: t`Move the page`, icon: Hand, keys: "h" },
    { id: "line" as const, label: t`Draw lines`, icon: Spline, keys: "l" },
  ];
  const add = (kind: ShapeKind, label: string) => board && placeShape(board, kind, label);
  const shapes = [
    { id: "shape" as const, label: t`Shape`, icon: Square, keys: "r" },
    { id: "text" as const, label: t`Text`, icon: Type, keys: "t" },
    { id: "group" as const, label: t`Frame for a group`, icon: Frame, keys: "f" },
  ];
  const arrange = () => board && void arrangeInLayers(board);
  const aligned = [
    ["left", t`Align left`],
    ["center", t`Align centres`],
    ["right", t`Align right`],
    ["top", t`Align top`],
    ["middle", t`Align middles`],
    ["bottom", t`Align bottom`],
  ] as const;
  const entries = [
    ...aligned.map(([to, label]) => ({ id: to, label, run: () => board && align(board, to) })),
    {
      id: "group",
      label: t`Group, or take the group apart`,
      begins: true,
      keys: "mod+g",
      run: () => board && group(board),
    },
    { id: "front", label: t`To the front`, run: () => board && order(board, false) },
    { id: "back", label: t`To the back`, run: () => board && order(board, true) },
  ];
  useCommands([
    ...tools.map(({ id, label, icon, keys }) => ({ id: `draw.${id}`, label, icon, keys: [keys], run: () => take(id) })),
    ...shapes.map(({ id, label, icon, keys }) => ({
      id: `draw.${id}`,
      label,
      icon,
      keys: [keys],
      run: () => add(id, label),
    })),
    { id: "draw.arrange", label: t`Arrange in layers`, icon: Workflow, run: arrange },
  ]);
  return (
    <span className="tools diagram-tools">
      {tools.map(({ id, label, icon, keys }) => (
        <IconButton
          key={id}
          icon={icon}
          size={14}
          label={label}
          keys={keys}
          aria-pressed={tool === id}
          className={tool === id ? "on" : ""}
          onPress={() => take(id)}
        />
      ))}
      {shapes.map(({ id, label, icon, keys }) => (
        <IconButton key={id} icon={icon} size={14} label={label} keys={keys} onPress={() => add(id, label)} />
      ))}
      <Menu label={t`Align`} trigger={<IconButton icon={AlignLeft} size={14} label={t`Align`} />} entries={entries} />
      <Button icon={Workflow} onPress={arrange}>
        {t`Arrange`}
      </Button>
    </span>
  );
}
