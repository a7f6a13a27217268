/** Rows of a spreadsheet: pasted, or read from an Excel or CSV file. The inventory shows what they would make before anything is written. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { offeredBlock } from "../../cards/paste/offered";
import { fromText } from "../../grid/clipboard";
import { rowsOf, SPREADSHEETS } from "../../import/file";
import { labelOf, typesQuery } from "../../metamodel/queries";
import { useGo } from "../../navigation/link";
import { FileChoice } from "../../ui/file-choice";

/** The type that most spreadsheets hold. */
const USUAL = "Application";

/** Shows where rows are pasted or a file is chosen. */
export function Spreadsheet() {
  const { t } = useLingui();
  const go = useGo();
  const { data: types = [] } = useQuery(typesQuery);
  const [type, setType] = useState(USUAL);
  const [problem, setProblem] = useState<string>();
  const offer = (rows: string[][]) => {
    if (!rows.some((row) => row.some((cell) => cell.trim() !== ""))) return setProblem(t`There are no rows in it.`);
    offeredBlock.update(() => ({ rows }));
    go({ to: "/inventory", search: { type }, replace: true });
  };
  const read = (file: File) => void rowsOf(file).then(offer, () => setProblem(t`The file can't be read.`));
  useEffect(() => {
    const onPaste = ({ clipboardData }: ClipboardEvent) => {
      if (!clipboardData) return;
      const [file] = clipboardData.files;
      if (file) read(file);
      else offer(fromText(clipboardData.getData("text/plain")));
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  });
  return (
    <div className="pick-more">
      <label className="fld">
        <span className="fld-head">{t`What the rows are`}</span>
        <select className="inp" value={type} onChange={({ target }) => setType(target.value)}>
          {types.map((one) => (
            <option key={one.key} value={one.key}>
              {labelOf(one)}
            </option>
          ))}
        </select>
      </label>
      <p className="t12 c2">
        <Trans>
          Copy the rows with their headings, and press <kbd>⌘V</kbd> or <kbd>Ctrl V</kbd> here, or choose an Excel or
          CSV file.
        </Trans>
      </p>
      <FileChoice label={t`Excel or CSV file`} accept={SPREADSHEETS} choose={read}>
        <Trans>Choose an Excel or CSV file</Trans>
      </FileChoice>
      {problem && (
        <p className="fld-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
