/** A diagram that is open: its bar, its library, and the drawing. Everything is saved as one draws. */
import { useLingui } from "@lingui/react/macro";
import { Maximize, Minus, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Board, Item, Tool } from "../../diagrams/board";
import Drawing from "../../diagrams/drawing";
import { drawLine, follow, markLine, placeAt, placeCard, rectOf } from "../../diagrams/edits";
import { useColorOf, useDifferences, useDoubtfulLines } from "../../diagrams/landscape";
import type { Diagram, ReadDiagram } from "../../diagrams/queries";
import type { CardLine } from "../../diagrams/relate";
import { number } from "../../language/format";
import { usePeek, useSetPeek } from "../../navigation/peek";
import { useMay } from "../../server/session";
import { IconButton } from "../../ui/button";
import { Segments } from "../../ui/segments";
import { Bar } from "./bar";
import { Contents } from "./contents";
import { LabelEditor } from "./label-editor";
import { Library } from "./library";
import { Notices } from "./notices";
import { diagram as page } from "./page";
import { RelationChoice } from "./relation-choice";
import { SaveState } from "./save-state";
import { Tools } from "./tools";
import { useDrawn } from "./use-drawn";
import { Verbs } from "./verbs";

type OpenDiagramProps = { diagram: Diagram; read: ReadDiagram; mayEdit: boolean };

/** Shows the diagram. */
export function OpenDiagram({ diagram, read, mayEdit }: OpenDiagramProps) {
  const { t } = useLingui();
  const setSearch = page.useSetSearch();
  const { sheet: at = 0 } = page.useSearch();
  const peek = usePeek();
  const setPeek = useSetPeek();
  const [board, setBoard] = useState<Board>();
  const [items, setItems] = useState<readonly Item[]>([]);
  const [selected, setSelected] = useState<readonly Item[]>([]);
  const [scale, setScale] = useState(1);
  const [tool, setTool] = useState<Tool>("select");
  const [asked, setAsked] = useState<CardLine>();
  const [editing, setEditing] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const { saver, begun, sheet } = useDrawn(read, board, at);
  const sheets = begun.file?.sheets ?? [];
  const colorOf = useColorOf(diagram);
  const differences = useDifferences(diagram, items);
  const doubtful = useDoubtfulLines(items, useMay("relations.view"));
  const marks = doubtful.map(({ id }) => id).join();
  const [chosen] = selected;

  const openItem = ({ id, cardId }: Item) => {
    if (cardId) setPeek(cardId);
    else if (mayEdit) setEditing(id);
  };
  const place = (
    card: { id: string; name: string; type: string },
    where?: { x: number; y: number },
  ): Item | undefined => board && placeCard(board, { ...card, color: colorOf(card) }, where);
  const connected = (line: Item) => {
    const ends = new Map(board?.items().map((item) => [item.id, item]));
    const [from, to] = [ends.get(line.source ?? ""), ends.get(line.target ?? "")];
    if (from?.cardId && to?.cardId && from.cardId !== to.cardId) setAsked({ id: line.id, from, to });
  };
  useEffect(() => {
    if (!board) return;
    board.listener = {
      onZoom: setScale,
      onSelect(next) {
        setSelected(next);
        const [first] = next;
        if (peek !== undefined && first?.cardId) setPeek(first.cardId);
      },
      onOpen: openItem,
      onConnect: connected,
      onChange(isLoaded) {
        setItems(board.items());
        if (!isLoaded) saver.touch();
      },
    };
  });
  useEffect(() => {
    board?.mark(new Set(marks === "" ? [] : marks.split(",")));
  }, [board, marks]);
  const show = (next: Board | undefined) => {
    setBoard(next);
    setItems(next?.items() ?? []);
    if (next) setScale(next.graph.view.scale);
  };
  const take = (next: Tool) => {
    board?.take(next);
    setTool(next);
  };
  const drop = (text: string, client: { x: number; y: number }) => {
    try {
      const { card } = JSON.parse(text) as { card?: { id: string; name: string; type: string } };
      if (card && board) place(card, placeAt(board, client));
    } catch {
      // Something else than a card was dropped.
    }
  };
  const contents = (
    <Contents items={items} selected={selected} choose={(item) => board?.select([item.id])} open={openItem} />
  );
  return (
    <>
      <Bar
        diagram={diagram}
        mayEdit={mayEdit}
        items={items}
        state={mayEdit && <SaveState saver={saver} />}
        undo={mayEdit ? board?.history : undefined}
        prepare={() => saver.flush()}
      >
        <Verbs
          board={board}
          diagram={diagram}
          xml={() => saver.content().xml}
          focusSearch={mayEdit ? () => field.current?.focus() : undefined}
        />
      </Bar>
      <div className="work diagram-work">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
        <section className="diagram-side scroll" aria-label={t`Cards of the diagram`} tabIndex={0}>
          {mayEdit && (
            <Library
              items={items}
              selected={chosen}
              field={field}
              place={(card, related) => {
                const known = related && items.find(({ cardId }) => cardId === card.id);
                const item = known ?? place(card);
                if (!board || !item || !related || !chosen) return;
                const ends = [item.id, chosen.id];
                const line = items.find(
                  ({ source = "", target = "" }) => ends.includes(source) && ends.includes(target),
                );
                if (line) {
                  board.select([line.id]);
                  return;
                }
                const { group, card: other } = related;
                const isSource = other.relation.source_id === chosen.cardId;
                const [from, to] = isSource ? [chosen.id, item.id] : [item.id, chosen.id];
                const label = isSource ? group.label : "";
                drawLine(board, from, to, {
                  label,
                  relationType: other.relation.type,
                  relationId: other.relation.id,
                });
                board.select([chosen.id]);
              }}
            />
          )}
          {contents}
        </section>
        <section className="diagram-room" aria-label={t`Drawing`}>
          {begun.failure !== undefined && (
            <p className="failed" role="alert">
              {t`The drawing can't be shown:`} {begun.failure}
            </p>
          )}
          {sheet && (
            <Drawing
              label={t`Drawing of ${diagram.name}`}
              model={sheet.model}
              mayEdit={mayEdit}
              onBoard={show}
              onOpen={() => chosen && openItem(chosen)}
              onDrop={drop}
            />
          )}
          {mayEdit && sheet && <Tools board={board} tool={tool} take={take} />}
          {mayEdit && board && items.length === 0 && (
            <p className="diagram-empty c3">{t`Place the first card: find it at the left, or drag it here.`}</p>
          )}
          {sheets.length > 1 && sheet && (
            <div className="diagram-sheets">
              <Segments
                label={t`Page`}
                value={String(sheets.indexOf(sheet))}
                options={sheets.map(({ name }, index) => ({ value: String(index), label: name }))}
                onChange={async (value) => {
                  await saver.flush();
                  setSearch({ sheet: Number(value) });
                }}
              />
            </div>
          )}
          <Notices
            differences={differences}
            doubtful={doubtful}
            mayEdit={mayEdit}
            take={() => board && follow(board, differences)}
            record={(line) => {
              board?.select([line.id]);
              setAsked(line);
            }}
          />
          {asked && (
            <RelationChoice
              key={asked.id}
              from={endOf(asked.from)}
              to={endOf(asked.to)}
              mark={(relation) => board && markLine(board, asked.id, relation)}
              close={() => setAsked(undefined)}
            />
          )}
          {board && editing !== undefined && (
            <LabelEditor board={board} id={editing} rect={rectOf(board, editing)} close={() => setEditing(undefined)} />
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

const endOf = ({ cardId = "", label, cardType = "" }: Item) => ({ id: cardId, name: label, type: cardType });
