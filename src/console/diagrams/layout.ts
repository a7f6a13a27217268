/** Arranges a drawing in layers. */
import type { Board } from "./board";
import { arrange } from "./edits";
import type { Arrangement } from "./layers";

/** Asks the worker. */
const ask = (question: object): Promise<Arrangement> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./layout-worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<Arrangement>) => {
      resolve(data);
      worker.terminate();
    });
    worker.addEventListener("error", () => {
      reject(new Error("The drawing can't be arranged"));
      worker.terminate();
    });
    worker.postMessage(question);
  });

/** Arranges the shapes of the drawing; those in a group stay where they are in it. */
export async function arrangeInLayers(board: Board): Promise<void> {
  const root = board.graph.getDataModel().getRoot();
  const top = (root?.getChildren() ?? []).flatMap((layer) => layer.getChildren());
  const shapes = top.filter((cell) => cell.isVertex() && cell.getGeometry() && !cell.getGeometry()?.relative);
  const holderOf = new Map(
    board.cells().map((cell) => {
      let holder = cell;
      while (holder.getParent() && !top.includes(holder)) holder = holder.getParent() as typeof cell;
      return [cell.getId() as string, holder.getId() as string];
    }),
  );
  const links = board
    .items()
    .flatMap(({ id, kind, source, target }) =>
      kind === "line" && source && target
        ? [{ id, from: holderOf.get(source) as string, to: holderOf.get(target) as string }]
        : [],
    );
  const nodes = shapes.map((cell) => {
    const { width, height } = cell.getGeometry() as { width: number; height: number };
    return { id: cell.getId() as string, width, height };
  });
  arrange(board, await ask({ nodes, links }));
  board.fit();
}
