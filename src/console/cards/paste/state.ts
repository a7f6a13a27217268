/** The state of a preview: what was pasted, what has been corrected, and what the server says about it. */
import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { CardType } from "../../metamodel/queries";
import { tryChange } from "../../server/changes";
import { answered, api } from "../../server/client";
import { cache, query } from "../../server/queries";
import { useMay } from "../../server/session";
import type { ListedField } from "../listed-fields";
import { judged, type PastedRow, upsertRow, wrongColumn } from "./rows";
import { guessTargets, targetsOf } from "./targets";

/** Rows of one paste. */
export const MAX_ROWS = 10_000;

/** A pasted block: its cells, and, where it was pasted onto rows, their cards and the names of the columns. */
export type PastedBlock = {
  rows: readonly (readonly string[])[];
  onto?: { ids: readonly (string | undefined)[]; columns: readonly (string | undefined)[] };
};

let revisions = 0;

/** Returns the block with its columns, as far as they can be guessed. */
function beginning({ rows, onto }: PastedBlock, targets: ReturnType<typeof targetsOf>, type: CardType) {
  const { hasHeadings, names } = guessTargets(rows, targets, type);
  const isOnto = onto !== undefined && !hasHeadings;
  return {
    headings: hasHeadings ? rows[0] : undefined,
    isOnto,
    names: isOnto ? onto.columns : names,
    rows: rows
      .map((texts, at): PastedRow => {
        const id = isOnto ? onto.ids[at] : undefined;
        return { number: at + 1, texts, ...(id && { id }) };
      })
      .slice(hasHeadings ? 1 : 0)
      .filter(({ texts }) => texts.some((text) => text.trim() !== "")),
  };
}

/** Gives the state of a preview. @param done is called when no row is left */
export function usePaste(pasted: PastedBlock, type: CardType, fields: readonly ListedField[], done: () => void) {
  const { t } = useLingui();
  const targets = targetsOf(type, fields);
  const [{ headings, isOnto, ...start }] = useState(() => beginning(pasted, targets, type));
  const [names, setNames] = useState<readonly (string | undefined)[]>(start.names);
  const [rows, setRows] = useState<readonly PastedRow[]>(start.rows);
  const [clears, setClears] = useState(false);
  const [revision, setRevision] = useState(() => ++revisions);
  const [isSending, setSending] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const mayCreate = useMay("inventory.create");
  const columns = names.map((name) => targets.find((target) => target.name === name));
  const right = rows.filter((row) => wrongColumn(row, columns) < 0);
  const request = (some: readonly PastedRow[], dry_run: boolean) =>
    api.POST("/api/v1/cards/upsert", {
      body: {
        type: type.key,
        rows: some.map((row) => upsertRow(row, columns, clears)),
        create: mayCreate,
        dry_run,
        on_error: "stop",
      } as never,
    });
  const { data, error, isFetching, refetch } = useQuery({
    ...query(["paste", revision], ["card.", "metamodel."], async () => {
      const { results } = await answered(request(right, true));
      return new Map(results.map((result) => [right[result.row_index]?.number, result]));
    }),
    enabled: right.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const changeRows = (next: readonly PastedRow[]) => {
    setRows(next);
    setRevision(++revisions);
    if (next.length === 0) done();
  };
  const list = judged(rows, columns, (number) => data?.get(number));
  const ready = list.filter(({ sign }) => sign === "change" || sign === "create");
  const isChecking = isFetching || (right.length > 0 && !data && !error);

  async function send(): Promise<void> {
    if (ready.length === 0 || isSending) return;
    setSending(true);
    const isDone = await tryChange({ sentence: t`${ready.length} rows pasted`, send: () => request(ready, false) });
    setSending(false);
    void cache.invalidateQueries({ queryKey: ["cards"] });
    const applied = new Set(ready.map(({ number }) => number));
    const rest = list.filter(({ number, sign }) => sign !== "same" && !applied.has(number));
    changeRows(isDone ? rest.map(({ number, texts, id }) => ({ number, texts, ...(id && { id }) })) : rows);
  }

  const latestSend = useRef(send);
  useEffect(() => {
    latestSend.current = send;
  });
  useEffect(() => {
    if (!isWanted || isChecking) return;
    setWanted(false);
    void latestSend.current();
  }, [isWanted, isChecking]);

  return {
    type,
    targets,
    columns,
    headings,
    isOnto,
    clears,
    list,
    ready,
    error: error ?? null,
    retry: refetch,
    isChecking,
    isSending,
    setClears(next: boolean) {
      setClears(next);
      setRevision(++revisions);
    },
    setTarget(column: number, name: string | undefined) {
      setNames(names.map((one, at) => (at === column ? name : one === name ? undefined : one)));
      setRevision(++revisions);
    },
    correct: (number: number, column: number, text: string) =>
      changeRows(rows.map((row) => (row.number === number ? { ...row, texts: row.texts.with(column, text) } : row))),
    decide: (number: number, decision: { id: string } | { isNew: true }) =>
      changeRows(rows.map((row) => (row.number === number ? { ...row, ...decision } : row))),
    leaveOut: (number: number) => changeRows(rows.filter((row) => row.number !== number)),
    /** Applies what is right; while the rows are being checked, once that is done. */
    apply: () => (isChecking ? setWanted(true) : send()),
  };
}

export type PasteState = ReturnType<typeof usePaste>;
