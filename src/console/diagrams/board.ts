/** A drawing on the page: it is shown, moved, zoomed, and its cells are selected. */
import {
  type Cell,
  type CellState,
  type ConnectionHandler,
  InternalEvent,
  type PanningHandler,
  type RubberBandHandler,
  UndoManager,
} from "@maxgraph/core";
import { cardIdOf, cellValue, type OpenModel, openModel } from "./cells";
import { filledLabel } from "./drawn-text";
import { DiagramGraph, isContainer } from "./graph";
import { plainLabel } from "./label-text";
import { newLine } from "./new-line";

/** A cell as the page speaks of it. */
export type Item = {
  id: string;
  label: string;
  kind: "shape" | "line" | "group";
  /** The card that it stands for. */
  cardId?: string | undefined;
  cardType?: string | undefined;
  /** The colour that it is filled with, as it is stored. */
  color?: string | undefined;
  /** The relation that a line stands for, as far as the drawing says so. */
  relationType?: string | undefined;
  relationId?: string | undefined;
  /** The ids of the ends of a line. */
  source?: string | undefined;
  target?: string | undefined;
};

/** The tool in the hand: it selects, moves what is seen, or draws lines. */
export type Tool = "select" | "hand" | "line";

/** The listener to a board. */
export type BoardListener = {
  onZoom?: (scale: number) => void;
  onSelect?: (items: readonly Item[]) => void;
  /** Is called when an item is pressed twice. */
  onOpen?: (item: Item) => void;
  /** Is called after each change of the drawing, also one that is undone, and when another drawing is shown. */
  onChange?: (isLoaded: boolean) => void;
  /** Is called when a line was drawn. */
  onConnect?: (line: Item) => void;
};

const STEP = 1.25;
const MIN_SCALE = 0.1;
const MAX_SCALE = 4;
/** Px around a drawing that is fitted, and the largest scale to which it is. */
const MARGIN = 40;
const MAX_FIT = 1;

export class Board {
  readonly graph: DiagramGraph;
  readonly history = new UndoManager(200);
  open: OpenModel | undefined;
  listener: BoardListener = {};

  constructor(
    private readonly container: HTMLElement,
    mayEdit: boolean,
  ) {
    this.graph = new DiagramGraph(container, mayEdit);
    const { graph } = this;
    graph.getSelectionModel().addListener(InternalEvent.CHANGE, () => this.listener.onSelect?.(this.selected()));
    graph.addListener(
      InternalEvent.DOUBLE_CLICK,
      (_sender: unknown, event: { getProperty: (name: string) => unknown; consume: () => void }) => {
        event.consume();
        const cell = event.getProperty("cell") as Cell | undefined;
        if (cell) this.listener.onOpen?.(this.itemOf(cell));
      },
    );
    for (const name of [InternalEvent.SCALE, InternalEvent.SCALE_AND_TRANSLATE])
      graph.view.addListener(name, () => this.listener.onZoom?.(graph.view.scale));
    const remember = (_sender: unknown, event: { getProperty: (name: string) => unknown }) =>
      this.history.undoableEditHappened(event.getProperty("edit") as never);
    graph.getDataModel().addListener(InternalEvent.UNDO, remember);
    graph.getDataModel().addListener(InternalEvent.CHANGE, () => this.listener.onChange?.(this.isLoading));
    const connections = graph.getPlugin<ConnectionHandler>("ConnectionHandler");
    if (connections) {
      connections.factoryMethod = newLine;
      connections.marker.hotspot = 1;
      connections.addListener(
        InternalEvent.CONNECT,
        (_sender: unknown, event: { getProperty: (name: string) => unknown }) =>
          this.listener.onConnect?.(this.itemOf(event.getProperty("cell") as Cell)),
      );
    }
    const panning = graph.getPlugin<PanningHandler>("PanningHandler");
    if (panning) panning.usePopupTrigger = false;
    this.take(mayEdit ? "select" : "hand");
    container.addEventListener("wheel", this.onWheel, { passive: false });
  }

  /** Takes a tool into the hand. */
  take(tool: Tool): void {
    const { graph } = this;
    const panning = graph.getPlugin<PanningHandler>("PanningHandler");
    if (panning) {
      panning.useLeftButtonForPanning = tool === "hand";
      panning.ignoreCell = tool === "hand" && graph.mayEdit;
    }
    graph.getPlugin<RubberBandHandler>("RubberBandHandler")?.setEnabled(tool === "select");
    graph.setConnectable(tool === "line");
    this.container.dataset["tool"] = tool;
  }

  private isLoading = false;

  /** Shows a model. */
  load(model: Element): void {
    this.open = openModel(model);
    this.isLoading = true;
    this.graph.getDataModel().setRoot(this.open.root);
    this.isLoading = false;
    this.history.clear();
  }

  /** Lists the cells that stand for something, as they lie: shapes, then lines. */
  cells(): Cell[] {
    const all = (cell: Cell): Cell[] =>
      cell.getChildren().flatMap((child) => (child.isVisible() ? [child, ...all(child)] : []));
    const { root } = this.graph.getDataModel();
    return root ? root.getChildren().flatMap((layer) => (layer.isVisible() ? all(layer) : [])) : [];
  }

  /** Returns a cell as the page speaks of it. */
  itemOf(cell: Cell): Item {
    const { attributes } = cellValue(cell);
    const isHtml = Boolean((cell.getStyle() as Record<string, unknown>)["html"]);
    return {
      id: cell.getId() as string,
      label: plainLabel(filledLabel(cell), isHtml),
      kind: cell.isEdge() ? "line" : cell.getChildCount() > 0 || isContainer(cell) ? "group" : "shape",
      cardId: cardIdOf(cell),
      cardType: attributes["cardType"],
      color: cell.getStyle().fillColor as string | undefined,
      relationType: attributes["relationType"],
      relationId: attributes["relationId"],
      source: cell.getTerminal(true)?.getId() ?? undefined,
      target: cell.getTerminal(false)?.getId() ?? undefined,
    };
  }

  /** Lists what the drawing shows, as it lies. */
  items = (): Item[] =>
    this.cells()
      // The words at a line are its own.
      .filter((cell) => !cell.getParent()?.isEdge())
      .map((cell) => this.itemOf(cell));
  selected = (): Item[] => this.graph.getSelectionCells().map((cell) => this.itemOf(cell));
  cell = (id: string): Cell | null => this.graph.getDataModel().getCell(id);

  /** Selects items, and shows the first of them. */
  select(ids: readonly string[]): void {
    const cells = ids.flatMap((id) => this.cell(id) ?? []);
    this.graph.setSelectionCells(cells);
    if (cells[0]) this.reveal(cells[0]);
  }

  /** Moves the drawing so that a cell is seen. */
  reveal(cell: Cell): void {
    const state = this.graph.view.getState(cell);
    if (!state || this.isSeen(state)) return;
    const { view } = this.graph;
    const { clientWidth, clientHeight } = this.container;
    const { x, y } = view.translate;
    view.setTranslate(
      x + (clientWidth / 2 - state.getCenterX()) / view.scale,
      y + (clientHeight / 2 - state.getCenterY()) / view.scale,
    );
  }

  /** Marks the lines that no relation stands behind. */
  mark(doubtful: ReadonlySet<string>): void {
    const { graph } = this;
    const changed = [...doubtful, ...graph.doubtful].flatMap((id) => this.cell(id) ?? []);
    graph.doubtful = doubtful;
    if (changed.length > 0) graph.refresh();
  }

  /** Moves what is seen, by px. */
  scroll(dx: number, dy: number): void {
    const { view } = this.graph;
    view.setTranslate(view.translate.x - dx / view.scale, view.translate.y - dy / view.scale);
  }

  private isSeen({ x, y, width, height }: CellState): boolean {
    const { clientWidth, clientHeight } = this.container;
    return x >= 0 && y >= 0 && x + width <= clientWidth && y + height <= clientHeight;
  }

  /** Zooms around a place of the container, its middle when none is given. */
  zoom(by: number, place = { x: this.container.clientWidth / 2, y: this.container.clientHeight / 2 }): void {
    const { view } = this.graph;
    const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, view.scale * by));
    const { x, y } = view.translate;
    view.scaleAndTranslate(
      scale,
      x + place.x / scale - place.x / view.scale,
      y + place.y / scale - place.y / view.scale,
    );
  }
  zoomIn = () => this.zoom(STEP);
  zoomOut = () => this.zoom(1 / STEP);

  /** True once the drawing was fitted to its room. */
  isFitted = false;

  /** Fits the drawing to the room; a small one keeps its size. */
  fit(): void {
    const { view } = this.graph;
    const { x, y, width, height } = this.graph.getGraphBounds();
    const { clientWidth, clientHeight } = this.container;
    if (clientWidth === 0) return;
    this.isFitted = true;
    if (width === 0) {
      view.scaleAndTranslate(1, MARGIN, MARGIN);
      return;
    }
    const [wide, high] = [width / view.scale, height / view.scale];
    const room = Math.min((clientWidth - 2 * MARGIN) / wide, (clientHeight - 2 * MARGIN) / high);
    const scale = Math.min(MAX_FIT, Math.max(MIN_SCALE, room));
    const { x: left, y: top } = view.translate;
    view.scaleAndTranslate(
      scale,
      (clientWidth / scale - wide) / 2 - (x / view.scale - left),
      (clientHeight / scale - high) / 2 - (y / view.scale - top),
    );
  }

  private onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const { view } = this.graph;
    if (event.ctrlKey || event.metaKey) {
      const { left, top } = this.container.getBoundingClientRect();
      this.zoom(Math.exp(-event.deltaY / 300), { x: event.clientX - left, y: event.clientY - top });
    } else {
      const [across, down] = event.shiftKey ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
      view.setTranslate(view.translate.x - across / view.scale, view.translate.y - down / view.scale);
    }
  };

  destroy(): void {
    this.container.removeEventListener("wheel", this.onWheel);
    this.graph.destroy();
  }
}
