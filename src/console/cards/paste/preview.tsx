/** The preview of a pasted block says what it would do, before anything is written. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ChevronDown, ClipboardPaste } from "lucide-react";
import { useRef, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useCommands } from "../../commands/command";
import { Grid, type GridHandle } from "../../grid/grid";
import { number } from "../../language/format";
import { type CardType, labelOf } from "../../metamodel/queries";
import { Foot, KeyHint } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Icon, TypeIcon } from "../../ui/icon";
import { Menu } from "../../ui/menu";
import { Segments } from "../../ui/segments";
import { Empty, Failed } from "../../ui/states";
import type { ListedField } from "../listed-fields";
import { SIGNS, useSignWords } from "./cells";
import { pasteColumns } from "./columns";
import { Problem, Sums } from "./problems";
import type { JudgedRow, Sign } from "./rows";
import { type PastedBlock, usePaste } from "./state";

const ALL = ["change", "create", "refused", "ask", "same"] as const;
/** Problems that are listed at once. */
const MAX_PROBLEMS = 50;

type PreviewProps = { pasted: PastedBlock; type: CardType; fields: readonly ListedField[]; close: () => void };

/** Shows the preview of a pasted block. @param close is called when it is dropped or nothing of it is left */
export function PastePreview({ pasted, type, fields, close }: PreviewProps) {
  const { t } = useLingui();
  const state = usePaste(pasted, type, fields, close);
  const [shown, show] = useState<Sign | "all">("all");
  const [row, setRow] = useState(0);
  const grid = useRef<GridHandle>(null);
  const words = useSignWords();
  const { list } = state;
  const rows = shown === "all" ? list : list.filter(({ sign }) => sign === shown);
  const isProblem = ({ sign }: JudgedRow) => sign === "refused" || sign === "ask";
  const problems = list.filter(isProblem);

  function goToNext(): void {
    const next = [...rows.keys()]
      .map((at) => (row + 1 + at) % rows.length)
      .find((at) => isProblem(rows[at] as JudgedRow));
    const column = next === undefined ? undefined : rows[next]?.column;
    if (next !== undefined) grid.current?.focus({ row: next, ...(column !== undefined && { column: column + 1 }) });
  }

  useCommands([
    { id: "paste.apply", label: t`Apply what is right`, keys: ["mod+enter"], run: () => void state.apply() },
    { id: "paste.next", label: t`Next problem`, keys: ["n"], when: () => problems.length > 0, run: goToNext },
    {
      id: "paste.leave-out",
      label: t`Leave the row out`,
      keys: ["backspace"],
      when: () => rows[row] !== undefined,
      run: () => state.leaveOut((rows[row] as JudgedRow).number),
    },
    { id: "paste.cancel", label: t`Drop what was pasted`, keys: ["escape"], run: close },
  ]);

  return (
    <>
      <header className="topbar">
        <h1 className="crumb page-title">
          <span>
            <TypeIcon type={type} /> {labelOf(type)}
          </span>
          <b>
            <Icon of={ClipboardPaste} size={14} /> <Trans>Paste from the clipboard</Trans>
          </b>
        </h1>
        <span className="vsep" />
        <span className="c3 t12 num">
          <Plural value={list.length} one="# row" other="# rows" />,{" "}
          <Plural value={state.columns.length} one="# column" other="# columns" />
          {state.headings && (
            <>
              , <Trans>headings in the first row</Trans>
            </>
          )}
        </span>
        <span className="sp" />
        <Button keys="escape" onPress={close}>
          <Trans>Cancel</Trans>
        </Button>
      </header>
      <div className="chips">
        <Segments
          label={t`Rows that are shown`}
          value={shown}
          onChange={show}
          options={[
            { value: "all" as const, label: t`All ${number(list.length)}` },
            ...ALL.map((sign) => ({
              value: sign,
              icon: SIGNS[sign].icon,
              label: `${words[sign]} ${number(list.filter((one) => one.sign === sign).length)}`,
            })),
          ]}
        />
        <span className="sp" />
        <span className="t12 c3">
          {state.isOnto ? <Trans>Found by their place in the list</Trans> : <Trans>Found by name</Trans>}
        </span>
        <span className="t12 c3">
          <Trans>Empty cells</Trans>
        </span>
        <Menu
          label={t`Empty cells`}
          trigger={
            <AriaButton className="chip paste-chip">
              {state.clears ? <Trans>clear the value</Trans> : <Trans>leave as it is</Trans>}
              <Icon of={ChevronDown} size={12} />
            </AriaButton>
          }
          entries={[
            { id: "leave", label: t`leave as it is`, isChosen: !state.clears, run: () => state.setClears(false) },
            { id: "clear", label: t`clear the value`, isChosen: state.clears, run: () => state.setClears(true) },
          ]}
        />
      </div>
      <div className="work">
        <div className="grid-room paste-room">
          {state.error ? (
            <Failed error={state.error} retry={state.retry} />
          ) : rows.length === 0 ? (
            <Empty title={t`No such rows`}>
              <Trans>Choose another sign above.</Trans>
            </Empty>
          ) : (
            <Grid
              ref={grid}
              label={t`Pasted rows`}
              columns={pasteColumns(state)}
              total={rows.length}
              rowAt={(at) => rows[at]}
              idOf={({ number }) => String(number)}
              numberOf={({ number }) => number}
              onCursor={({ at }) => setRow(at.row)}
            />
          )}
          <Foot>
            <Counts list={list} />
            <span className="sp" />
            <KeyHint keys={["e"]}>
              <Trans>correct a cell</Trans>
            </KeyHint>
            <KeyHint keys={["n"]}>
              <Trans>next problem</Trans>
            </KeyHint>
            <KeyHint keys={["backspace"]}>
              <Trans>leave a row out</Trans>
            </KeyHint>
          </Foot>
        </div>
        <aside className="paste-sums" aria-label={t`Before anything is written`}>
          <div className="lh">
            <b>
              <Trans>Before anything is written</Trans>
            </b>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled with the keyboard */}
          <section className="ab" aria-label={t`Problems`} tabIndex={0}>
            <Sums state={state} />
            {problems.slice(0, MAX_PROBLEMS).map((one) => (
              <Problem key={one.number} state={state} row={one} />
            ))}
          </section>
          <div className="actbar paste-apply">
            <Button
              look="pri"
              big
              keys="mod+enter"
              isDisabled={state.ready.length === 0 || state.isChecking || state.isSending}
              onPress={() => void state.apply()}
            >
              <Plural value={state.ready.length} one="Apply # row as one batch" other="Apply # rows as one batch" />
            </Button>
            <span className="t12 c3">
              {problems.length > 0 && (
                <Plural
                  value={problems.length}
                  one="The other one stays here until it is right."
                  other="The other # stay here until they are right."
                />
              )}{" "}
              <Trans>Z undoes the whole batch.</Trans>
            </span>
          </div>
        </aside>
      </div>
    </>
  );
}

/** Shows what the rows would do, in figures. */
function Counts({ list }: { list: readonly JudgedRow[] }) {
  const of = (sign: Sign) => list.filter((row) => row.sign === sign);
  const cells = of("change").reduce((sum, { result }) => sum + Object.keys(result?.changes ?? {}).length, 0);
  return (
    <>
      <span>
        <Plural value={cells} one="# cell changes" other="# cells change" />
      </span>
      <span>
        <Plural value={of("create").length} one="# card is made" other="# cards are made" />
      </span>
      <span>
        <Plural value={of("refused").length} one="# row is refused" other="# rows are refused" />
      </span>
      <span>
        <Trans>nothing is written yet</Trans>
      </span>
    </>
  );
}
