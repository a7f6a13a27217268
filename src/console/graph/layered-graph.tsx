/** A graph in columns. One node is selected, and the paths through it take the accent; arrows go along them. */
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { useTabStop } from "../ui/tab-stop";
import { useWidth } from "../ui/width";
import "./graph.css";
import { layoutOf, type PlacedNode, wiresOf } from "./layout";
import { edgeKey, edgesOf, type GraphNode, neighbour, pathsThrough } from "./model";

type GraphProps = {
  /** Its name for readers of screens. */
  label: string;
  nodes: readonly GraphNode[];
  /** The heads of the columns: what each is, and its figures. */
  heads: readonly { title: string; figures: ReactNode }[];
  /** The label of a group, with how many nodes it has. */
  groupLabel: (group: string, count: number) => string;
  /** The content of a node. */
  content: (id: string) => ReactNode;
  /** The lines below a node that has some. */
  below?: (id: string) => ReactNode;
  selected: string | undefined;
  onSelect: (id: string) => void;
  /** ↵ and a second click. */
  onOpen: (id: string) => void;
  onPeek: (id: string) => void;
  /** Is shown over the graph at the lower left. */
  children?: ReactNode;
};

const VERTICAL_ROOM = 640;

/** Shows the graph. */
export function LayeredGraph(props: GraphProps) {
  const { label, nodes, heads, groupLabel, content, below, selected, onSelect, onOpen, onPeek, children } = props;
  const [measure, width] = useWidth<HTMLDivElement>();
  const body = useRef<HTMLDivElement>(null);
  const layout = layoutOf(nodes, { width, height: body.current?.clientHeight ?? VERTICAL_ROOM });
  // A graph begins in the middle of its height.
  useEffect(() => {
    const { current: room } = body;
    if (room) room.scrollTop = (layout.height - room.clientHeight) / 2;
  }, [layout.height]);
  const edges = edgesOf(layout.nodes);
  const paths =
    selected === undefined ? undefined : pathsThrough(selected, edgesOf(nodes.filter(({ isFolded }) => !isFolded)));
  const isNode = (key: string) => layout.nodes.some(({ id }) => id === key);
  const { stop, onFocus } = useTabStop("node", isNode, selected, layout.nodes[0]?.id);

  function onKeyDown(event: KeyboardEvent): void {
    const id = (event.target as HTMLElement).dataset["node"];
    if (id === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
    const next = neighbour(id, event.key, layout.nodes, edges);
    if (next !== undefined) {
      onSelect(next);
      body.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(next)}"]`)?.focus();
    } else if (event.key === " ") onPeek(id);
    else if (event.key === "Enter") onOpen(id);
    else if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
    event.stopPropagation();
  }

  const classOf = ({ id, column, isFolded }: PlacedNode) =>
    [
      "nd",
      column === 0 ? "first" : "",
      isFolded ? "folded" : "",
      id === selected ? "sel" : paths?.nodes.has(id) ? "hot" : "",
    ]
      .filter(Boolean)
      .join(" ");

  return (
    <div className="graph-scroll" ref={measure}>
      <div className="gcols" style={{ width: layout.width }}>
        {heads.slice(0, layout.columns.length).map(({ title, figures }, at) => (
          <div key={title} style={{ left: layout.columns[at] }}>
            <b>{title}</b>
            <span className="num">{figures}</span>
          </div>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a list of buttons that arrows walk through */}
      <div className="gb" ref={body} role="group" aria-label={label} onKeyDown={onKeyDown} onFocus={onFocus}>
        <div className="graph-sheet" style={{ width: layout.width, height: layout.height }}>
          <svg width={layout.width} height={layout.height} aria-hidden>
            {wiresOf(layout.nodes)
              .map((wire) => ({ ...wire, isHot: paths?.edges.has(edgeKey(wire)) ?? false }))
              .toSorted((one, other) => Number(one.isHot) - Number(other.isHot))
              .map((wire) => (
                <path
                  key={edgeKey(wire)}
                  className={`e ${wire.isHot ? "hot" : ""} ${wire.isFolded ? "fold" : ""}`}
                  d={wire.path}
                />
              ))}
          </svg>
          {layout.labels.map(({ key, group, count, x, y }) => (
            <span key={key} className="ng" style={{ left: x, top: y }}>
              {groupLabel(group, count)}
            </span>
          ))}
          {layout.nodes.map((node) => (
            <button
              key={node.id}
              type="button"
              data-node={node.id}
              className={classOf(node)}
              style={{ left: node.x, top: node.y, width: node.width }}
              title={node.label}
              aria-pressed={node.id === selected}
              tabIndex={node.id === stop ? 0 : -1}
              onClick={() => onSelect(node.id)}
              onDoubleClick={() => onOpen(node.id)}
            >
              {content(node.id)}
            </button>
          ))}
          {below &&
            layout.nodes
              .filter(({ lines }) => lines)
              .map(({ id, x, y, width: room, height }) => (
                <div key={id} className="ng graph-lines" style={{ left: x + 8, top: y + height + 4, width: room - 8 }}>
                  {below(id)}
                </div>
              ))}
        </div>
      </div>
      {children}
    </div>
  );
}
