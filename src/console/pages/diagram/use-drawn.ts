/** The file that is drawn, and its saver. */
import { useEffect, useRef, useState } from "react";
import type { Board } from "../../diagrams/board";
import { keepSheet, type Sheet, writeFile } from "../../diagrams/file";
import { svgOf } from "../../diagrams/picture";
import type { ReadDiagram } from "../../diagrams/queries";
import { createSaver, type DrawnContent, type Saver } from "../../diagrams/saver";
import { writeBack } from "../../diagrams/write-back";

/** Characters of a preview that is stored. */
const MAX_PREVIEW = 300_000;

type Drawn = { begun: ReadDiagram; sheet: Sheet | undefined; board: Board | undefined };

/** Writes what is drawn into its file. */
function contentOf({ begun, sheet, board }: Drawn): DrawnContent {
  if (!begun.file || !sheet) throw new Error("Nothing is drawn");
  if (board?.open) {
    writeBack(board.open);
    keepSheet(sheet);
  }
  const preview = board?.open ? svgOf(board) : "";
  return { xml: writeFile(begun.file), ...(preview !== "" && preview.length <= MAX_PREVIEW && { thumbnail: preview }) };
}

/** Gives what is drawn: that of somebody else as soon as it is there, unless something here is not saved. @param at the page */
export function useDrawn(
  read: ReadDiagram,
  board: Board | undefined,
  at: number,
): Omit<Drawn, "board"> & { saver: Saver } {
  const [begun, setBegun] = useState(read);
  const sheets = begun.file?.sheets ?? [];
  const sheet = sheets[at] ?? sheets[0];
  const drawn = useRef<Drawn>({ begun, sheet, board });
  useEffect(() => {
    drawn.current = { begun, sheet, board };
  });
  const [saver] = useState(() => createSaver(read, () => contentOf(drawn.current)));
  useEffect(() => {
    if (saver.isNews(read)) setBegun(read);
  }, [saver, read]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => saver.state.value().kind !== "saved" && event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => {
      window.removeEventListener("beforeunload", ask);
      void saver.flush();
    };
  }, [saver]);
  return { begun, sheet, saver };
}
