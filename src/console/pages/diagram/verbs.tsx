/** The verbs of a drawing that leave it as it is: pictures, files, paper. */
import { useLingui } from "@lingui/react/macro";
import { Maximize, Printer, Search } from "lucide-react";
import { useRef } from "react";
import { useCommands } from "../../commands/command";
import type { Board } from "../../diagrams/board";
import { pngOf, svgOf } from "../../diagrams/picture";
import type { Diagram } from "../../diagrams/queries";
import { toast } from "../../server/changes";
import { IconButton } from "../../ui/button";
import { downloadBlob, ExportMenu } from "../../ui/export-menu";
import { Paper, type PaperHandle } from "./paper";

type VerbsProps = {
  board: Board | undefined;
  diagram: Diagram;
  /** Returns the file of the drawing. */
  xml: () => string;
  focusSearch: (() => void) | undefined;
};

/** Shows the verbs. */
export function Verbs({ board, diagram: { name }, xml, focusSearch }: VerbsProps) {
  const { t } = useLingui();
  const title = name || t`Diagram`;
  const picture = async (format: "svg" | "png") => {
    if (!board) return;
    try {
      const content = format === "png" ? await pngOf(board) : new Blob([svgOf(board)], { type: "image/svg+xml" });
      downloadBlob(content, `${title}.${format}`);
    } catch (error) {
      toast("failed", (error as Error).message);
    }
  };
  const file = () => downloadBlob(new Blob([xml()], { type: "application/xml" }), `${title}.drawio`);
  const paper = useRef<PaperHandle>(null);
  const print = () => board && paper.current?.print(svgOf(board));
  useCommands([
    { id: "diagram.fit", label: t`Fit to the window`, icon: Maximize, keys: ["0"], run: () => board?.fit() },
    { id: "diagram.print", label: t`Print the diagram`, icon: Printer, run: print },
    { id: "diagram.svg", label: t`Export as a picture (SVG)`, run: () => picture("svg") },
    { id: "diagram.png", label: t`Export as a picture (PNG)`, run: () => picture("png") },
    ...(focusSearch
      ? [{ id: "diagram.find", label: t`Find a card to place`, icon: Search, keys: ["/"], run: focusSearch }]
      : []),
  ]);
  return (
    <>
      <IconButton icon={Printer} label={t`Print the diagram`} onPress={() => void print()} />
      <Paper name={title} ref={paper} />
      <ExportMenu
        picture={(format) => void picture(format)}
        more={[{ id: "file", label: t`Drawing (.drawio)`, begins: true, run: file }]}
      />
    </>
  );
}
