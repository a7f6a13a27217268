/** The matrix where there is no room for columns: the rows with what each is related to. */
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../ui/button";
import { cellKey, type Table } from "./table";

/** Rows that are shown at first, and that each press adds. */
const PART = 200;

/** Shows the rows, a part of them at first. */
export function MatrixList({ table, open }: { table: Table; open: (id: string) => void }) {
  const { t } = useLingui();
  const [shown, setShown] = useState(PART);
  return (
    <ul className="matrix-list scroll grow">
      {table.rows.slice(0, shown).map((row) => (
        <li key={row.id}>
          <button type="button" className="lk" onClick={() => open(row.id)}>
            {row.name}
          </button>
          <p className="c2 t12">
            {table.columns
              .filter((column) => table.cells.has(cellKey(row.id, column.id)))
              .map(({ name }) => name)
              .join(", ") || "–"}
          </p>
        </li>
      ))}
      {table.rows.length > shown && (
        <li>
          <Button onPress={() => setShown(shown + PART)}>{t`Show more`}</Button>
        </li>
      )}
    </ul>
  );
}
