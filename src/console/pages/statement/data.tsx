/** The parts of a section that are no text: a table, and notes by the phases of a method. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import { setSection } from "../../decisions/changes";
import { phasesIn, type ShownSection, tableIn } from "../../decisions/sections";
import { Button, IconButton } from "../../ui/button";
import { EditedLine } from "../../ui/edited-line";
import { KeyValue } from "../../ui/section";

type DataProps = { id: string; section: ShownSection; mayWrite: boolean };

/** Shows the table and the phases of a section; their cells are written in place. */
export function SectionData({ id, section, mayWrite }: DataProps) {
  const { t } = useLingui();
  const table = tableIn(section.stored);
  const phases = phasesIn(section.stored);
  const save = (part: object) =>
    setSection(id, section.key, { ...(section.stored as object), ...part }, t`${section.heading} is written`);
  return (
    <>
      {table && <Table label={section.heading} table={table} mayWrite={mayWrite} save={save} />}
      {phases &&
        Object.entries(phases).map(([phase, text]) => (
          <KeyValue key={phase} of={<Trans>Phase {phase}</Trans>}>
            {mayWrite ? (
              <EditedLine
                label={t`Phase ${phase}`}
                value={text}
                save={(next) => save({ togaf_data: { ...phases, [phase]: next } })}
              />
            ) : (
              text
            )}
          </KeyValue>
        ))}
    </>
  );
}

type TableProps = {
  label: string;
  table: { columns: string[]; rows: string[][] };
  mayWrite: boolean;
  save: (part: object) => unknown;
};

function Table({ label, table, mayWrite, save }: TableProps) {
  const { t } = useLingui();
  const { columns, rows } = table;
  const saveRows = (next: string[][]) => save({ table_data: { ...table, rows: next } });
  const withCell = (row: number, column: number, text: string) =>
    rows.map((cells, at) =>
      at === row ? columns.map((_, place) => (place === column ? text : (cells[place] ?? ""))) : cells,
    );
  return (
    <div className="rich section-table">
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            {mayWrite && (
              <th className="section-table-verbs">
                <span className="aloud">{t`Verbs`}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names
            <tr key={row}>
              {columns.map((column, at) => (
                <td key={column}>
                  {mayWrite ? (
                    <EditedLine
                      label={`${column}, ${row + 1}`}
                      value={cells[at] ?? ""}
                      save={(text) => saveRows(withCell(row, at, text))}
                    />
                  ) : (
                    cells[at]
                  )}
                </td>
              ))}
              {mayWrite && (
                <td className="section-table-verbs">
                  <IconButton
                    icon={X}
                    size={14}
                    label={t`Take row ${row + 1} away`}
                    onPress={() => void saveRows(rows.filter((_, place) => place !== row))}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {mayWrite && (
        <Button className="sm" icon={Plus} onPress={() => void saveRows([...rows, columns.map(() => "")])}>
          <Trans>Row</Trans>
        </Button>
      )}
    </div>
  );
}
