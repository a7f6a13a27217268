/** The problems of a block, each with its ways out. */
import { Trans, useLingui } from "@lingui/react/macro";
import { number } from "../../language/format";
import { labelOf } from "../../metamodel/queries";
import { Button } from "../../ui/button";
import { SignOf } from "./cells";
import { figureIn, type JudgedRow } from "./rows";
import type { PasteState } from "./state";

/** Options that are offered as buttons. */
const MAX_OPTIONS = 4;

/** Gives the sentence that says what is wrong with a row. */
function useReason(): (state: PasteState, row: JudgedRow) => string {
  const { t } = useLingui();
  return ({ columns }, { column, result, sign, texts }) => {
    if (sign === "ask") return t`No card of this name; one is close.`;
    if (result?.error) return result.error;
    const target = columns[column ?? -1];
    const text = texts[column ?? -1] ?? "";
    const label = target?.label ?? "";
    if (target?.options) return t`“${text}” is no value of ${label}; which one is meant?`;
    if (target?.field?.type === "number" || target?.field?.type === "cost")
      return t`“${text}” is no figure for ${label}. A figure, or an empty cell.`;
    return t`“${text}” doesn't fit ${label}.`;
  };
}

/** Shows a problem. */
export function Problem({ state, row }: { state: PasteState; row: JudgedRow }) {
  const { t } = useLingui();
  const reason = useReason()(state, row);
  const name = nameIn(state, row);
  return (
    <div className="why">
      <div className="paste-problem">
        <SignOf sign={row.sign} />
        <b className="trunc">{name ? t`Row ${row.number} · ${name}` : t`Row ${row.number}`}</b>
      </div>
      <div className="paste-ways">
        <p>{reason}</p>
        <Ways state={state} row={row} />
        <Button onPress={() => state.leaveOut(row.number)}>
          <Trans>Leave out</Trans>
        </Button>
      </div>
    </div>
  );
}

/** Returns the name of a row's card. */
export function nameIn({ columns }: PasteState, { texts, result }: JudgedRow): string {
  const at = columns.findIndex((target) => target?.name === "name");
  return (at >= 0 ? texts[at]?.trim() : undefined) ?? result?.name ?? "";
}

/** Shows the ways out but leaving the row out. */
function Ways({ state, row }: { state: PasteState; row: JudgedRow }) {
  const { column, result, texts } = row;
  const near = (result?.nearest ?? []).map(({ id, name }) => (
    <Button key={id} look="line" onPress={() => state.decide(row.number, { id })}>
      <Trans>It is {name}</Trans>
    </Button>
  ));
  if (row.sign === "ask")
    return (
      <>
        {near}
        <Button onPress={() => state.decide(row.number, { isNew: true })}>
          <Trans>Make it</Trans>
        </Button>
      </>
    );
  const target = column === undefined ? undefined : state.columns[column];
  if (column === undefined || !target) return near;
  const use = (text: string) => state.correct(row.number, column, text);
  const figure =
    target.field && ["number", "cost"].includes(target.field.type) ? figureIn(texts[column] ?? "") : undefined;
  return (
    <>
      {near}
      {target.options?.slice(0, MAX_OPTIONS).map(({ value, label }) => (
        <Button key={value} look="line" onPress={() => use(label)}>
          {label}
        </Button>
      ))}
      {figure !== undefined && (
        <Button look="line" onPress={() => use(String(figure))}>
          <Trans>Use {number(figure)}</Trans>
        </Button>
      )}
    </>
  );
}

/** Shows what the block adds up to. */
export function Sums({ state }: { state: PasteState }) {
  const { type, list } = state;
  const types = labelOf(type);
  const rows = (sign: JudgedRow["sign"]) => list.filter((row) => row.sign === sign);
  const broken = list.filter(
    ({ result, sign }) => sign === "change" && result?.follows.approval_status?.new === "BROKEN",
  );
  return (
    <>
      <Sum sign="change" count={rows("change").length}>
        <Trans>{types} change</Trans>
      </Sum>
      <Sum sign="create" count={rows("create").length}>
        <Trans>{types} are made, as drafts</Trans>
      </Sum>
      {broken.length > 0 && (
        <Sum sign="ask" count={broken.length}>
          <Trans>
            Approvals break:{" "}
            {broken
              .slice(0, 5)
              .map(({ result }) => result?.name)
              .join(", ")}
          </Trans>
        </Sum>
      )}
    </>
  );
}

function Sum({ sign, count, children }: { sign: JudgedRow["sign"]; count: number; children: React.ReactNode }) {
  return (
    <div className="sumr">
      <SignOf sign={sign} />
      <span className="trunc">{children}</span>
      <b className="num">{number(count)}</b>
    </div>
  );
}
