/** A row of a file that is imported, in which cells are corrected, or which is left out. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Form } from "../ui/form";
import { Section } from "../ui/section";
import { Side } from "../ui/side";
import { isBlank } from "./file";
import type { ImportRow } from "./rows";

type RowPanelProps = {
  row: ImportRow;
  /** The rows of the file in their places, with what is corrected already. */
  sheet: readonly (readonly string[])[];
  /** Takes the texts of the row; without them it is left out. */
  correct: (texts: readonly string[] | undefined) => void;
  close: () => void;
};

/** Shows the row with why it is refused. */
export function RowPanel({ row, sheet, correct, close }: RowPanelProps) {
  const { t } = useLingui();
  const heads = sheet.find((texts) => !isBlank(texts)) ?? [];
  const [texts, setTexts] = useState<readonly string[]>(() => heads.map((_, at) => sheet[row.number - 1]?.[at] ?? ""));
  return (
    <Side icon={Pencil} kind={t`Row ${row.number}`} label={t`Row`} close={close}>
      <div className="pad peek-head">
        <h2 className="t20">{row.name || t`Row ${row.number}`}</h2>
        {row.remark && <p className="c2">{row.remark}</p>}
      </div>
      <Section>
        <Form
          onSubmit={(event) => {
            event.preventDefault();
            correct(texts);
          }}
        >
          {heads.map(
            (head, at) =>
              head.trim() !== "" && (
                <Field
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same head
                  key={at}
                  label={head}
                  value={texts[at] ?? ""}
                  onChange={(text) => setTexts(texts.with(at, text))}
                />
              ),
          )}
          <Button look="pri" type="submit">
            <Trans>Look at it again</Trans>
          </Button>
          <Button onPress={() => correct(undefined)}>
            <Trans>Leave the row out</Trans>
          </Button>
        </Form>
      </Section>
    </Side>
  );
}
