/** The columns of a preview: above what the spreadsheet calls each, below the field that it goes into, which can be changed. */
import { t } from "@lingui/core/macro";
import { ChevronDown } from "lucide-react";
import { Button } from "react-aria-components";
import type { Column } from "../../grid/column";
import { Icon } from "../../ui/icon";
import { Menu } from "../../ui/menu";
import { LineEditor } from "../editors";
import { PasteCell, SignOf } from "./cells";
import type { JudgedRow } from "./rows";
import type { PasteState } from "./state";
import type { Target } from "./targets";

const SIGN = 32;
const WIDTH = 150;

const isFigure = (target: Target | undefined) => ["number", "cost"].includes(target?.field?.type ?? "");

/** Returns the columns of a block, after the one of the signs. */
export function pasteColumns(state: PasteState): Column<JudgedRow>[] {
  const { columns, headings } = state;
  const first = Math.max(
    0,
    columns.findIndex((target) => target?.name === "name"),
  );
  return [
    { key: "sign", label: t`Sign`, isLabelHidden: true, width: SIGN, cell: ({ sign }) => <SignOf sign={sign} /> },
    ...columns.map(
      (target, at): Column<JudgedRow> => ({
        key: String(at),
        label: headings?.[at] || t`Column ${at + 1}`,
        ...(at !== first && { width: WIDTH }),
        isFigure: isFigure(target),
        spread: <TargetMenu state={state} at={at} />,
        cell: (row) => <PasteCell row={row} at={at} target={target} />,
        text: ({ texts }) => texts[at] ?? "",
        editor: (row, { close }) => (
          <LineEditor
            label={target?.label ?? t`Column ${at + 1}`}
            field={{ type: "text" }}
            value={row.texts[at] ?? ""}
            save={(value) => state.correct(row.number, at, String(value ?? ""))}
            close={close}
          />
        ),
      }),
    ),
  ];
}

/** Shows the field that a column goes into, as the menu that changes it. */
function TargetMenu({ state, at }: { state: PasteState; at: number }) {
  const target = state.columns[at];
  return (
    <Menu
      label={t`The field of column ${at + 1}`}
      trigger={
        <Button className="paste-to" excludeFromTabOrder={false}>
          <span className={target ? "trunc" : "trunc c3"}>{target?.label ?? t`ignored`}</span>
          <Icon of={ChevronDown} size={12} />
        </Button>
      }
      entries={[
        { id: "-", label: t`ignored`, isChosen: !target, run: () => state.setTarget(at, undefined) },
        ...state.targets.map(({ name, label }, place) => ({
          id: name,
          label,
          begins: place === 0,
          isChosen: target?.name === name,
          run: () => state.setTarget(at, name),
        })),
      ]}
    />
  );
}
