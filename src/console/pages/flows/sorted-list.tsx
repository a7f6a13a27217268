/** A list that is sorted by its heads: its four states, its grid and its foot. */
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { toText } from "../../grid/clipboard";
import { type Column, sortingOf, sortingText } from "../../grid/column";
import { Grid } from "../../grid/grid";
import { Foot, KeyHint } from "../../ui/bars";
import { Failed, LoadingRows } from "../../ui/states";
import { sorted } from "./list";

type ListProps<R> = {
  label: string;
  columns: Column<R>[];
  /** Undefined while they are read. */
  rows: readonly R[] | undefined;
  idOf: (row: R) => string;
  /** Returns the value of a row by the name that its column is sorted by. */
  read: (row: R, key: string) => unknown;
  sort: string;
  onSort: (sort: string) => void;
  onOpen: (row: R) => void;
  failure: Error | null;
  retry: () => unknown;
  /** Stands in the place of a list without rows. */
  empty: ReactNode;
  foot: ReactNode;
};

/** Shows the list. */
export function SortedList<R>({ label, columns, rows, failure, retry, empty, foot, ...props }: ListProps<R>) {
  const sorting = sortingOf(props.sort);
  const listed = sorted(rows ?? [], sorting, props.read);
  return (
    <>
      <section className="documents" aria-label={label}>
        {failure && !rows ? (
          <Failed error={failure} retry={retry} />
        ) : !rows ? (
          <LoadingRows rows={12} />
        ) : listed.length === 0 ? (
          empty
        ) : (
          <Grid
            label={label}
            columns={columns}
            total={listed.length}
            rowAt={(at) => listed[at]}
            idOf={props.idOf}
            sorting={sorting}
            onSort={(next) => props.onSort(sortingText(next))}
            onOpen={props.onOpen}
            onCopy={({ top, bottom, left, right }) =>
              toText(
                listed
                  .slice(top, bottom + 1)
                  .map((row) => columns.slice(left, right + 1).map((one) => one.text?.(row) ?? "")),
              )
            }
          />
        )}
      </section>
      <Foot>
        {rows && foot}
        <span className="sp" />
        <KeyHint keys={["enter"]}>
          <Trans>open</Trans>
        </KeyHint>
      </Foot>
    </>
  );
}
