/** A diagram that is open: its bar, what it shows as a list, and the drawing. */
import { useLingui } from "@lingui/react/macro";
import { Maximize, Minus, Plus } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import type { Board, Item } from "../../diagrams/board";
import type { Diagram, ReadDiagram } from "../../diagrams/queries";
import { number } from "../../language/format";
import { useSetPeek } from "../../navigation/peek";
import { IconButton } from "../../ui/button";
import { Segments } from "../../ui/segments";
import { Bar } from "./bar";
import { Contents } from "./contents";
import { diagram as page } from "./page";

const Drawing = lazy(() => import("../../diagrams/drawing"));

type OpenDiagramProps = { diagram: Diagram; read: ReadDiagram; mayEdit: boolean };

/** Shows the diagram. */
export function OpenDiagram({ diagram, read, mayEdit }: OpenDiagramProps) {
  const { t } = useLingui();
  const { sheet: at = 0 } = page.useSearch();
  const setSearch = page.useSetSearch();
  const setPeek = useSetPeek();
  const [board, setBoard] = useState<Board>();
  const [items, setItems] = useState<readonly Item[]>([]);
  const [selected, setSelected] = useState<readonly Item[]>([]);
  const [scale, setScale] = useState(1);
  const sheets = read.file?.sheets ?? [];
  const sheet = sheets[at] ?? sheets[0];
  const openItem = ({ cardId }: Item) => cardId && setPeek(cardId);
  useEffect(() => {
    if (!board) return;
    board.listener = {
      onZoom: setScale,
      onSelect: setSelected,
      onOpen: openItem,
      onChange: () => setItems(board.items()),
    };
  });
  const show = (next: Board | undefined) => {
    setBoard(next);
    if (!next) return;
    setScale(next.graph.view.scale);
    setItems(next.items());
  };
  return (
    <>
      <Bar diagram={diagram} mayEdit={mayEdit} items={items} />
      <div className="work diagram-work">
        <Contents items={items} selected={selected} choose={(item) => board?.select([item.id])} open={openItem} />
        <section className="diagram-room" aria-label={t`Drawing`}>
          {read.failure !== undefined && (
            <p className="failed" role="alert">
              {t`The drawing can't be shown:`} {read.failure}
            </p>
          )}
          {sheet && (
            <Suspense fallback={<div className="flow-waiting" aria-busy="true" />}>
              <Drawing label={t`Drawing of ${diagram.name}`} model={sheet.model} mayEdit={false} onBoard={show} />
            </Suspense>
          )}
          {sheets.length > 1 && (
            <div className="diagram-sheets">
              <Segments
                label={t`Page`}
                value={String(sheets.indexOf(sheet as (typeof sheets)[number]))}
                options={sheets.map(({ name }, index) => ({ value: String(index), label: name }))}
                onChange={(value) => setSearch({ sheet: Number(value) })}
              />
            </div>
          )}
          <span className="tools diagram-zoom">
            <IconButton icon={Minus} size={14} label={t`Smaller`} onPress={() => board?.zoomOut()} />
            <span className="num">{number(scale, { style: "percent", maximumFractionDigits: 0 })}</span>
            <IconButton icon={Plus} size={14} label={t`Larger`} onPress={() => board?.zoomIn()} />
            <IconButton icon={Maximize} size={14} label={t`Fit to the window`} onPress={() => board?.fit()} />
          </span>
        </section>
      </div>
    </>
  );
}
