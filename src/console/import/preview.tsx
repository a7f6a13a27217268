/** An import of a file: it is chosen, the server says what each row would do, and then the rows are written as one batch. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import { type ReactNode, useState } from "react";
import { SIGNS, useSignWords } from "../cards/paste/cells";
import type { Sign } from "../cards/paste/rows";
import { useCommands } from "../commands/command";
import { Grid } from "../grid/grid";
import { number } from "../language/format";
import { query } from "../server/queries";
import { Foot, KeyHint } from "../ui/bars";
import { Button } from "../ui/button";
import { FileChoice } from "../ui/file-choice";
import { Icon } from "../ui/icon";
import { Segments } from "../ui/segments";
import { Empty, Failed, LoadingRows } from "../ui/states";
import { type Corrections, corrected, rowsOf, SPREADSHEETS } from "./file";
import { RowPanel } from "./row-panel";
import { type ImportReport, importColumns } from "./rows";
import { ImportSums } from "./sums";

type ImportProps = {
  /** The subject and the settings, which together name what is asked about a file. */
  of: readonly string[];
  title: string;
  /** A sentence about the columns that are read. */
  help: ReactNode;
  settings?: ReactNode;
  /** Asks what each row would do, without writing anything. */
  judge: (file: File) => Promise<ImportReport>;
  /** Writes the rows. @returns true when they are written */
  write: (file: File, count: number) => Promise<boolean>;
  close: () => void;
};

/** A file as it was chosen, and as it is after corrections. */
type ChosenFile = { original: File; file: File; corrections: Corrections; number: number };

let files = 0;

/** Shows the import. @param props.close is called when it is dropped, and when it is done */
export function ImportPreview({ of, title, help, settings, judge, write, close }: ImportProps) {
  const { t } = useLingui();
  const words = useSignWords();
  const [chosen, choose] = useState<ChosenFile>();
  const [opened, open] = useState<number>();
  const [shown, show] = useState<Sign | "all">("all");
  const [isSending, setSending] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    ...query(["import", ...of, chosen?.number], [], () => judge((chosen as { file: File }).file)),
    enabled: chosen !== undefined,
    gcTime: 0,
    placeholderData: (before) => (chosen && chosen.corrections.size > 0 ? before : undefined),
  });
  const { data: sheet } = useQuery({
    ...query(["import rows", ...of, chosen?.number], [], () => rowsOf((chosen as ChosenFile).file)),
    enabled: chosen !== undefined && opened !== undefined,
    gcTime: 0,
  });
  const rows = data?.rows ?? [];
  const listed = shown === "all" ? rows : rows.filter(({ sign }) => sign === shown);
  const count = (sign: Sign) => rows.filter((row) => row.sign === sign).length;
  const ready = count("create") + count("change");
  const mayApply = ready > 0 && !isFetching && !isSending;
  const take = (file: File) => {
    choose({ original: file, file, corrections: new Map(), number: ++files });
    open(undefined);
    show("all");
  };
  const correct = async (corrections: Corrections) => {
    const { original } = chosen as ChosenFile;
    choose({ original, file: await corrected(original, corrections), corrections, number: ++files });
  };
  const correctRow = (number: number) => (texts: readonly string[] | undefined) => {
    if (!texts) open(undefined);
    void correct(new Map(chosen?.corrections).set(number, texts));
  };
  const openedRow = rows.find(({ number }) => number === opened);
  const leftOut = [...(chosen?.corrections ?? [])].filter(([, texts]) => texts === undefined);
  const takeBack = () => correct(new Map([...(chosen?.corrections ?? [])].filter(([, texts]) => texts !== undefined)));
  const apply = async () => {
    if (!chosen || !mayApply) return;
    setSending(true);
    const isWritten = await write(chosen.file, ready);
    setSending(false);
    if (isWritten) close();
  };
  useCommands([
    { id: "import.apply", label: t`Write what is right`, keys: ["mod+enter"], when: () => mayApply, run: apply },
    {
      id: "import.cancel",
      label: t`Drop the import`,
      keys: ["escape"],
      run: () => (opened === undefined ? close() : open(undefined)),
    },
  ]);
  const choice = (words: string) => (
    <FileChoice label={t`Excel or CSV file`} accept={SPREADSHEETS} choose={take}>
      {words}
    </FileChoice>
  );
  return (
    <>
      <header className="topbar">
        <h1 className="crumb page-title">
          <span>{title}</span>
          <b>
            <Icon of={FileSpreadsheet} size={14} /> {chosen?.original.name ?? t`Import a file`}
          </b>
        </h1>
        <span className="sp" />
        <Button keys="escape" onPress={close}>
          <Trans>Cancel</Trans>
        </Button>
      </header>
      {!chosen ? (
        <Empty title={t`Which file?`} actions={choice(t`Choose an Excel or CSV file`)}>
          {help} <Trans>What each row would do is shown before anything is written.</Trans>
        </Empty>
      ) : (
        <>
          <div className="chips">
            <Segments
              label={t`Rows that are shown`}
              value={shown}
              onChange={show}
              options={[
                { value: "all" as const, label: t`All ${number(rows.length)}` },
                ...(["create", "change", "refused", "same"] as const)
                  .filter((sign) => count(sign) > 0)
                  .map((sign) => ({
                    value: sign,
                    icon: SIGNS[sign].icon,
                    label: `${words[sign]} ${number(count(sign))}`,
                  })),
              ]}
            />
            <span className="sp" />
            {settings}
            {choice(t`Another file`)}
          </div>
          <div className="work">
            <div className="grid-room">
              {error ? (
                <Failed error={error} retry={refetch} />
              ) : !data ? (
                <LoadingRows rows={12} />
              ) : listed.length === 0 ? (
                <Empty title={t`There are no rows in it`} />
              ) : (
                <Grid
                  label={t`Rows of the file`}
                  columns={importColumns()}
                  total={listed.length}
                  rowAt={(at) => listed[at]}
                  idOf={(row) => String(row.number)}
                  numberOf={(row) => row.number}
                  {...(opened !== undefined && { current: String(opened) })}
                  onOpen={(row) => open(row.number)}
                  onPeek={(row) => open(row.number)}
                  peeksOnPress
                />
              )}
              <Foot>
                <span>
                  <Trans>nothing is written yet</Trans>
                </span>
                {leftOut.length > 0 && (
                  <Button className="lk" onPress={() => void takeBack()}>
                    <Plural
                      value={leftOut.length}
                      one="# row is left out: take it back"
                      other="# rows are left out: take them back"
                    />
                  </Button>
                )}
                <span className="sp" />
                <KeyHint keys={["enter"]}>
                  <Trans>correct the row</Trans>
                </KeyHint>
                <KeyHint keys={["mod+enter"]}>
                  <Trans>write</Trans>
                </KeyHint>
              </Foot>
            </div>
            {openedRow && sheet && (
              <RowPanel
                key={`${openedRow.number} ${chosen.number}`}
                row={openedRow}
                sheet={sheet}
                correct={correctRow(openedRow.number)}
                close={() => open(undefined)}
              />
            )}
            <aside className="paste-sums" aria-label={t`Before anything is written`}>
              <div className="lh">
                <b>
                  <Trans>Before anything is written</Trans>
                </b>
              </div>
              {data && <ImportSums report={data} />}
              <div className="actbar paste-apply">
                <Button look="pri" big keys="mod+enter" isDisabled={!mayApply} onPress={() => void apply()}>
                  <Plural value={ready} one="Write # row as one batch" other="Write # rows as one batch" />
                </Button>
                <span className="t12 c3">
                  {count("refused") > 0 && (
                    <Plural
                      value={count("refused")}
                      one="The row that is refused is left out."
                      other="The # that are refused are left out."
                    />
                  )}{" "}
                  <Trans>Z undoes the whole batch.</Trans>
                </span>
              </div>
            </aside>
          </div>
        </>
      )}
    </>
  );
}
